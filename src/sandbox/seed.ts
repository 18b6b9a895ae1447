import type { SandboxFixture } from './fixture-schema.js';
import { moneyOf, moneyText } from './money.js';
import type { Change, GroupRecord, KeywordRecord } from './records.js';

type Scalar = string | number | boolean | null | undefined;
type Item<Name extends keyof SandboxFixture> =
  NonNullable<SandboxFixture[Name]> extends readonly (infer One)[] ? One : never;

const textOr = (value: Scalar, otherwise: string) =>
  value === undefined ? otherwise : value === null ? '' : String(value);
const text = (value: Scalar) => textOr(value, '');
const money = (value: Scalar, otherwise: string) => {
  const given = textOr(value, otherwise);
  const read = moneyOf(given);
  return read === undefined ? given : moneyText(read.fen);
};

/** Only the fields that were given: what a change behind the client's back sets. */
const given = <Fields extends Record<string, unknown>>(source: object, fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in source)) as Partial<Fields>;

const DEFAULT_ACCOUNT = {
  uid: '20001',
  userName: 'sandbox',
  email: 'sandbox@example.com',
  category: '1',
  agency: '',
  companyName: '示例公司',
  industry1: '10',
  industry2: '1001',
  balance: '10000.00',
  budget: '500.00',
  mvBudget: '0.00',
  appBudget: '0.00',
  resources: '',
  status: '1',
  allowDomain: 'www.example.com',
  allowMobileDomain: 'm.example.com',
  allowDevice: 'computer,mobile',
  isMedical: '0',
};

const DEFAULT_PACKAGES = {
  低竞价词包: [{ word: '平底鞋', pv: '320', mpv: '210' }],
  PC搜索热词: [{ word: '女鞋', pv: '5200', mpv: '<10' }],
  转化词包: [{ word: '女鞋包邮', pv: '<10', mpv: '<10' }],
  移动热词: [{ word: '运动鞋', pv: '880', mpv: '7600' }],
};

/** The account of a fixture, defaults filled in. */
export function seedChanges(fixture: SandboxFixture, now: string): Change[] {
  const changes: Change[] = [['settings', 'account', accountFields({ ...DEFAULT_ACCOUNT, ...fixture.account })]];
  for (const one of fixture.campaigns ?? []) {
    const id = text(one.campaignId);
    changes.push(['campaigns', id, { id, name: textOr(one.name, `campaign ${id}`) }]);
  }
  const campaignId = text(fixture.campaigns?.[0]?.campaignId ?? 1001);
  const groups = new Set<string>();
  const addGroup = (one: Item<'groups'>) => {
    groups.add(text(one.groupId));
    changes.push(['groups', text(one.groupId), groupFields({ campaignId, ...one }, now)]);
  };
  for (const one of fixture.groups ?? []) addGroup(one);
  for (const one of fixture.keywords ?? []) {
    // A group that a keyword or a creative names exists, listed or not.
    const groupId = textOr(one.groupId, '1');
    if (!groups.has(groupId)) addGroup({ groupId });
    changes.push(['keywords', text(one.id), keywordFields(one, now)]);
  }
  for (const one of fixture.richCreatives ?? []) {
    if (!groups.has(text(one.groupId))) addGroup({ groupId: text(one.groupId) });
    changes.push(['creatives', text(one.id), creativeFields(one, now)]);
  }
  for (const one of fixture.apps ?? []) changes.push(['apps', text(one.appId), appFields(one, now)]);
  for (const one of fixture.pictures ?? []) changes.push(['pictures', text(one.picId), pictureFields(one, now)]);
  for (const one of fixture.videos ?? []) {
    const defaults = { format: 'MP4', bytes: 1_000_000, width: 1280, height: 720, seconds: 15 };
    changes.push(['videos', one.url, { id: one.url, ...defaults, ...one, format: textOr(one.format, 'MP4') }]);
  }
  for (const one of fixture.tags ?? []) changes.push(['tags', text(one.id), tagFields(one)]);
  for (const [id, entries] of Object.entries(fixture.keywordPackages ?? DEFAULT_PACKAGES)) {
    changes.push(['packages', id, { id, entries: entries.map(packageEntry) }]);
  }
  return changes;
}

/** Changes to things that exist, in the fixture's form: only the fields that are given. New ids make new things. */
export function editChanges(edit: SandboxFixture, exists: (change: Change) => boolean, now: string): Change[] {
  const sources = new Map<string, object>();
  for (const one of edit.groups ?? []) sources.set(`groups/${text(one.groupId)}`, one);
  for (const one of edit.keywords ?? []) sources.set(`keywords/${text(one.id)}`, one);
  for (const one of edit.apps ?? []) sources.set(`apps/${text(one.appId)}`, one);
  for (const one of edit.pictures ?? []) sources.set(`pictures/${text(one.picId)}`, one);
  for (const one of edit.tags ?? []) sources.set(`tags/${text(one.id)}`, one);
  const changes: Change[] = [];
  for (const change of seedChanges({ keywordPackages: {}, ...edit }, now)) {
    const [table, id, set] = change;
    const source = sources.get(`${table}/${id}`);
    if (table === 'settings' && edit.account === undefined) continue;
    if (!exists(change)) changes.push(change);
    else if (table === 'settings') changes.push(['settings', id, given(edit.account ?? {}, set ?? {})]);
    else if (table === 'keywords' && source !== undefined) {
      const both = 'status' in source ? { ...source, optStatus: true, serving: true, mobileStatus: true } : source;
      changes.push(['keywords', id, { ...given(both, set ?? {}), review: null }]);
    } else if (source !== undefined) changes.push([table, id, given(source, set ?? {})] as Change);
  }
  return changes;
}

function accountFields(account: Record<string, Scalar>): Record<string, string> {
  return Object.fromEntries(Object.entries(account).map(([name, value]) => [name, text(value)]));
}

function groupFields(one: Item<'groups'>, now: string): GroupRecord {
  const id = text(one.groupId);
  const { phrase, exact } = one.negativeWords ?? {};
  const { path, literal } = one.industryTags ?? {};
  return {
    id,
    campaignId: text(one.campaignId),
    name: textOr(one.name, `group ${id}`),
    price: money(one.price, '1.00'),
    status: one.status ?? 'enable',
    addTime: textOr(one.addTime, now),
    ...(one.negativeWords && {
      negativeWords: { ...(phrase && { phrase: phrase.map(text) }), ...(exact && { exact: exact.map(text) }) },
    }),
    ...(one.industryTags && {
      industryTags: { ...(path && { path: path.map(text) }), ...(literal !== undefined && { literal: text(literal) }) },
    }),
    ...(one.productGroup && { productGroup: true }),
  };
}

function keywordFields(one: Item<'keywords'>, now: string): KeywordRecord {
  const id = text(one.id);
  const status = one.status ?? 'enable';
  const rejected = status === 'reject' || status === 'pending' || status === 'ineffective';
  return {
    id,
    groupId: textOr(one.groupId, '1'),
    word: textOr(one.word, `关键词${id}`),
    price: money(one.price, '1.00'),
    matchType: textOr(one.matchType, 'phrase'),
    destinationUrl: text(one.destinationUrl),
    mobileDestinationUrl: text(one.mobileDestinationUrl),
    deeplinkUrl: text(one.deeplinkUrl),
    optStatus: one.optStatus ?? (status === 'pause' ? 'paused' : 'enabled'),
    serving: status === 'pause' ? 'enable' : status,
    mobileStatus: one.mobileStatus ?? (rejected ? status : 'pass'),
    cause: text(one.cause),
    pcLowestPrice: money(one.pcLowestPrice, '0.30'),
    pcLeft3Price: money(one.pcLeft3Price, '2.00'),
    pcLeftPrice: money(one.pcLeftPrice, '1.00'),
    tag: textOr(one.tag, '[]'),
    addTime: textOr(one.addTime, now),
    updateTime: textOr(one.updateTime, now),
    wildcardTag: textOr(one.wildcardTag, '1'),
    tagCause: text(one.tagCause),
  };
}

function creativeFields(one: Item<'richCreatives'>, now: string) {
  const { type, device, status = 'enable' } = one;
  return { id: text(one.id), groupId: text(one.groupId), type, device, status, content: null, addTime: now };
}

function appFields(one: Item<'apps'>, now: string) {
  const id = text(one.appId);
  return {
    id,
    title: textOr(one.title, `应用${id}`),
    type: one.type ?? 'Android',
    imageUrl: textOr(one.imageUrl, `https://img.example.com/app/${id}.png`),
    appUrl: textOr(one.appUrl, `https://dl.example.com/${id}.apk`),
    appAutoCheck: textOr(one.appAutoCheck, 'OFF'),
    developer: text(one.developer),
    privacyUrl: text(one.privacyUrl),
    authUrl: text(one.authUrl),
    copyright: text(one.copyright),
    status: one.status ?? 'enable',
    cause: text(one.cause),
    updateTime: textOr(one.updateTime, now),
    remark: text(one.remark),
  };
}

function pictureFields(one: Item<'pictures'>, now: string) {
  const id = text(one.picId);
  return {
    id,
    picUrl: textOr(one.picUrl, `https://img.example.com/pic/${id}.jpg`),
    width: textOr(one.width, '640'),
    height: textOr(one.height, '360'),
    tags: (one.tags ?? []).map(text),
    source: textOr(one.source, 'pichouse'),
    addTime: textOr(one.addTime, now),
    updateTime: textOr(one.updateTime, now),
    groupIds: (one.groupIds ?? []).map(text),
  };
}

function tagFields(one: Item<'tags'>) {
  return { id: text(one.id), title: text(one.title), is_important: textOr(one.is_important, '0') };
}

function packageEntry(one: { word?: Scalar; pv?: Scalar; mpv?: Scalar }) {
  return { word: text(one.word), pv: textOr(one.pv, '<10'), mpv: textOr(one.mpv, '<10') };
}
