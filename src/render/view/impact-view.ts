import type { Impact, OwnerFigures } from '../../model/change/impact.js';
import { sum } from '../../model/text/decimal.js';
import { plural } from '../../model/text/plural.js';
import { visible } from '../characters/visible.js';

/** The cost of what a plan touches, in words. */
export interface ImpactView {
  /** One sentence or two: what was spent, when, and what is not in it. */
  readonly sentences: string;
  readonly rows: readonly ImpactRow[];
}

/** One group of those touched. */
export interface ImpactRow {
  readonly name: string;
  /** Empty where there is none, as in a group that is created. */
  readonly id: string;
  readonly cost: string;
  readonly clicks: string;
  readonly views: string;
  readonly changes: string;
}

export const COST = 'Cost';

export function impactView(impact: Impact, names: ReadonlyMap<string, string> = new Map()): ImpactView {
  const sentences = [spentSentence(impact), missingSentence(impact), newSentence(impact)];
  return {
    sentences: sentences.filter((one) => one !== undefined).join(' '),
    rows: impact.groups.map((group) => rowOf(group, names)),
  };
}

/** The same of each owner that spent something, by its id. */
export function spentByOwner(impact: Impact | undefined): ReadonlyMap<string, string> {
  return new Map(impact?.groups.flatMap(({ id, cost }) => (id && cost ? [[id, spentWords(cost)]] : [])));
}

/** What a heading says about the cost; it is what was spent before the plan. */
export function spentWords(cost: string): string {
  return `spent ${cost}`;
}

function spentSentence({ from, to, cost, accountCost, sharePercent, groups }: Impact): string {
  const when = from === to ? `on ${from}` : `from ${from} to ${to}`;
  if (cost === null || accountCost === null) return `What the groups touched spent ${when} is not known.`;
  const whole = `the account's ${accountCost} yuan`;
  if (groups.length === 0) return `No group is touched; the account spent ${accountCost} yuan ${when}.`;
  const clicks = sum(groups.map((one) => String(one.clicks ?? 0)));
  const views = sum(groups.map((one) => String(one.views ?? 0)));
  const many = groups.length === 1 ? 'The group touched' : `The ${groups.length} groups touched`;
  return `${many} spent ${cost} yuan ${when}, ${sharePercent}% of ${whole}, with ${plural(Number(clicks), 'click')} and ${plural(Number(views), 'view')}.`;
}

/** So many days are named; the document has all of them. */
const NAMED = 7;

function missingSentence({ missing }: Impact): string | undefined {
  if (missing.length === 0) return undefined;
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : '';
  return `Without ${missing.slice(0, NAMED).join(', ')}${more}: no report.`;
}

function newSentence({ groups }: Impact): string | undefined {
  const fresh = groups.filter(({ id }) => id === undefined).length;
  if (fresh === 0) return undefined;
  return `${plural(fresh, 'group is', 'groups are')} not created yet and ${fresh === 1 ? 'has' : 'have'} no figures.`;
}

function rowOf(
  { id, address, cost, clicks, views, changes }: OwnerFigures,
  names: ReadonlyMap<string, string>,
): ImpactRow {
  const name = id === undefined ? undefined : names.get(id);
  return {
    name: visible(address ?? name ?? ''),
    id: visible(id ?? ''),
    cost: visible(cost ?? ''),
    clicks: clicks === undefined || clicks === null ? '' : String(clicks),
    views: views === undefined || views === null ? '' : String(views),
    changes: String(changes),
  };
}
