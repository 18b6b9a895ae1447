import { inflateRawSync } from 'node:zlib';
import { kinds } from '../../src/kinds/registry.js';
import type { Change, Plan } from '../../src/model/change/plan.js';
import { summarise } from '../../src/plan/saved/summary.js';
import { pageAssets } from '../../src/render/html/assets.js';
import type { PageChanges } from '../../src/render/html/page-changes.js';
import { readPlanData } from '../../src/render/html/plan-data.js';
import { type PlanPageOptions, renderPlanPage } from '../../src/render/html/plan-page.js';
import { change, field } from './sample-plan.js';

export const RULES = {
  ruleOf: (kind: string, path: string) => kinds.get(kind)?.fields[path],
  factsOf: (kind: string) => kinds.get(kind)?.facts,
};

/** What is embedded in a page, as its script reads it; a page without changes has nothing. */
export function pageData(page: string): PageChanges | undefined {
  const base64 = /id="plan-data">([^<]*)</.exec(page)?.[1];
  if (base64 === undefined) return undefined;
  return readPlanData(JSON.parse(inflateRawSync(Buffer.from(base64, 'base64')).toString('utf8')));
}

/** As the commands write it, with what the kinds say of their fields. */
export const planPage = async (plan: Plan, options: PlanPageOptions = {}) =>
  renderPlanPage(
    plan,
    {
      kinds: kinds.all.map(({ name }) => name),
      ...RULES,
      ...options,
    },
    await pageAssets(),
  );

/** So many bid changes, in groups of fifty: every seventh falls, all others rise. */
export function bidChanges(count: number): Change[] {
  return Array.from({ length: count }, (_, index) => {
    const cents = 50 + ((index * 37) % 400);
    const to = index % 7 === 0 ? cents - 10 : cents + 5 + (index % 90);
    const id = String(80_000_000 + index * 13 + ((index * 7919) % 11));
    const group = String(556_000 + Math.floor(index / 50));
    return change(`keyword/${id}`, 'update', {
      id,
      reason: 'The manifest asks for other values.',
      source: { file: `ads/keywords-${Math.floor(index / 1000)}.csv`, line: 2 + (index % 1000), column: 3 },
      facts: { word: `女鞋 ${(index * 7919) % 99991}`, groupId: group, status: 'enable', cause: '' },
      observedAt: '2024-06-01T08:00:01Z',
      fields: [field('price', { desired: yuan(to), observed: yuan(cents) })],
    });
  });
}

const yuan = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

export function planOf(changes: readonly Change[], base: Plan): Plan {
  return { ...base, changes, findings: [], summary: summarise(changes, 120, 0) };
}
