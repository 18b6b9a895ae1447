import type { AppRecord, KeywordRecord, Review } from './records.js';

/** Reviews end by the clock alone: the present state of a record is computed when it is read. */
export function keywordAt(record: KeywordRecord, now: Date): KeywordRecord {
  const { review } = record;
  if (review === undefined || review === null) return record;
  if (now.getTime() < review.untilMilliseconds)
    return { ...record, serving: 'pending', mobileStatus: 'pending', cause: '' };
  if (review.reject !== undefined) {
    return { ...record, serving: 'reject', mobileStatus: 'reject', cause: review.reject, review: null };
  }
  return { ...record, ...review.values, serving: 'enable', mobileStatus: 'pass', cause: '', review: null };
}

export function appAt(record: AppRecord, now: Date): AppRecord {
  const { review } = record;
  if (review === undefined || review === null) return record;
  if (now.getTime() < review.untilMilliseconds) return { ...record, status: 'pending', cause: '' };
  return review.reject === undefined
    ? { ...record, status: 'enable', cause: '', review: null }
    : { ...record, status: 'reject', cause: review.reject, review: null };
}

/** A review that starts now and looks for the words that are rejected. */
export function startReview(
  now: Date,
  seconds: number,
  rejectWords: readonly string[],
  texts: readonly string[],
): Review {
  const word = rejectWords.find((one) => texts.some((text) => text.includes(one)));
  return {
    untilMilliseconds: now.getTime() + seconds * 1000,
    ...(word !== undefined && { reject: `审核不通过: ${word}` }),
  };
}
