import type { Change, FieldChange, Plan } from '../../model/change/plan.js';
import { groupBy } from '../../model/kind/group-by.js';
import type { Provenance } from '../../model/state/state.js';
import { plural } from '../../model/text/plural.js';
import { visible } from '../characters/visible.js';

const HOW: Readonly<Record<Provenance['how'], string>> = {
  acknowledged: 'acknowledged by the service',
  assumed: 'assumed at import and never read',
  stated: 'stated',
  observed: 'read from the service',
};

/** How a remembered value came to be known. */
export function howKnown(how: Provenance['how'], by: string | undefined): string {
  return how === 'stated' ? `stated by ${visible(by ?? 'a person')}, not confirmed` : HOW[how];
}

/**
 * Where the values last applied come from and how old they are, for those fields in which they are what the manifest is
 * compared with: nothing could be read, or what was read is drift. `asOf` is the time of the plan.
 */
export function originOf({ fields }: Pick<Change, 'fields'>, asOf: string): string | undefined {
  const compared = fields.filter(
    (field) => field.priorKnown !== undefined && (field.observed === undefined || field.drift),
  );
  const bySource = [...groupBy(compared, (field) => sourceText(field, asOf))];
  if (bySource.length === 0) return undefined;
  if (bySource.length === 1) return `last applied values ${bySource[0]?.[0]}`;
  return bySource.map(([text, of]) => `${of.map(({ path }) => visible(path)).join(', ')}: ${text}`).join('; ');
}

function sourceText({ priorKnown, priorAt, priorBy }: FieldChange, asOf: string): string {
  const how = howKnown(priorKnown ?? 'assumed', priorBy);
  return priorAt === undefined ? how : `${how}, ${age(priorAt, asOf)}`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `3 days ago (2026-02-27 02:00 UTC)`; minutes, so that what one run did stays one text. */
function age(at: string, asOf: string): string {
  const moment = Date.parse(at);
  const passed = Date.parse(asOf) - moment;
  if (!Number.isFinite(passed)) return visible(at);
  const when = new Date(moment).toISOString().slice(0, 16).replace('T', ' ');
  return `${ago(passed)} (${when} UTC)`;
}

function ago(passed: number): string {
  if (passed < MINUTE) return 'just before';
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`;
  if (passed < 2 * DAY) return `${Math.floor(passed / HOUR)} h ago`;
  return `${plural(Math.floor(passed / DAY), 'day')} ago`;
}

/** That the live values were not read, or took long to read; else they are of the time of the plan. */
export function readingText({ createdAt, unread }: Plan, lastRead: string | undefined): string | undefined {
  if (unread === true) return 'The service was not read (--no-refresh): compared with what was last applied.';
  const last = lastRead === undefined || lastRead < createdAt ? createdAt : lastRead;
  if (!(Date.parse(last) - Date.parse(createdAt) >= MINUTE)) return undefined;
  return `Live values were read until ${visible(last)}.`;
}
