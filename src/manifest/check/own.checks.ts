import { compile } from '../../schema/compile.js';
import { FILES_ENTRY_SCHEMA, FORGOTTEN_ADDRESS_SCHEMA, MOVE_SCHEMA } from './own-schemas.js';

export const isMove = compile(MOVE_SCHEMA, { all: true });
export const isForgottenAddress = compile(FORGOTTEN_ADDRESS_SCHEMA, { all: true });
export const isFilesEntry = compile(FILES_ENTRY_SCHEMA, { all: true });
