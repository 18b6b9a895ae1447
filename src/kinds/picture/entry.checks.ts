import { compile } from '../../schema/compile.js';
import { PICTURE } from './entry.js';

export const isPicture = compile(PICTURE, { all: true });
