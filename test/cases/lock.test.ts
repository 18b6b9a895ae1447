import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { LockRecord } from '../../src/model/index.js';
import { fileBackend } from '../../src/state/backends/file/file-backend.js';
import { projectFile, SMALL } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** Locks by the command line: whose lock is taken over, whose is waited for, and what a run does that lost its own. */

const APPLY = ['apply', '--auto-approve', '--quiet'];
const LOCK = '.adwright/state/main/lock';

async function lockedWorld(change: Partial<LockRecord> = {}): Promise<World> {
  const world = await World.start({
    ...SMALL,
    files: { ...SMALL.files, 'adwright.yaml': projectFile('', 'state: { lockTimeoutSeconds: 30 }\n') },
  });
  const backend = fileBackend({
    folder: join(world.folder, '.adwright/state'),
    account: 'main',
    pid: process.pid,
    clock: world.clock,
    randomId: (bytes) => 'ab'.repeat(bytes),
  });
  const { held } = await backend.lock('adwright apply nightly.json', { seconds: 0 });
  await world.write(`${LOCK}/1`, JSON.stringify({ ...held.record, user: 'night', ...change }));
  return world;
}

/** A process of this host that is gone: its number was never given out. */
const GONE = { pid: 2 ** 22 + 1, processStart: '1' };

test('the lock of a dead process of this host is taken over, with a note', async () => {
  const world = await lockedWorld(GONE);
  const { code, document } = await world.json('apply', APPLY);
  expect(code).toBe(0);
  expect(document.diagnostics).toMatchObject([
    {
      code: 'state-lock-taken-over',
      detail: expect.stringMatching(/night on .* since 2026-03-02T.*adwright apply nightly\.json/),
    },
  ]);
});

test('a live process is waited for and then named, and a plan needs no lock', async () => {
  const world = await lockedWorld();
  const began = world.clock.now().getTime();
  const run = await world.run(['apply', '--auto-approve']);
  expect(run.code).toBe(7);
  expect((world.clock.now().getTime() - began) / 1000).toBeCloseTo(30, 0);
  expect(run.stderr).toMatch(/Waiting for the lock: night on/);
  expect(run.stderr).toMatch(
    /state-locked[\s\S]*night on .* \(process \d+\) since 2026-03-02T[\s\S]*adwright apply nightly\.json[\s\S]*unlock --force/,
  );
  expect(world.requests()).toEqual([]);
  expect((await world.run(['plan'])).code).toBe(0);
  expect((await world.run(['state', 'init'])).code).toBe(7);
});

test.each([
  ['another host', { host: 'elsewhere' }],
  ['another boot of this host', { bootId: '11111111-2222-3333-4444-555555555555' }],
  ['another container', { pidNamespace: 'pid:[1]' }],
])('the lock of %s is never taken without force', async (_, change) => {
  const world = await lockedWorld({ ...GONE, ...change });
  expect((await world.run(APPLY)).code).toBe(7);
  const shown = await world.run(['unlock']);
  expect(shown.stdout).toMatch(/night/);
  expect((await world.run(APPLY)).code).toBe(7);
  expect((await world.must('unlock', '--force')).stdout).toMatch(/Removed the lock of night/);
  expect((await world.run(APPLY)).code).toBe(0);
});

test.each([
  ['empty', ''],
  ['broken', '{"id":"1","fen'],
])('a lock file that is %s is explained, and force removes it', async (_, text) => {
  const world = await lockedWorld();
  await world.write(`${LOCK}/1`, text);
  const run = await world.run(APPLY);
  expect(run.code).toBe(7);
  expect(run.stderr).toMatch(/state-lock-broken[\s\S]*unlock --force/);
  expect(run.stderr).toContain(join(world.folder, LOCK, '1'));
  await world.must('unlock', '--force');
  expect((await world.run(APPLY)).code).toBe(0);
});

test('a run that loses its lock sends nothing more, and what was done is recorded or rescued', async () => {
  const limits = '    limits: { groupsPerAdd: 1 }\n';
  const groups = ['a', 'b', 'c'].map((name) => `  ${name}: { campaignId: 1, name: ${name}, price: 1 }\n`).join('');
  const world = await World.start({
    files: { 'adwright.yaml': projectFile(limits), 'ads/all.yaml': `version: 1\ngroups:\n${groups}` },
    fixture: '{}',
  });
  world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'latency', from: 2, milliseconds: 1_000 });
  const applying = world.json('apply', APPLY);
  await vi.waitFor(() => expect(world.writes()).toHaveLength(2), { timeout: 90_000, interval: 10 });
  await world.must('unlock', '--force');
  const { code, document, stderr } = await applying;
  expect(code, stderr).toBe(7);
  expect(document.items.map(({ outcome }) => outcome)).toEqual(['done', 'unknown', 'skipped']);
  expect(document.diagnostics).toEqual([
    expect.objectContaining({ code: 'outcome-not-written' }),
    expect.objectContaining({ code: 'state-lock-lost', detail: expect.stringContaining('The lock was removed') }),
  ]);
  expect(world.writes()).toHaveLength(2);
  // The first is in the journal; the second, made and not recorded, in the file.
  const [file = ''] = (await readdir(world.folder)).filter((name) => name.startsWith('adwright-rescue-'));
  expect(JSON.parse(await readFile(join(world.folder, file), 'utf8'))).toMatchObject({
    items: [{ fate: 'done', id: document.items[1]?.id }],
  });
  expect((await world.json('plan', ['plan'])).document.summary).toMatchObject({ create: 1, unresolved: 1, noop: 1 });
  await world.must('resolve', '--from', file);
  await world.must(...APPLY);
  const names = world.sandbox.control.state().groups.map(({ name }) => name);
  expect(names.sort()).toEqual(['a', 'b', 'c']);
});
