import { join } from 'node:path';
import type { Change, State } from '../../model/index.js';
import { ACTIONABLE, nameOf } from '../../model/index.js';
import { findThing, type RunningSandbox } from '../../sandbox/index.js';
import { replaceFile } from '../../state/machine/durable-files.js';
import type { DrillRuns } from './drill-runs.js';
import type { AccountState } from './losses.js';

/**
 * What settled what a kill left behind: `next-run`, with nothing in doubt; `account`: what was in doubt was found by reading;
 * `resolve`: a person looked and said so with `adwright resolve`; `open`: nothing did.
 */
export type Settled = 'next-run' | 'account' | 'resolve' | 'open';

const MOST_ROUNDS = 6;
export const DAY_SECONDS = 24 * 3600;
/** The file in which a person says what the console shows. */
export const RESOLUTIONS = 'resolutions.yaml';

/** What a person does after a crash: plan, look in the console, resolve what is in doubt, apply, until nothing is left. */
export async function recover(runs: DrillRuns, state: string, sandbox: RunningSandbox) {
  const service = runs.service(state, sandbox);
  const { place, options } = runs;
  const backend = await runs.backend(state, options.store);
  try {
    // The process of the killed run has not ended, so that no one sees that its lock is left behind.
    await backend.forceUnlock();
    const doubtful = inDoubt(await runs.state(backend));
    let settled: Settled = doubtful.length === 0 ? 'next-run' : 'account';
    let left: readonly Change[] = [];
    for (let round = 0; round < MOST_ROUNDS; round++) {
      left = (await runs.plan(state, backend, service)).filter(isOpen);
      const unresolved = left.filter(({ action }) => action === 'unresolved');
      if (unresolved.length > 0) {
        settled = 'resolve';
        await resolve(runs, unresolved, await runs.state(backend), sandbox.control.state());
      }
      if (left.length === 0) break;
      await runs.apply(state, backend, service);
      await place.forget(RESOLUTIONS);
    }
    let end = await runs.state(backend);
    if ([...end.entries.values()].some(({ status }) => status === 'pending')) {
      // The tasks of apps have ended a day later; an apply records what the listing shows.
      await place.clock.sleep(DAY_SECONDS * 1000);
      await runs.apply(state, backend, service);
      end = await runs.state(backend);
      left = (await runs.plan(state, backend, service)).filter(isOpen);
    }
    return {
      state: end,
      open: new Set(left.map(({ address }) => address)),
      inDoubt: doubtful.length,
      settled: inDoubt(end).length > 0 ? 'open' : settled,
    } as const;
  } finally {
    await service.client.close();
  }
}

/** Says of each item in doubt what the console shows. */
async function resolve(
  { place, seed }: DrillRuns,
  changes: readonly Change[],
  state: State,
  account: AccountState,
): Promise<void> {
  const others = new Set(seed.ids);
  for (const { id } of state.entries.values()) if (id !== undefined) others.add(id);
  const said = changes.map((change) => {
    const { address, kind, fields, attempt } = change;
    const entry = state.entries.get(address);
    const id = findThing(
      account,
      {
        kind,
        values: Object.fromEntries(fields.map(({ path, desired }) => [path, desired])),
        parentId: entry?.parentId,
        key: nameOf(address).split('/').at(-1),
      },
      others,
    );
    if (id !== undefined) others.add(id);
    return { address, ...(attempt && { attempt: attempt.id }), ...(id === undefined ? { absent: 'true' } : { id }) };
  });
  await replaceFile(join(place.folder, RESOLUTIONS), [JSON.stringify(said)]);
}

const isOpen = ({ action }: Change) => ACTIONABLE.has(action) || action === 'unresolved';

const inDoubt = ({ entries }: State) => [...entries.values()].filter(({ status }) => status === 'unknown');
