import type { ApplyResult, ItemResult } from '../../src/model/change/result.js';

/** An apply in which everything happened. */
export function sampleResult(): ApplyResult {
  const keywords = Array.from({ length: 30 }, (_, index): ItemResult => {
    const id = String(80000000 + index);
    return { address: `keyword/${id}`, action: 'update', outcome: 'done', id };
  });
  const items: ItemResult[] = [
    { address: 'group/autumn-shoes', action: 'create', outcome: 'done', id: '910001' },
    { address: 'group/秋季女鞋', action: 'create', outcome: 'done', id: '9007199254740993' },
    ...keywords,
    { address: 'app/shoes-android', action: 'create', outcome: 'pending', taskId: '55' },
    {
      address: 'group/bad',
      action: 'create',
      outcome: 'failed',
      error: { code: '90202', message: 'a sensitive word' },
    },
    {
      address: 'rich-creative/bad/sublinks-mobile',
      action: 'create',
      outcome: 'skipped',
      note: 'It depends on group/bad, which was not created.',
    },
    {
      address: 'rich-creative/bad/windows-mobile',
      action: 'create',
      outcome: 'skipped',
      note: 'It depends on group/bad, which was not created.',
    },
    {
      address: 'keyword/80009999',
      action: 'update',
      outcome: 'held',
      id: '80009999',
      note: 'The bid moved from 0.80 to 0.90 since the plan.',
    },
    {
      address: 'group/\u202elost one',
      action: 'create',
      outcome: 'unknown',
      attempt: 'a1b2c3',
      error: { message: 'The connection was reset after the call was sent.' },
    },
  ];
  return {
    account: 'main',
    status: 'unresolved',
    summary: { done: 32, failed: 1, skipped: 2, held: 1, unknown: 1, pending: 1 },
    items,
    diagnostics: [],
  };
}
