import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Provider } from './provider.js';

/**
 * `npm run test:ci` also applies one account alone, and looks for drift;
 * test/ci/pull-request.test.ts does so with one account.
 */
const isFull = process.env['ADWRIGHT_CI'] === 'full';
const PROJECT = `version: 1
accounts:
  brand_a: { baseUrl: "https://ads.example.com", credentials: agency, manifests: ["brand_a/*.yaml"] }
  brand-b: { baseUrl: "https://ads.example.com", credentials: agency, manifests: ["brand-b/*.yaml"] }
state: { backend: git }
`;

const manifest = (group: string) => `version: 1\ngroups:\n  ${group}: { campaignId: 1001, name: ${group}, price: 1 }\n`;

test('two accounts in one project: each its own comment and digest, then both as one set', {
  timeout: 120_000,
}, async () => {
  const provider = await Provider.start('ADWRIGHT_AGENCY_', true);
  const { world } = provider;
  const author = await provider.author({
    'adwright.yaml': PROJECT,
    'brand_a/all.yaml': 'version: 1\n',
    'brand-b/all.yaml': 'version: 1\n',
  });
  for (const account of ['brand_a', 'brand-b']) await provider.adwright(author, 'state', 'init', '--account', account);
  await provider.push(author, 'main', 'Commit the lineages');
  const comment = async (...flags: readonly string[]) => {
    const job = await provider.job('main', 'plan.sh', ...flags);
    expect(job, job.stderr).toMatchObject({ code: 0 });
    return readFile(join(provider.out, 'plan.md'), 'utf8');
  };
  const digest = async (comments: string, ...name: readonly string[]) =>
    (await provider.script(author, 'digest.sh', name, comments)).stdout.trim();
  const made = () =>
    world.sandbox.control
      .state()
      .groups.map(({ name }) => name)
      .filter((name) => /^(boots|sandals|scarves)/.test(name))
      .sort();

  // One comment for each account. Each digest applies to its own account only.
  await writeFile(join(author, 'brand_a/all.yaml'), manifest('boots'));
  await writeFile(join(author, 'brand-b/all.yaml'), manifest('sandals'));
  await provider.push(author, 'main', 'Boots and sandals');
  const [first, second] = [await comment('--account', 'brand_a'), await comment('--account', 'brand-b')];
  expect([first, second].map((text) => text.split('\n', 1)[0])).toEqual([
    '<!-- adwright plan: brand_a -->',
    '<!-- adwright plan: brand-b -->',
  ]);
  const both = `${first}${second}`;
  const [ofA, ofB] = [await digest(both, 'brand_a'), await digest(both, 'brand-b')];
  expect([ofA, ofB]).toEqual([await digest(first), await digest(second)]);
  expect(ofA).not.toBe(ofB);
  expect(await provider.job('main', 'apply.sh', ofB, '--account', 'brand_a')).toMatchObject({ code: 6 });
  expect(made()).toEqual([]);
  if (isFull) {
    expect(await provider.job('main', 'apply.sh', ofA, '--account', 'brand_a')).toMatchObject({ code: 0 });
    expect(made()).toEqual(['boots']);
  }

  // One comment for both: what is left to do, applied in one run.
  const set = await comment('--all-accounts');
  expect(set.split('\n', 1)[0]).toBe('<!-- adwright plan: all accounts -->');
  expect(set).toMatch(isFull ? /^brand_a: 0, .*1 unchanged/m : /^brand_a: 0, 1 to create/m);
  expect(set).toMatch(/^brand-b: 0, 1 to create/m);
  const ofSet = await digest(`${both}${set}`, 'all accounts');
  expect(ofSet).toBe(await digest(set));
  expect([ofA, ofB]).not.toContain(ofSet);
  const applied = await provider.job('main', 'apply.sh', ofSet, '--all-accounts', '--jobs', '2');
  expect(applied, applied.stderr).toMatchObject({ code: 0 });
  expect(made()).toEqual(['boots', 'sandals']);
  if (isFull) expect(await provider.job('main', 'drift.sh', '--all-accounts')).toMatchObject({ code: 0 });
});
