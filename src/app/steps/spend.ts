import { join } from 'node:path';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import type { Impact } from '../../model/index.js';
import { plural } from '../../model/index.js';
import { impactOf } from '../../plan/impact/impact.js';
import type { TouchedOwners } from '../../plan/impact/touched-owners.js';
import { type DayRead, readDailyFigures } from '../../queries/daily-figures.js';
import { lastDays } from '../../queries/days.js';
import { type FigureRow, FigureSums, Figures, onOneLine } from '../../queries/figure-sums.js';
import { maybeIncomplete } from '../../queries/report-days.js';
import { type KeptDays, keptDays } from '../../state/machine/kept-days.js';
import { IMPACT_DAYS } from '../impact-days.js';
import type { AppPorts } from '../ports.js';
import type { OpenService } from '../service/service.js';
import { serviceBinding } from '../service/service-binding.js';
import type { Workspace } from '../workspace/workspace.js';

export interface Spend {
  readonly impact: Impact;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * What the groups that a plan touches spent on the last days, from the report that has both devices. Finished days are
 * read once on this machine: what is kept of them is outside the state, and nothing depends on it.
 */
export async function readSpend(
  app: AppPorts,
  workspace: Workspace,
  { client }: OpenService,
  { owners, unknown }: TouchedOwners,
  { days: count, uid }: { readonly days: number; readonly uid: string },
): Promise<Spend> {
  const { timeZone, limits } = workspace.account;
  const clock = { now: app.clock.now(), timeZone };
  const days = lastDays(count, clock.now, timeZone);
  const ids = new Set(owners.flatMap(({ id }) => id ?? []));
  const kept = await keptDaysOf(app, workspace, uid, clock.now);
  const sums = new FigureSums(ids);
  const missing = new Set<string>();
  const failed = new Map<string, string[]>();
  let done = 0;
  const finished = () => app.progress({ stage: 'report', done: ++done, total: days.length });

  const unread: string[] = [];
  for (const day of days) {
    const own = sumsOf(await kept?.read(day), ids);
    if (own === undefined) unread.push(day);
    else {
      sums.addSums(own);
      finished();
    }
  }
  const unfinished = new Set(days.filter((day) => maybeIncomplete(day, clock)));
  const isFinished = (day: string) => !unfinished.has(day);
  const onDay = async (read: DayRead) => {
    finished();
    if ('missing' in read) {
      missing.add(read.day);
      if (read.missing === 'failed') failed.set(read.why, [...(failed.get(read.why) ?? []), read.day]);
      return;
    }
    sums.addSums(read.sums);
    // A day without a row may be one that is not computed yet.
    if (isFinished(read.day) && read.rows.length > 0) await kept?.write(read.day, read.rows.map(lineOf));
  };
  await readDailyFigures(client, {
    days: unread,
    ids,
    atOnce: limits.concurrentReads,
    keepRows: (day) => kept !== undefined && isFinished(day),
    signal: app.signal,
    onDay,
  });
  if (unread.length > 0) await kept?.prune(lastDays(IMPACT_DAYS.most, clock.now, timeZone)[0] ?? '');

  const touched = new Figures();
  for (const figures of sums.byId.values()) touched.addFigures(figures);
  const missed = days.filter((day) => missing.has(day));
  const { account, byId, names } = sums;
  const impact = impactOf(owners, { days, missing: missed, account, owners: byId, names, touched });
  return { impact, diagnostics: warnings(days, missing, failed, unknown, isFinished) };
}

function warnings(
  days: readonly string[],
  missing: ReadonlySet<string>,
  failed: ReadonlyMap<string, readonly string[]>,
  unknown: number,
  isFinished: (day: string) => boolean,
): readonly Diagnostic[] {
  const early = days.filter((day) => !missing.has(day) && !isFinished(day));
  return [
    ...[...failed].map(([why, of]) => diagnostic('figures-unread', { detail: `${[...of].sort().join(', ')}: ${why}` })),
    ...early.map((day) =>
      diagnostic('report-maybe-incomplete', {
        detail: `${day}: the cost was read before the report is normally complete.`,
      }),
    ),
    ...(unknown === 0
      ? []
      : [
          diagnostic('figures-unassigned', {
            detail: `${plural(unknown, 'change')}: the service does not say in which group.`,
          }),
        ]),
  ];
}

/** None for the embedded sandbox: a new one can have the same name. */
async function keptDaysOf(app: AppPorts, workspace: Workspace, uid: string, now: Date): Promise<KeptDays | undefined> {
  const binding = serviceBinding(app.env, workspace);
  const folders = await app.userFolders();
  if (binding['baseUrl'] === 'sandbox' || uid === '' || folders === undefined) return undefined;
  const about = [...Object.entries(binding).map((one) => one.join('=')), uid, workspace.account.timeZone];
  return keptDays(join(folders.data, 'figures'), about, now);
}

const lineOf = ({ id, cost, clicks, views, name }: FigureRow) => [id, cost, clicks, views, onOneLine(name)].join('\t');

/** The sums of kept rows; undefined where there are none, or where one is not as it is written. */
function sumsOf(lines: readonly string[] | undefined, ids: ReadonlySet<string>): FigureSums | undefined {
  if (lines === undefined) return undefined;
  const sums = new FigureSums(ids);
  for (const line of lines) {
    const [id = '', cost = '', clicks = '', views = '', name, ...more] = line.split('\t');
    if (name === undefined || more.length > 0 || !sums.add({ id, cost, clicks, views, name })) return undefined;
  }
  return sums;
}
