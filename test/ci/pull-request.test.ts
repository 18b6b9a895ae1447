import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SMALL_MANIFEST } from '../support/scenario/projects.js';
import { Provider } from './provider.js';

const PROJECT = `version: 1
accounts:
  main: { baseUrl: "https://ads.example.com" }
state: { backend: git }
`;

/** `npm run test:ci` also starts jobs again that have nothing to do. */
const isFull = process.env['ADWRIGHT_CI'] === 'full';
/** A dozen processes one after the other: quick on a quiet machine. */
const PATIENCE = 120_000;

test('the pull request story: edit, comment, updated in place, merge, apply, drift the next day', {
  timeout: PATIENCE,
}, async () => {
  const provider = await Provider.start();
  const { world } = provider;
  const author = await provider.author({ 'adwright.yaml': PROJECT, 'ads/shoes.yaml': 'version: 1\n' });
  await provider.adwright(author, 'state', 'init');
  await provider.push(author, 'main', 'Commit the lineage');

  // The pull request, and the comment on it.
  await writeFile(join(author, 'ads/shoes.yaml'), SMALL_MANIFEST);
  await provider.push(author, 'shoes', 'Autumn shoes');
  world.sandbox.control.clearLog();
  const first = await provider.job('shoes', 'plan.sh');
  expect(first, first.stderr).toMatchObject({ code: 0 });
  expect(first.stdout).toContain('Plan: 2 to create, 1 to update');
  const comment = await readFile(join(first.folder, '.adwright/ci/plan.md'), 'utf8');
  expect(comment.split('\n').slice(0, 4).join('\n')).toContain('2 to create, 1 to update');
  expect(await readFile(join(first.folder, '.adwright/ci/plan.html'), 'utf8')).toContain('2 to create, 1 to update');
  expect(world.writes()).toEqual([]);
  const digest = (await provider.script(first.folder, 'digest.sh', [], comment)).stdout.trim();
  expect(digest).toMatch(/^[0-9a-f]{16}$/);

  // A fault is reported in the same place; the corrected commit replaces it.
  await writeFile(join(author, 'ads/shoes.yaml'), SMALL_MANIFEST.replace('0.90', '-1'));
  await provider.push(author, 'shoes', 'A slip');
  const faulty = await provider.job('shoes', 'plan.sh');
  expect(faulty.code).toBe(1);
  const told = await readFile(join(faulty.folder, '.adwright/ci/plan.md'), 'utf8');
  expect(told.split('\n')[0]).toBe(comment.split('\n')[0]);
  expect(told).toContain('ads/shoes.yaml:11');
  // No page of another commit is left there.
  expect(await readdir(join(faulty.folder, '.adwright/ci'))).toEqual(['plan.md', 'plan.txt']);
  expect((await provider.script(author, 'digest.sh', [], told)).stdout).toBe('');
  await writeFile(join(author, 'ads/shoes.yaml'), SMALL_MANIFEST.replace('0.90', '0.95'));
  await provider.push(author, 'shoes', 'Mend it');
  const second = await provider.job('shoes', 'plan.sh');
  const updated = await readFile(join(second.folder, '.adwright/ci/plan.md'), 'utf8');
  expect(updated.split('\n')[0]).toBe(comment.split('\n')[0]);
  const reviewed = (await provider.script(second.folder, 'digest.sh', [], `${comment}${updated}`)).stdout.trim();
  expect(reviewed).not.toBe(digest);

  // The merge. Only the plan that was reviewed last is carried out, and only once.
  await provider.git(author, 'push', '--quiet', 'origin', 'HEAD:refs/heads/main');
  world.sandbox.control.clearLog();
  expect((await provider.script(author, 'apply.sh')).stderr).toContain('Nothing was sent');
  const other = await provider.job('main', 'apply.sh', digest);
  expect(other.code).toBe(6);
  // The plan made now, for a person to look at.
  expect(other.stderr).toContain('Plan: 2 to create, 1 to update');
  expect(other.stderr).toContain('+ group/autumn');
  expect(world.writes()).toEqual([]);
  const applied = await provider.job('main', 'apply.sh', reviewed);
  expect(applied, applied.stderr).toMatchObject({ code: 0 });
  expect(applied.stdout).toMatch(/✓ done +create group\/autumn/);
  expect(applied.stdout).toContain('Applied: 3 done.');
  expect(
    world
      .writes()
      .map(({ operation }) => operation)
      .sort(),
  ).toEqual(['addGroups', 'addRichCreatives', 'updateKeywords']);
  if (isFull) expect(await provider.job('main', 'apply.sh', reviewed)).toMatchObject({ code: 6 });
  expect(world.writes()).toHaveLength(3);

  // The next day.
  if (isFull) expect(await provider.job('main', 'drift.sh')).toMatchObject({ code: 0 });
  await world.sandbox.control.change({ keywords: [{ id: '80001001', price: '3.00' }] });
  const drifted = await provider.job('main', 'drift.sh');
  expect(drifted.code).toBe(5);
  expect(drifted.stdout).toContain('last applied 0.95 · live 3.00 · manifest 0.95');
  expect(await readFile(join(drifted.folder, '.adwright/ci/drift.md'), 'utf8')).toContain('1 in drift');
});
