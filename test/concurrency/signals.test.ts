import { expect, test, vi } from 'vitest';
import { documentOf } from '../support/documents.js';
import type { World } from '../support/scenario/world.js';
import { type Started, start } from './command.js';
import { APPLY, groupsWorld, timesMade } from './world.js';

/** `npm run test:crash` tries each signal here, and both forms; the tests below, and those of unrecorded.test.ts, send SIGINT. */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';

const NAMES = ['g0', 'g1', 'g2', 'g3', 'g4', 'g5'];

/** Starts an apply whose second of three batches is answered late or never, and waits until the service has it. */
async function inBatchTwo(world: World, kind: 'latency' | 'hang', argv = APPLY): Promise<Started> {
  world.sandbox.control.addFaults({
    operation: 'addGroups',
    kind,
    effect: true,
    from: 2,
    milliseconds: kind === 'latency' ? 400 : 0,
  });
  const run = start(world, argv);
  const there = () => world.writes().length === 2;
  const ended = run.ended.then((end) => Promise.reject(new Error(`it ended: ${end.stdout}${end.stderr}`)));
  ended.catch(() => undefined);
  await Promise.race([vi.waitFor(() => expect(there()).toBe(true), { timeout: 90_000, interval: 10 }), ended]);
  return run;
}

test.each(FULL ? (['SIGINT', 'SIGTERM', 'SIGHUP'] as const) : (['SIGTERM', 'SIGHUP'] as const))(
  'the first %s lets the batch in flight be recorded, begins no other and gives the lock back',
  async (signal) => {
    const world = await groupsWorld(NAMES);
    const { child, ended } = await inBatchTwo(world, 'latency');
    // A terminal that is closed takes its streams with it.
    if (signal === 'SIGHUP') for (const stream of [child.stdout, child.stderr]) stream.destroy();
    child.kill(signal);
    const end = await ended;
    expect(end.code, end.stderr).toBe(130);
    if (signal !== 'SIGHUP') {
      const { status, summary } = documentOf('apply', { ...end, code: 130 });
      expect({ status, summary }).toMatchObject({
        status: 'interrupted',
        summary: { done: 4, skipped: 2, unknown: 0 },
      });
    }
    expect(world.writes()).toHaveLength(2);
    // Nothing is in doubt, no one holds the lock, and the rest is done by the next run.
    expect((await world.must('unlock')).stdout).toContain('not locked');
    expect((await world.json('plan', ['plan'])).document.summary).toMatchObject({ create: 2, unresolved: 0, noop: 4 });
    await world.must(...APPLY);
    expect(timesMade(world, NAMES)).toEqual(NAMES.map(() => 1));
  },
);

const FORMS: readonly (readonly [form: string, argv: string[]])[] = [
  ['one document', ['apply', '--auto-approve', '--json']],
  ['text', ['apply', '--auto-approve']],
];

test.each(FULL ? FORMS : FORMS.slice(0, 1))(
  'the second signal ends the run at once (%s), with no more than the batch in flight in doubt',
  async (form, argv) => {
    const world = await groupsWorld(NAMES);
    const { child, ended } = await inBatchTwo(world, 'hang', argv);
    child.kill('SIGINT');
    // Two signals of one kind at the same moment would be one: on a busy machine the second one may have to come again.
    const again = setInterval(() => child.kill('SIGINT'), 100);
    const end = await ended.finally(() => clearInterval(again));
    expect(end).toMatchObject({ code: 130, signal: null });
    expect(end.stderr).toContain('adwright: stopped at once by a second signal.');
    if (form === 'text') expect(end.stdout).toBe('');
    else expect(documentOf('error', { ...end, code: 130 }).error.code).toBe('interrupted');
    const { summary } = (await world.json('plan', ['plan'])).document;
    expect(summary).toMatchObject({ create: 2, unresolved: 2, noop: 2 });
  },
);

test('readers that went away cost the run nothing: it is carried out and recorded', async () => {
  const world = await groupsWorld(NAMES);
  const { child, ended } = start(world, ['apply', '--auto-approve', '--verbose']);
  for (const stream of [child.stdout, child.stderr]) stream.destroy();
  expect(await ended).toMatchObject({ code: 0, signal: null });
  expect(timesMade(world, NAMES)).toEqual(NAMES.map(() => 1));
  expect((await world.must('plan')).stdout).toContain('No changes.');
});

test('a long document arrives whole at a slow reader', async () => {
  const ids = Array.from({ length: 1_300 }, (_, index) => 80_000_000 + index);
  const world = await groupsWorld([]);
  await world.write(
    'ads/all.yaml',
    `version: 1\nkeywords:\n${ids.map((id) => `  - { id: ${id}, price: 0.90, status: enable }\n`).join('')}`,
  );
  await world.sandbox.control.change({ keywords: ids.map((id) => ({ id: String(id), price: '0.50' })) });
  const { child, ended } = start(world, ['plan', '--json']);
  // Takes a piece, and makes the command wait for the next.
  child.stdout.on('data', () => {
    child.stdout.pause();
    setTimeout(() => child.stdout.resume(), 1);
  });
  const end = await ended;
  expect(end.stdout.split('\n').length).toBeGreaterThan(30_000);
  expect(documentOf('plan', { ...end, code: end.code ?? -1 }).changes).toHaveLength(ids.length);
});

test('a reader that has enough may leave', async () => {
  const world = await groupsWorld([]);
  // More than a pipe holds.
  const { child, ended } = start(world, ['schema', 'sandbox-fixture']);
  child.stdout.once('data', () => child.stdout.destroy());
  expect(await ended).toMatchObject({ code: 0, stderr: '' });
});
