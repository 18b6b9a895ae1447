import type { Kind, KindRegistry } from '../model/index.js';
import { app } from './app/index.js';
import { group } from './group/index.js';
import { keyword } from './keyword/index.js';
import { picture } from './picture/index.js';
import { richCreative } from './rich-creative/index.js';

/** In the order in which they are planned and applied: parents before children. */
const ALL: readonly Kind[] = [group, keyword, picture, app, richCreative];
const BY_NAME: ReadonlyMap<string, Kind> = new Map(ALL.map((kind) => [kind.name, kind]));

export const kinds: KindRegistry = { all: ALL, get: (name) => BY_NAME.get(name) };
