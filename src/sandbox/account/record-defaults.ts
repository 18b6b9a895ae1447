import { APP_RECORD, KEYWORD_RECORD, PICTURE_RECORD, type RecordOf, type WireRecord } from '../../contract/index.js';
import type { SandboxFixture } from '../settings/fixture-schema.js';
import { moneyOf, moneyText } from '../values/money.js';
import type { GroupRecord, KeywordRecord } from './records.js';

type Scalar = string | number | boolean | null | undefined;
export type FixtureItem<Name extends keyof SandboxFixture> =
  NonNullable<SandboxFixture[Name]> extends readonly (infer One)[] ? One : never;

export const textOr = (value: Scalar, otherwise: string) =>
  value === undefined ? otherwise : value === null ? '' : String(value);
export const textOrEmpty = (value: Scalar) => textOr(value, '');
type Given = Readonly<Record<string, Scalar | readonly Scalar[]>>;

/** A record of a fixture's entry: what it leaves out has a default, a time is now, and the rest is empty. */
function recordOf<Table extends WireRecord>(
  table: Table,
  given: Given,
  now: string,
  defaults: { readonly [Name in keyof Table]?: string },
): RecordOf<Table> {
  const record: Record<string, string | readonly string[]> = {};
  for (const [name, { is, read }] of Object.entries(table)) {
    if (read === undefined) continue;
    const value = given[name];
    const otherwise = defaults[name] ?? (is === 'time' ? now : '');
    if (is === 'texts') record[name] = isList(value) ? value.map(textOrEmpty) : [];
    else if (!isList(value)) record[name] = is === 'money' ? money(value, otherwise) : textOr(value, otherwise);
  }
  return record as RecordOf<Table>;
}

const isList = (value: Given[string]): value is readonly Scalar[] => Array.isArray(value);
const money = (value: Scalar, otherwise: string) => {
  const given = textOr(value, otherwise);
  const read = moneyOf(given);
  return read === undefined ? given : moneyText(read.fen);
};

export const DEFAULT_ACCOUNT = {
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

export const DEFAULT_PACKAGES = {
  低竞价词包: [{ word: '平底鞋', pv: '320', mpv: '210' }],
  PC搜索热词: [{ word: '女鞋', pv: '5200', mpv: '<10' }],
  转化词包: [{ word: '女鞋包邮', pv: '<10', mpv: '<10' }],
  移动热词: [{ word: '运动鞋', pv: '880', mpv: '7600' }],
};

export function accountRecord(account: Record<string, Scalar>): Record<string, string> {
  return Object.fromEntries(Object.entries(account).map(([name, value]) => [name, textOrEmpty(value)]));
}

export function groupRecord(one: FixtureItem<'groups'>, now: string): GroupRecord {
  const id = textOrEmpty(one.groupId);
  const { phrase, exact } = one.negativeWords ?? {};
  const { path, literal } = one.industryTags ?? {};
  return {
    id,
    campaignId: textOrEmpty(one.campaignId),
    name: textOr(one.name, `group ${id}`),
    price: money(one.price, '1.00'),
    status: one.status ?? 'enable',
    addTime: textOr(one.addTime, now),
    ...(one.negativeWords && {
      negativeWords: {
        ...(phrase && { phrase: phrase.map(textOrEmpty) }),
        ...(exact && { exact: exact.map(textOrEmpty) }),
      },
    }),
    ...(one.industryTags && {
      industryTags: {
        ...(path && { path: path.map(textOrEmpty) }),
        ...(literal !== undefined && { literal: textOrEmpty(literal) }),
      },
    }),
    ...(one.productGroup && { productGroup: true }),
  };
}

const KEYWORD_DEFAULTS = {
  ...{ groupId: '1', price: '1.00', matchType: 'phrase', tag: '[]', wildcardTag: '1' },
  ...{ pcLowestPrice: '0.30', pcLeft3Price: '2.00', pcLeftPrice: '1.00' },
};

export function keywordRecord(one: FixtureItem<'keywords'>, now: string): KeywordRecord {
  const { status = 'enable', ...given } = one;
  const rejected = status === 'reject' || status === 'pending' || status === 'ineffective';
  const { status: _derived, ...record } = recordOf(KEYWORD_RECORD, given, now, {
    ...KEYWORD_DEFAULTS,
    word: `关键词${textOrEmpty(one.id)}`,
    optStatus: status === 'pause' ? 'paused' : 'enabled',
    mobileStatus: rejected ? status : 'pass',
  });
  return { ...record, serving: status === 'pause' ? 'enable' : status };
}

export function creativeFields(one: FixtureItem<'richCreatives'>, now: string) {
  const { type, device, status = 'enable' } = one;
  return {
    id: textOrEmpty(one.id),
    groupId: textOrEmpty(one.groupId),
    type,
    device,
    status,
    content: null,
    addTime: now,
  };
}

export function appRecord(one: FixtureItem<'apps'>, now: string) {
  const { appId: id, ...record } = recordOf(APP_RECORD, one, now, {
    title: `应用${textOrEmpty(one.appId)}`,
    type: 'Android',
    imageUrl: `https://img.example.com/app/${textOrEmpty(one.appId)}.png`,
    appUrl: `https://dl.example.com/${textOrEmpty(one.appId)}.apk`,
    appAutoCheck: 'OFF',
    status: 'enable',
  });
  return { id, ...record };
}

export function pictureRecord(one: FixtureItem<'pictures'>, now: string) {
  const { groupIds = [], ...given } = one;
  const { picId: id, ...record } = recordOf(PICTURE_RECORD, given, now, {
    picUrl: `https://img.example.com/pic/${textOrEmpty(one.picId)}.jpg`,
    width: '640',
    height: '360',
    source: 'pichouse',
  });
  return { id, ...record, groupIds: groupIds.map(textOrEmpty) };
}

export function tagFields(one: FixtureItem<'tags'>) {
  return { id: textOrEmpty(one.id), title: textOrEmpty(one.title), is_important: textOr(one.is_important, '0') };
}

export function packageEntry(one: { word?: Scalar; pv?: Scalar; mpv?: Scalar }) {
  return { word: textOrEmpty(one.word), pv: textOr(one.pv, '<10'), mpv: textOr(one.mpv, '<10') };
}
