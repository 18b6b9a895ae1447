import type { SandboxFixture } from '../settings/fixture-schema.js';
import {
  accountRecord,
  appRecord,
  creativeFields,
  DEFAULT_ACCOUNT,
  DEFAULT_PACKAGES,
  type FixtureItem,
  groupRecord,
  keywordRecord,
  packageEntry,
  pictureRecord,
  tagFields,
  textOr,
  textOrEmpty,
} from './record-defaults.js';
import type { RecordChange } from './records.js';

/** Only the fields that were given: what a change outside the client sets. */
const given = <Fields extends Record<string, unknown>>(source: object, fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in source)) as Partial<Fields>;

/** The account of a fixture, defaults filled in. */
export function seedChanges(fixture: SandboxFixture, now: string): RecordChange[] {
  const changes: RecordChange[] = [['settings', 'account', accountRecord({ ...DEFAULT_ACCOUNT, ...fixture.account })]];
  for (const one of fixture.campaigns ?? []) {
    const id = textOrEmpty(one.campaignId);
    changes.push(['campaigns', id, { id, name: textOr(one.name, `campaign ${id}`) }]);
  }
  const campaignId = textOrEmpty(fixture.campaigns?.[0]?.campaignId ?? 1001);
  const groups = new Set<string>();
  const addGroup = (one: FixtureItem<'groups'>) => {
    groups.add(textOrEmpty(one.groupId));
    changes.push(['groups', textOrEmpty(one.groupId), groupRecord({ campaignId, ...one }, now)]);
  };
  for (const one of fixture.groups ?? []) addGroup(one);
  for (const one of fixture.keywords ?? []) {
    // A group that a keyword or a creative names exists, listed or not.
    const groupId = textOr(one.groupId, '1');
    if (!groups.has(groupId)) addGroup({ groupId });
    changes.push(['keywords', textOrEmpty(one.id), keywordRecord(one, now)]);
  }
  for (const one of fixture.richCreatives ?? []) {
    if (!groups.has(textOrEmpty(one.groupId))) addGroup({ groupId: textOrEmpty(one.groupId) });
    changes.push(['creatives', textOrEmpty(one.id), creativeFields(one, now)]);
  }
  for (const one of fixture.apps ?? []) changes.push(['apps', textOrEmpty(one.appId), appRecord(one, now)]);
  for (const one of fixture.pictures ?? []) changes.push(['pictures', textOrEmpty(one.picId), pictureRecord(one, now)]);
  for (const one of fixture.videos ?? []) {
    const defaults = { format: 'MP4', bytes: 1_000_000, width: 1280, height: 720, seconds: 15 };
    changes.push(['videos', one.url, { id: one.url, ...defaults, ...one, format: textOr(one.format, 'MP4') }]);
  }
  for (const one of fixture.tags ?? []) changes.push(['tags', textOrEmpty(one.id), tagFields(one)]);
  for (const [id, entries] of Object.entries(fixture.keywordPackages ?? DEFAULT_PACKAGES)) {
    changes.push(['packages', id, { id, entries: entries.map(packageEntry) }]);
  }
  return changes;
}

/** Changes to things that exist, in the fixture's form: only the fields that are given. New ids make new things. */
export function editChanges(
  edit: SandboxFixture,
  exists: (change: RecordChange) => boolean,
  now: string,
): RecordChange[] {
  const sources = new Map<string, object>();
  for (const one of edit.groups ?? []) sources.set(`groups/${textOrEmpty(one.groupId)}`, one);
  for (const one of edit.keywords ?? []) sources.set(`keywords/${textOrEmpty(one.id)}`, one);
  for (const one of edit.apps ?? []) sources.set(`apps/${textOrEmpty(one.appId)}`, one);
  for (const one of edit.pictures ?? []) sources.set(`pictures/${textOrEmpty(one.picId)}`, one);
  for (const one of edit.tags ?? []) sources.set(`tags/${textOrEmpty(one.id)}`, one);
  const changes: RecordChange[] = [];
  for (const change of seedChanges({ keywordPackages: {}, ...edit }, now)) {
    const [table, id, set] = change;
    const source = sources.get(`${table}/${id}`);
    if (table === 'settings' && edit.account === undefined) continue;
    if (!exists(change)) changes.push(change);
    else if (table === 'settings') changes.push(['settings', id, given(edit.account ?? {}, set ?? {})]);
    else if (table === 'keywords' && source !== undefined) {
      const both = 'status' in source ? { ...source, optStatus: true, serving: true, mobileStatus: true } : source;
      changes.push(['keywords', id, { ...given(both, set ?? {}), review: null }]);
    } else if (source !== undefined) changes.push([table, id, given(source, set ?? {})] as RecordChange);
  }
  return changes;
}
