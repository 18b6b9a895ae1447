import { compile } from '../../schema/compile.js';
import { KEYWORD } from './entry.js';

export const isKeyword = compile(KEYWORD, { all: true });
