import { compile } from '../../schema/compile.js';
import { STORED_FILE_SCHEMA, type StoredFile } from './stored-schemas.js';

export const isStoredFile = compile<StoredFile>(STORED_FILE_SCHEMA);
