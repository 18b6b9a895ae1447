import { chmod, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { adwright } from '../support/cli.js';
import { documentOf } from '../support/documents.js';
import { environmentOf, start } from './command.js';
import { APPLY, clonesOf, groupsWorld, timesMade } from './world.js';

/** `npm run test:crash` tries both signals, and an update as well. */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';
vi.setConfig({ testTimeout: 180_000 });

/** A signal comes while a write is answered, and the remote takes no push any more. */
async function refusedPush(operation: 'addGroups' | 'updateKeywords', manifest?: string) {
  const world = await groupsWorld(['g0', 'g1'], ', backend: git');
  if (manifest !== undefined) await world.write('ads/all.yaml', manifest);
  await world.sandbox.control.change({ keywords: [{ id: '501', price: '0.50' }] });
  const { clones, remote } = await clonesOf(world);
  const folder = clones[0] ?? '';
  world.sandbox.control.addFaults({ operation, kind: 'latency', milliseconds: 500, effect: true });
  const run = start(world, APPLY, { folder });
  const ended = run.ended.then((end) => Promise.reject(new Error(`it ended: ${end.stdout}${end.stderr}`)));
  ended.catch(() => undefined);
  const sent = vi.waitFor(() => expect(world.writes()).toHaveLength(1), { timeout: 90_000, interval: 10 });
  await Promise.race([sent, ended]);
  const hook = join(remote, 'hooks', 'pre-receive');
  await writeFile(hook, '#!/bin/sh\nexit 1\n');
  await chmod(hook, 0o755);
  run.child.kill('SIGINT');
  return { world, folder, hook, end: await run.ended };
}

test('a creating call whose outcome cannot be pushed makes an interrupted run end with 4, and is rescued', async () => {
  const { world, folder, hook, end } = await refusedPush('addGroups');
  expect(end.code, end.stderr).toBe(4);
  const { status, summary, diagnostics } = documentOf('apply', { ...end, code: 4 });
  expect({ status, summary }).toMatchObject({ status: 'unresolved', summary: { unknown: 2, done: 0 } });
  expect(diagnostics.map(({ code }) => code)).toContain('outcome-not-written');
  const files = (await readdir(folder)).filter((name) => name.startsWith('adwright-rescue-'));
  expect(files).toHaveLength(1);

  await chmod(hook, 0o644);
  const here = (...argv: string[]) => adwright(folder, argv, { env: environmentOf(world) });
  expect(await here('resolve', '--from', files[0] ?? '')).toMatchObject({ code: 0 });
  expect(await here(...APPLY)).toMatchObject({ code: 0 });
  expect(timesMade(world, ['g0', 'g1'])).toEqual([1, 1]);
});

if (FULL)
  test('an update whose outcome cannot be pushed makes an interrupted run end with 4 as well', async () => {
    const manifest = 'version: 1\nkeywords:\n  - { id: 501, price: 0.90, status: enable }\n';
    const { world, folder, hook, end } = await refusedPush('updateKeywords', manifest);
    expect(end.code, end.stderr).toBe(4);
    expect(documentOf('apply', { ...end, code: 4 })).toMatchObject({ status: 'unresolved', summary: { done: 1 } });

    await chmod(hook, 0o644);
    const env = environmentOf(world);
    expect(await adwright(folder, ['plan', '--detailed-exitcode'], { env })).toMatchObject({ code: 0 });
  });

test.each(FULL ? ['SIGTERM', 'SIGINT'] : ['SIGTERM'])(
  'a push that a %s of its own ended is made again',
  async (signal) => {
    // systemd and others signal each process of a job, whatever its group.
    const world = await groupsWorld(['g0', 'g1'], ', backend: git');
    const { clones } = await clonesOf(world);
    const folder = clones[0] ?? '';
    const bin = join(world.folder, 'bin');
    const marker = join(world.folder, 'ended');
    await world.write(
      'bin/git',
      `#!/bin/bash\nPATH="${environmentOf(world)['PATH']}"\ncase " $* " in *" push "*)\n` +
        `  n=$(($(cat "${marker}" 2>/dev/null || echo 0) + 1)); echo "$n" > "${marker}"\n` +
        // Every third one, before or after it was made.
        `  case $((n % 6)) in 3) kill -${signal.slice(3)} $$;; 0) git "$@" > /dev/null 2>&1; kill -${signal.slice(3)} $$;; esac;;\n` +
        `esac\nexec git "$@"\n`,
    );
    await chmod(join(bin, 'git'), 0o755);
    const end = await start(world, APPLY, { folder, shell: `PATH="${bin}:$PATH"` }).ended;
    expect(end.code, end.stderr).toBe(0);
    expect(documentOf('apply', { ...end, code: 0 }).summary).toMatchObject({ done: 2, unknown: 0 });
    expect(timesMade(world, ['g0', 'g1'])).toEqual([1, 1]);
  },
);
