import { compile } from '../../schema/compile.js';
import { RICH_CREATIVE } from './entry.js';

export const isRichCreative = compile(RICH_CREATIVE, { all: true });
