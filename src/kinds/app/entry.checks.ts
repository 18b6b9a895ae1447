import { compile } from '../../schema/compile.js';
import { APP } from './entry.js';

export const isApp = compile(APP, { all: true });
