import { compile } from '../schema/compile.js';
import { RESCUE_SCHEMA } from './rescue-schema.js';
import { RESOLUTION_SCHEMA } from './resolutions-schema.js';
import { UNBINDING_SCHEMA } from './unbinding-schema.js';

/** Of the files that people write or hand over. */
export const isResolution = compile(RESOLUTION_SCHEMA, { all: true });
export const isRescue = compile(RESCUE_SCHEMA, { all: true });
export const isUnbinding = compile(UNBINDING_SCHEMA, { all: true });
