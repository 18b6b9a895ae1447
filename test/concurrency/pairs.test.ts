import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { PLACES, stopPostgres } from '../crash/places.js';
import type { World } from '../support/scenario/world.js';
import { whyNoPostgres } from '../support/start-postgres.js';
import { type Ended, start } from './command.js';
import { APPLY, clonesOf, groupsWorld, groupsYaml, timesMade } from './world.js';

/** `npm test` tries one pair in two clones, `npm run test:crash` fifty of each backend. */
const PAIRS = Number(process.env['ADWRIGHT_PAIRS'] ?? 1);
vi.setConfig({ testTimeout: 120_000 + PAIRS * 15_000 });

const namesOf = (round: number) => ['a', 'b', 'c'].map((letter) => `${letter}${round}`);

/** Two applies of the same manifests at the same moment, again and again: the losers' codes. */
async function fight(world: World, folders: readonly string[], env = {}): Promise<readonly (number | null)[]> {
  const losers: (number | null)[] = [];
  for (let round = 1; round <= PAIRS; round++) {
    const names = namesOf(round);
    for (const folder of folders) await writeFile(join(folder, 'ads/all.yaml'), groupsYaml(names));
    const ends = await Promise.all(folders.map((folder) => start(world, APPLY, { folder, env }).ended));
    expect(timesMade(world, names), said(ends)).toEqual([1, 1, 1]);
    const [loser, winner] = ends.sort((left, right) => doneBy(left) - doneBy(right));
    expect(
      [loser, winner].map((end) => doneBy(end)),
      said(ends),
    ).toEqual([0, 3]);
    expect([winner?.code, [0, 7].includes(loser?.code ?? 1)], said(ends)).toEqual([0, true]);
    losers.push(loser?.code ?? null);
  }
  return losers;
}

/** How many items a run did; a run that did not get the lock has none. */
function doneBy(end: Ended | undefined): number {
  const { items = [], error }: { items?: readonly unknown[]; error?: { code: string } } = JSON.parse(
    end?.stdout ?? '{}',
  );
  if (error !== undefined) expect(error.code).toBe('state-locked');
  return items.length;
}

const said = (ends: readonly Ended[]) =>
  ends.map(({ code, stdout, stderr }) => `${code}: ${stdout}${stderr}`).join('\n');

// In `npm test`, processes fight for one folder in test/state/file-processes.test.ts.
if (PAIRS > 1)
  test(`${PAIRS} pairs of applies in one folder make every group once`, async () => {
    const world = await groupsWorld([]);
    const losers = await fight(world, [world.folder, world.folder]);
    const list = await world.json('state-list', ['state', 'list']);
    expect(list.document.entries).toHaveLength(3 * PAIRS);
    console.log(
      `simultaneous applies, file: ${PAIRS} pairs, ${losers.filter((code) => code === 7).length} losers ended with 7`,
    );
  });

test(`${PAIRS === 1 ? 'one pair' : `${PAIRS} pairs`} of applies in two clones make every group once`, async () => {
  const world = await groupsWorld([], ', backend: git');
  const { clones } = await clonesOf(world);
  const losers = await fight(world, clones);
  console.log(
    `simultaneous applies, git: ${PAIRS} pairs, ${losers.filter((code) => code === 7).length} losers ended with 7`,
  );
});

/** Only in the long form: what differs from one store to another is tried in test/state/stores as well. */
const STORES = PAIRS === 1 ? [] : (['s3', 'gitlab', 'postgres'] as const);
const missing = whyNoPostgres();
afterAll(stopPostgres);

for (const store of STORES) {
  const why = store === 'postgres' && missing !== undefined ? ` (skipped: ${missing})` : '';
  test.skipIf(why !== '')(`${PAIRS} pairs of applies on ${store} make every group once${why}`, async () => {
    const place = await PLACES[store]();
    onTestFinished(() => place.remove());
    const world = await groupsWorld([], `, ${place.state}`);
    const losers = await fight(world, [world.folder, world.folder], place.environment);
    console.log(
      `simultaneous applies, ${store}: ${PAIRS} pairs, ${losers.filter((code) => code === 7).length} losers ended with 7`,
    );
  });
}
