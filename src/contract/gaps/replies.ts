import { gap, type InterfaceGap } from './gap.js';

/** Requests and replies in general. */
export const REPLY_GAPS: readonly InterfaceGap[] = [
  gap(
    'id-form',
    'fields',
    'Whether ids in replies are numbers or text.',
    'as documented; numbers where nothing is documented',
    'idsAs',
  ),
  gap('id-size', 'fields', 'How large ids grow.', 'any number of digits; new ones from 910001', 'firstId'),
  gap('empty-lists', 'requests', 'How an empty list is sent.', 'as an empty list', 'emptyLists'),
  gap(
    'no-failures',
    'failures',
    '`failures` when there are none.',
    'an empty list; absent in keyword updates',
    'noFailures',
  ),
  gap('failures-form', 'failures', 'Whether `failures` is always a list.', 'yes', 'failuresForm'),
  gap(
    'too-many-items',
    'limits',
    'How a request with too many items is answered.',
    '200 with one failure, nothing done',
    'tooManyItems',
  ),
  gap('unknown-fields', 'requests', 'How undocumented fields are handled.', 'refused', 'unknownFields'),
  gap(
    'format',
    'requests',
    'Whether calls carry format=json.',
    'they may, with a remark in the log',
    'strict',
    'service.format',
  ),
  gap(
    'foreign-forms',
    'requests',
    'Login in the query, multipart forms, ids as text.',
    'accepted, with a remark in the log',
    'strict',
  ),
  gap('past-last-page', 'componentReport', 'A page after the last.', 'an empty list', 'pastLastPage'),
  gap('money-form', 'fields', 'How amounts are written in replies.', 'two decimals', 'moneyText'),
  gap('price-decimals', 'fields', 'A price with more than two decimals.', 'refused', 'priceDecimals'),
  gap('error-codes', 'failures', 'All other error codes.', 'codes of the sandbox only, from 940001'),
  gap('http-statuses', 'failures', 'HTTP status codes.', '200, except for tokens, 404, 405, 413 and 429'),
  gap('sensitive-words', 'failures', 'Which texts are refused as sensitive (90202).', 'none', 'sensitiveWords'),
];
