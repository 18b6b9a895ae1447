import { compile } from '../../schema/compile.js';
import { GROUP } from './entry.js';

export const isGroup = compile(GROUP, { all: true });
