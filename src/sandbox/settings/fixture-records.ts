import { APP_RECORD, KEYWORD_RECORD, PICTURE_RECORD, type WireRecord } from '../../contract/index.js';
import type { SandboxFixture } from './fixture-schema.js';

interface FixtureList {
  readonly list: keyof SandboxFixture;
  /** Name of the id there. */
  readonly id: string;
  /** What the service says of one. */
  readonly record: WireRecord;
}

/** Where a fixture has the things that clients know by these kinds. */
export const FIXTURE_LISTS: Readonly<Record<string, FixtureList>> = {
  group: { list: 'groups', id: 'groupId', record: {} },
  keyword: { list: 'keywords', id: 'id', record: KEYWORD_RECORD },
  app: { list: 'apps', id: 'appId', record: APP_RECORD },
  picture: { list: 'pictures', id: 'picId', record: PICTURE_RECORD },
};

/** Results of reviews and their reasons: without them, a record has passed. */
const REVIEWS: ReadonlySet<string> = new Set(['status', 'mobileStatus', 'cause', 'tagCause']);

/** A record as it was read: by the interface's names, and without its reviews. A paused one stays paused. */
export function asFixture({ record }: FixtureList, read: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isPaused = 'optStatus' in record && read['status'] === 'pause';
  const fields = Object.entries(read).filter(([name]) => record[name]?.read !== undefined && !REVIEWS.has(name));
  return { ...(isPaused && { optStatus: 'paused' }), ...Object.fromEntries(fields) };
}
