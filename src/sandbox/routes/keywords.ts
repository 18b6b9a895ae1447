import { KEYWORD_RECORD, LIMITS } from '../../contract/index.js';
import type { KeywordRecord, RecordChange } from '../account/records.js';
import { keywordAt, startReview } from '../account/review.js';
import type { Answer, Call } from '../call/call.js';
import { recordOnRead } from '../call/record-on-read.js';
import { type Refusal, refuse } from '../call/refusal.js';
import { type FailureItem, failureItem } from '../call/reply.js';
import { idList, requiredList } from '../rules/fields.js';
import { checkKeyword, keywordIdOf } from '../rules/keyword-rules.js';
import { addressesIn } from '../rules/sent-record.js';

/** Get keywords by id. */
export function getKeywords(call: Call): Answer {
  const ids = idList(call, 'idList', call.options.maxKeywordIds);
  if (!ids.ok) return ids;
  if (ids.value === undefined || ids.value.length === 0) return { refusal: refuse('fieldMissing', 'idList') };
  if (call.stamp) return { refusal: call.stamp };
  const now = call.clock.now();
  const found: KeywordRecord[] = [];
  for (const id of new Set(ids.value)) {
    const keyword = call.account.tables.keywords.get(id);
    if (keyword !== undefined) found.push(keywordAt(keyword, now));
    else if (call.options.deadKeywordId === 'empties-lookup') return { reply: call.forms.list('keywordList', []) };
  }
  if (call.options.keywordOrder === 'reversed') found.reverse();
  return {
    reply: call.forms.list(
      'keywordList',
      found.map((keyword) => keywordOnRead(call, keyword)),
    ),
  };
}

/** Update keywords. */
export function updateKeywords(call: Call): Answer {
  const keywords = requiredList(call, 'keywords', LIMITS.keywordsPerUpdate);
  if (!keywords.ok) return keywords;
  const failures: FailureItem[] = [];
  const failed: string[] = [];
  const updated: string[] = [];
  for (const [index, entry] of keywords.value.entries()) {
    const edit = call.stamp
      ? { ok: false as const, refusal: call.stamp }
      : checkKeyword(call, entry, `keywords[${index}]`);
    if (edit.ok) {
      updated.push(edit.value.keyword.id);
      call.commit([keywordChange(call, edit.value.keyword, edit.value.set)]);
    } else {
      const id = keywordIdOf(call, entry);
      if (id !== undefined && call.options.keywordFailures !== 'failures') failed.push(id);
      if (id === undefined || call.options.keywordFailures !== 'ids')
        failures.push(failureOf(call, edit.refusal, id, index));
    }
  }
  return {
    reply: {
      errno: call.options.errno,
      affectedRecords: affectedRecords(call, updated),
      ...failKeywordIds(call, failed),
      ...call.forms.failures(failures),
    },
  };
}

function failureOf(call: Call, refusal: Refusal, id: string | undefined, index: number): FailureItem {
  return failureItem(refusal, id === undefined ? { index } : { id: call.forms.idNumber(id) });
}

const REVIEWED = addressesIn(KEYWORD_RECORD);

/** New addresses start a review; with `valuesAfterReview` they are held back until it ends. */
function keywordChange(call: Call, stored: KeywordRecord, set: Partial<KeywordRecord>): RecordChange {
  const now = call.clock.now();
  const keyword = keywordAt(stored, now);
  const updateTime = call.clock.text();
  const moved = REVIEWED.filter((name) => set[name] !== undefined && set[name] !== keyword[name]);
  // A finished review is written down before new values cover it.
  const settled: Partial<KeywordRecord> = stored.review && keyword.review === null ? keyword : {};
  if (moved.length === 0) return ['keywords', stored.id, { ...settled, ...set, updateTime }];
  const { keywordSeconds, rejectWords, valuesAfterReview } = call.options.review;
  const review = startReview(
    now,
    keywordSeconds,
    rejectWords,
    moved.map((name) => set[name] ?? ''),
  );
  if (!valuesAfterReview) return ['keywords', stored.id, { ...settled, ...set, updateTime, review }];
  const held: Record<string, string> = { ...stored.review?.values };
  const open: Record<string, unknown> = { ...set };
  for (const name of moved) {
    held[name] = set[name] ?? '';
    delete open[name];
  }
  return ['keywords', stored.id, { ...settled, ...open, updateTime, review: { ...review, values: held } }];
}

function affectedRecords(call: Call, updated: readonly string[]): unknown {
  if (call.options.affectedRecords === 'list') return updated.map((id) => call.forms.idNumber(id));
  return call.options.affectedRecords === 'text' ? String(updated.length) : updated.length;
}

function failKeywordIds(call: Call, failed: readonly string[]): Record<string, unknown> {
  const { failKeywordIds: form, noFailKeywordIds } = call.options;
  if (failed.length === 0) {
    return noFailKeywordIds === 'absent' ? {} : { failKeywordIds: noFailKeywordIds === 'null' ? null : '' };
  }
  if (form === 'list') return { failKeywordIds: failed.map((id) => call.forms.idNumber(id)) };
  return { failKeywordIds: form === 'json-text' ? `[${failed.join(',')}]` : failed.join(form === 'space' ? ' ' : ',') };
}

function keywordOnRead(call: Call, keyword: KeywordRecord): Record<string, unknown> {
  const { word, serving, optStatus } = keyword;
  return recordOnRead(call, KEYWORD_RECORD, {
    ...keyword,
    word: call.options.wordsOnRead === 'lower-case' ? word.toLowerCase() : word,
    price: priceOnRead(call, keyword),
    status: serving === 'enable' && optStatus === 'paused' ? 'pause' : serving,
  });
}

function priceOnRead(call: Call, { price, groupId }: KeywordRecord): string {
  if (price !== '0.00' || call.options.priceZero === 'two-decimals') return price;
  return call.options.priceZero === 'zero' ? '0' : (call.account.tables.groups.get(groupId)?.price ?? '0.00');
}
