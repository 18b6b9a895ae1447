import { expect, test } from 'vitest';
import { adwright } from '../support/cli.js';
import { documentOf } from '../support/documents.js';
import type { World } from '../support/scenario/world.js';
import { environmentOf, start } from './command.js';
import { APPLY, clonesOf, groupsWorld, timesMade } from './world.js';

/** `npm run test:crash` kills in a clone as well; in `npm test`, test/crash/crash.test.ts recovers from another clone. */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';

const NAMES = ['g0', 'g1', 'g2', 'g3', 'g4', 'g5', 'g6', 'g7', 'g8', 'g9'];

/** Starts an apply whose second of five batches is made and never answered; resolves once the service has made it. */
async function stuckInBatchTwo(world: World, folder?: string) {
  world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'hang', effect: true, from: 2 });
  const made = new Promise<void>((resolve) => {
    world.onRequest = ({ operation, fault }) => {
      if (operation === 'addGroups' && fault === 'hang') resolve();
    };
  });
  const run = start(world, APPLY, folder === undefined ? {} : { folder });
  await Promise.race([
    made,
    run.ended.then((end) => Promise.reject(new Error(`it ended: ${end.stdout}${end.stderr}`))),
  ]);
  return run;
}

test('killed after the service has handled batch 2 of 5, and settled by one command', async () => {
  const world = await groupsWorld(NAMES);
  const { child, ended } = await stuckInBatchTwo(world);
  child.kill('SIGKILL');
  expect((await ended).signal).toBe('SIGKILL');

  const { document: list } = await world.json('state-list', ['state', 'list']);
  expect(list.entries.map(({ address, status }) => `${address} ${status}`)).toEqual([
    'group/g0 settled',
    'group/g1 settled',
    'group/g2 unknown',
    'group/g3 unknown',
  ]);
  const plan = await world.run(['plan']);
  expect(plan.code).toBe(4);
  expect(plan.stdout).toMatch(
    /group\/g2[\s\S]*item 1 of 2 of attempt [0-9a-f]{8}[\s\S]*the run ended before the outcome was recorded/,
  );
  expect(plan.stdout).toMatch(/6 to create.*2 unresolved, 2 unchanged/);
  // What was found in the console, in one file and one command.
  const ids = world.sandbox.control.state().groups;
  const found = ['g2', 'g3'].map(
    (name) => `- { address: group/${name}, id: "${ids.find((one) => one.name === name)?.id}" }\n`,
  );
  await world.write('found.yaml', found.join(''));
  const settled = await world.must('resolve', '--from', 'found.yaml');
  expect(settled.stderr).toContain('taken over');
  await world.must(...APPLY);
  expect(timesMade(world, NAMES)).toEqual(NAMES.map(() => 1));
});

if (FULL)
  test('a runner killed in one clone is recovered from a fresh clone in another folder', async () => {
    const world = await groupsWorld(NAMES, ', backend: git');
    const { clones, fresh } = await clonesOf(world);
    const { child, ended } = await stuckInBatchTwo(world, clones[0]);
    child.kill('SIGKILL');
    await ended;

    const clone = await fresh();
    const here = (...argv: string[]) => adwright(clone, argv, { env: environmentOf(world) });
    expect(documentOf('plan', await here('plan', '--json')).summary).toMatchObject({
      create: 6,
      unresolved: 2,
      noop: 2,
    });
    // The rest continues; the lock of the killed process is taken over, with a note.
    const applied = await here('apply', '--auto-approve', '--json');
    expect(applied.code).toBe(4);
    const document = documentOf('apply', applied);
    expect(document.summary).toMatchObject({ done: 6, unknown: 0 });
    expect(document.diagnostics.map(({ code }) => code)).toContain('state-lock-taken-over');
    for (const name of ['g2', 'g3']) {
      const { id = '' } = world.sandbox.control.state().groups.find((one) => one.name === name) ?? {};
      expect(await here('resolve', `group/${name}`, '--id', id)).toMatchObject({ code: 0 });
    }
    expect((await here('apply', '--auto-approve', '--quiet')).code).toBe(0);
    expect(timesMade(world, NAMES)).toEqual(NAMES.map(() => 1));
    const list = documentOf('state-list', await here('state', 'list', '--json'));
    expect(list.entries.filter(({ status }) => status === 'settled')).toHaveLength(10);
  });
