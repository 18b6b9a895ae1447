import { expect, test } from 'vitest';
import { plural } from '../../src/model/index.js';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

const ONE = {
  files: {
    'adwright.yaml': projectFile('', '    guardrails: { maxChanges: 0 }\n'),
    'ads/a.yaml': 'version: 1\nkeywords:\n  - { id: 80001001, price: 0.90 }\n',
  },
  fixture: 'keywords:\n  - { id: "80001001", groupId: "556001", word: 女鞋, price: "0.80" }\n',
};

test.each([
  [0, '0 rows'],
  [1, '1 row'],
  [2, '2 rows'],
])('%i is counted as %s', (count, text) => {
  expect(plural(count, 'row')).toBe(text);
});

test('where there is one of a thing, it is counted as one', async () => {
  const world = await World.start(ONE);
  expect((await world.must('validate')).stdout).toBe('Valid: 1 resource in 1 file.\n');
  expect((await world.must('plan')).stdout).toContain('1 change; at most 0');
  await world.must('plan', '--out', 'plan.json');
  const part = await world.must('show', 'plan.json', '--target', 'keyword/*');
  expect(part.stdout).toContain('Shown and counted here: 1 of its 1 change;');
  await world.must('apply', '--auto-approve', '--allow', 'maxChanges');
  expect((await world.must('show')).stdout).toContain('Keywords with a baseline: 1.\n');
  await world.write('unbind.yaml', '- { groupId: 3001, picIdList: [5001] }\n');
  const unbound = await world.run(['pictures', 'unbind', 'unbind.yaml', '--auto-approve']);
  expect(unbound.stderr).toContain('1 picture from 1 group; ');
});

test('where nothing is to be done, nothing is counted', async () => {
  const world = await World.start(ONE);
  await world.must('apply', '--auto-approve', '--allow', 'maxChanges');
  const { stdout } = await world.must('apply', '--auto-approve');
  expect(stdout).toMatch(/^Nothing to do\.$/m);
});

test('limits of one and rows of one field read right', async () => {
  const world = await World.start({
    files: {
      'adwright.yaml': projectFile('    service: { groupNames: { min: 2, max: 1 } }\n'),
      'ads/a.yaml': 'version: 1\ngroups:\n  g: { campaignId: 1, name: abc, price: 1 }\nkeywordFiles: [k.csv]\n',
      'ads/k.csv': 'id\n5,6\n',
    },
  });
  const { stdout } = await world.run(['validate']);
  expect(stdout).toContain('At most 1 character; the name has 3.');
  expect(stdout).toContain('The row has 2 fields, the first row 1.');
});
