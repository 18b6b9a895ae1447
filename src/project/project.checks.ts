import { compile } from '../schema/compile.js';
import { ACCOUNT_SCHEMA, STATE_SCHEMA } from './project-schema.js';

export const isAccount = compile(ACCOUNT_SCHEMA, { all: true });
export const isState = compile(STATE_SCHEMA, { all: true });
