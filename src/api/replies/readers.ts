import { isLosslessNumber } from 'lossless-json';
import type { EndpointName, ReplyOf, ServiceFailure, ServiceSettings, TextRecord } from '../../contract/index.js';
import { ERRNO_SUCCESS } from '../../contract/index.js';
import type { Json, JsonObject } from './json.js';
import { isObject, readJson } from './json.js';
import { readAffected, readKeywordIds } from './keyword-ids.js';
import { isNothing, readReplyId, readResultList } from './reply-ids.js';
import { idsOf, readList, recordsOf, textOf, textRecord } from './scalars.js';

/**
 * What a reply says of its results: some, none (an empty list, nothing but `0`), nothing at all (`absent`: the key is
 * missing or null), or `lacking` where the reply is of another shape than the interface's.
 */
export type Results = 'some' | 'none' | 'absent' | 'lacking';

export interface Reading<Name extends EndpointName> {
  readonly reply: ReplyOf<Name>;
  readonly results: Results;
  /** The key that decided. */
  readonly key: string;
}

export interface ReadingContext {
  readonly failures: readonly ServiceFailure[];
  readonly settings: ServiceSettings;
}

/** The lists that make replies long, by endpoint: their keys. */
const LONG_LISTS = {
  getKeywords: () => 'keywordList',
  componentReport: () => 'sublinkList',
  creativeReport: ({ richCreativeWord }: ServiceSettings) => `${richCreativeWord}List`,
} satisfies { readonly [Name in EndpointName]?: (settings: ServiceSettings) => string };

/** The key of the list that makes the replies of an endpoint long; undefined where none does. */
export function longListKey(name: EndpointName, settings: ServiceSettings): string | undefined {
  return Object.hasOwn(LONG_LISTS, name) ? LONG_LISTS[name as keyof typeof LONG_LISTS](settings) : undefined;
}

type Reader<Name extends EndpointName> = (body: JsonObject, context: ReadingContext) => Reading<Name>;

const isRecord = (value: Json): value is JsonObject => isObject(value) && !isLosslessNumber(value);

const extent = (list: readonly unknown[] | undefined): Results =>
  list === undefined ? 'absent' : list.length === 0 ? 'none' : 'some';

/** What a creating reply says as a whole. Something under the key that is not a list of results proves nothing. */
function creationResults(value: Json, ids: readonly (string | undefined)[] | undefined): Results {
  if (ids === undefined) return isNothing(value) ? 'absent' : 'lacking';
  return ids.every((id) => id === '0') ? 'none' : 'some';
}

/**
 * A missing list means that there is nothing, unless the reply carries its data under another name: then it is no reply
 * of this interface, and reading it as "nothing there" would let things be made a second time.
 */
function listResults(body: JsonObject, key: string, list: readonly unknown[] | undefined): Results {
  if (list !== undefined || key in body) return extent(list);
  const carriesData = Object.entries(body).some(
    ([name, value]) =>
      name !== 'failures' && typeof value === 'object' && value !== null && Object.keys(value).length > 0,
  );
  return carriesData ? 'lacking' : 'absent';
}

function listReader(key: string, body: JsonObject): { rows: readonly TextRecord[]; results: Results; key: string } {
  const rows = recordsOf(body[key]);
  return { rows: rows ?? [], results: listResults(body, key, rows), key };
}

/** Picture tags as a list, as JSON text of a list, or as one tag. */
function readTags(value: Json): readonly string[] {
  const json = typeof value === 'string' && /^\s*\[/.test(value) ? readJson(value) : undefined;
  return (readList(json?.value ?? value) ?? []).flatMap((one) => textOf(one) ?? []);
}

function readCount(value: Json): number | undefined {
  const text = textOf(value);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** One reader for each operation, in the order of `ENDPOINTS`. */
export const READERS: { readonly [Name in EndpointName]: Reader<Name> } = {
  login(body) {
    // A list or an object is no token, and its text would be sent as one.
    const given = body['accessToken'];
    const accessToken = Array.isArray(given) || isRecord(given) ? '' : (textOf(given)?.trim() ?? '');
    const reply = { uid: textOf(body['uid']), accessToken };
    return { reply, results: accessToken === '' ? 'absent' : 'some', key: 'accessToken' };
  },

  accountInfo(body) {
    const reply = textRecord(body);
    const uid = reply['uid'];
    return { reply, results: uid === undefined || uid === '' ? 'absent' : 'some', key: 'uid' };
  },

  addRichCreatives(body, { failures }) {
    const given = body['success'];
    // One result may come without its list: it names its group and creative itself.
    const list = readResultList(given) ?? (isRecord(given) && 'id' in given ? [given] : undefined);
    const success = list?.map((one) => {
      const { id, type, groupId, device } = isRecord(one) ? one : {};
      const texts = { type: textOf(type) ?? '', groupId: textOf(groupId) ?? '', device: textOf(device) ?? '' };
      return { id: readReplyId(id), ...texts };
    });
    const results = creationResults(
      given,
      success?.map(({ id }) => id),
    );
    return { reply: { success, failures }, results, key: 'success' };
  },

  getKeywords(body) {
    const { rows, results, key } = listReader(LONG_LISTS.getKeywords(), body);
    return { reply: { keywordList: rows }, results, key };
  },

  addGroups(body, { failures }) {
    const given = body['groupIdList'];
    const groupIdList = readResultList(given)?.map(readReplyId);
    return { reply: { groupIdList, failures }, results: creationResults(given, groupIdList), key: 'groupIdList' };
  },

  addAppTask(body, { failures }) {
    const given = body['appTaskId'];
    const appTaskId = readReplyId(given);
    const results = creationResults(given, appTaskId === undefined ? undefined : [appTaskId]);
    return { reply: { appTaskId, failures }, results, key: 'appTaskId' };
  },

  updateKeywords(body, { failures }) {
    const errno = textOf(body['errno'])?.trim() || undefined;
    const affectedRecords = readAffected(body['affectedRecords']);
    const failKeywordIds = readKeywordIds(body['failKeywordIds']);
    const reply = { errno, affectedRecords, failKeywordIds, failures };
    const done = affectedRecords !== undefined && affectedRecords !== '0';
    if (done || failKeywordIds.length > 0) return { reply, results: 'some', key: 'affectedRecords' };
    if (errno !== undefined && ERRNO_SUCCESS.includes(errno)) {
      return { reply, results: affectedRecords === undefined && failures.length > 0 ? 'none' : 'some', key: 'errno' };
    }
    const answered = errno === undefined && affectedRecords !== undefined;
    return { reply, results: answered ? 'none' : 'absent', key: 'affectedRecords' };
  },

  getApps(body) {
    const { rows, results, key } = listReader('appList', body);
    return { reply: { appList: rows }, results, key };
  },

  keywordPackages(body) {
    const list: Record<string, readonly TextRecord[]> = {};
    const given = body['list'];
    if (isRecord(given)) for (const [name, words] of Object.entries(given)) list[name] = recordsOf(words) ?? [];
    const names = isRecord(given) || Array.isArray(given) ? Object.keys(list) : undefined;
    return { reply: { list }, results: listResults(body, 'list', names), key: 'list' };
  },

  componentReport(body) {
    const { rows, results, key } = listReader(LONG_LISTS.componentReport(), body);
    return { reply: { rows }, results, key };
  },

  creativeReport(body, { settings }) {
    const { rows, results, key } = listReader(LONG_LISTS.creativeReport(settings), body);
    return { reply: { rows }, results, key };
  },

  unbindPictures(body, { failures }) {
    const list = idsOf(body['successGroupIdList'])?.filter((id) => id !== '0');
    const reply = { successGroupIdList: list ?? [], failures };
    return { reply, results: extent(list), key: 'successGroupIdList' };
  },

  listPictures(body) {
    const entries = readList(body['pictureList'])?.filter(isRecord);
    const pictureList = entries?.map(({ tags: _tags, ...rest }) => textRecord(rest));
    const tags = entries?.map((entry) => readTags(entry['tags'])) ?? [];
    const reply = { count: readCount(body['count']), pictureList: pictureList ?? [], tags };
    return { reply, results: listResults(body, 'pictureList', pictureList), key: 'pictureList' };
  },

  keywordTags(body) {
    const { rows, results, key } = listReader('tagList', body);
    return { reply: { tagList: rows }, results, key };
  },

  updatePictureTags(body, { failures }) {
    const success = idsOf(body['success'])?.filter((id) => id !== '0');
    return { reply: { success: success ?? [], failures }, results: extent(success), key: 'success' };
  },
};
