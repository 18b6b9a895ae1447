import { expect } from 'vitest';
import { listing } from '../cli.js';
import { expectGolden } from './golden.js';
import { requestsText } from './requests.js';
import { stateText } from './state-text.js';
import type { World } from './world.js';

/** One way down the straight line, recorded in golden files: plan, apply, what the service saw, plan again, the state. */
export interface Stage {
  /** Its folder below `golden/`. */
  readonly name: string;
  /** What happens before it: edits, changes after Adwright's back, faults, the turning of the clock. */
  readonly before?: (world: World) => Promise<void>;
  /** Arguments that both `plan` and `apply` get. */
  readonly args?: readonly string[];
  /** More for `apply` alone. */
  readonly applyArgs?: readonly string[];
  /** Exit codes other than 0. */
  readonly exits?: { readonly plan?: number; readonly apply?: number; readonly after?: number };
}

export async function runStage(
  world: World,
  { before, args = [], applyArgs = [], exits = {} }: Stage,
  golden: string,
): Promise<void> {
  await before?.(world);
  const untouched = await listing(world.folder);

  const text = await world.run(['plan', ...args]);
  expect(text, 'plan').toMatchObject({ code: exits.plan ?? 0, stderr: '' });
  expectGolden(golden, 'plan.txt', text.stdout);
  const plan = await world.json('plan', ['plan', ...args]);
  expect(plan.code, 'plan --json').toBe(exits.plan ?? 0);
  expectGolden(golden, 'plan.json', plan.stdout);
  expect(await listing(world.folder), 'plan writes nothing').toEqual(untouched);
  expect(world.writes(), 'plan sends no write').toEqual([]);

  world.sandbox.control.clearLog();
  const applied = await world.json('apply', ['apply', '--auto-approve', '--quiet', ...args, ...applyArgs]);
  expect(applied.code, `apply: ${applied.stderr}`).toBe(exits.apply ?? 0);
  expectGolden(golden, 'apply.json', applied.stdout);
  expectGolden(golden, 'requests.json', requestsText(world.requests()));
  world.sandbox.control.clearLog();

  const after = await world.run(['plan', ...args]);
  expect(after.code, 'plan afterwards').toBe(exits.after ?? exits.plan ?? 0);
  expectGolden(golden, 'plan-after.txt', after.stdout);
  expectGolden(golden, 'state.json', await stateText(world));
  world.sandbox.control.clearLog();
}
