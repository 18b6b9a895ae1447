import type { SandboxFixture } from './fixture-schema.js';
import { moneyOf, moneyText } from './money.js';
import type { GroupRecord, KeywordRecord } from './records.js';

type Scalar = string | number | boolean | null | undefined;
export type Item<Name extends keyof SandboxFixture> =
  NonNullable<SandboxFixture[Name]> extends readonly (infer One)[] ? One : never;

export const textOr = (value: Scalar, otherwise: string) =>
  value === undefined ? otherwise : value === null ? '' : String(value);
export const text = (value: Scalar) => textOr(value, '');
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

export function accountFields(account: Record<string, Scalar>): Record<string, string> {
  return Object.fromEntries(Object.entries(account).map(([name, value]) => [name, text(value)]));
}

export function groupFields(one: Item<'groups'>, now: string): GroupRecord {
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

export function keywordFields(one: Item<'keywords'>, now: string): KeywordRecord {
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

export function creativeFields(one: Item<'richCreatives'>, now: string) {
  const { type, device, status = 'enable' } = one;
  return { id: text(one.id), groupId: text(one.groupId), type, device, status, content: null, addTime: now };
}

export function appFields(one: Item<'apps'>, now: string) {
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

export function pictureFields(one: Item<'pictures'>, now: string) {
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

export function tagFields(one: Item<'tags'>) {
  return { id: text(one.id), title: text(one.title), is_important: textOr(one.is_important, '0') };
}

export function packageEntry(one: { word?: Scalar; pv?: Scalar; mpv?: Scalar }) {
  return { word: text(one.word), pv: textOr(one.pv, '<10'), mpv: textOr(one.mpv, '<10') };
}
