import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { journalLine } from '../../src/state/stored/journal-line.js';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

const PROJECT = {
  files: {
    'adwright.yaml': projectFile(''),
    'ads/a.yaml': 'version: 1\nkeywords:\n  - { id: 80001001, price: 0.90 }\n  - { id: 80001002, status: pause }\n',
  },
  fixture:
    'keywords:\n  - { id: "80001001", groupId: "556001", word: 女鞋, price: "0.80" }\n  - { id: "80001002", groupId: "556001", word: 靴, price: "0.80" }\n',
};

async function applied() {
  const world = await World.start(PROJECT);
  await world.must('apply', '--auto-approve');
  const folder = join(world.folder, '.adwright/state/main');
  const edit = async (file: string, change: (text: string) => string) =>
    writeFile(join(folder, file), change(await readFile(join(folder, file), 'utf8')));
  const state = () => readFile(join(folder, 'state.json'), 'utf8');
  return { world, edit, state };
}

test('the state says which bit is which field', async () => {
  const { state } = await applied();
  expect(await state()).toContain(
    '"bits":{"keyword":{"price":0,"matchType":1,"url":2,"mobileUrl":3,"deeplinkUrl":4,"status":5}}',
  );
});

test.each([
  ['a field that this version does not know', '"status":5', '"status":5,"schedule":6', 'field schedule at bit 6'],
  ['another bit than this version gives it', '"url":2', '"url":7', 'field url at bit 7'],
])('a state that marks %s is refused', async (_, from, to, said) => {
  const { world, edit, state } = await applied();
  await edit('state.json', (text) => text.replace(from, to));
  const before = await state();
  for (const command of [['plan'], ['apply', '--auto-approve'], ['state', 'list']]) {
    const { code, stdout, stderr } = await world.run(command);
    expect([code, `${stdout}${stderr}`]).toEqual([1, expect.stringContaining(said)]);
    expect(`${stdout}${stderr}`).toContain('state-newer-format');
  }
  expect(await state()).toBe(before);
});

test('so is a journal that marks one', async () => {
  const { world, edit } = await applied();
  await edit('journal.jsonl', (text) => {
    const { after, chain } = JSON.parse(text) as { after: number; chain: string };
    const marks = [{ id: '80001001', mask: 65, digest: 'a'.repeat(11) }];
    const entry = { type: 'baseline' as const, sequence: after + 1, at: '2025-01-01T00:00:00.000Z', marks };
    return text + journalLine([entry], chain).text;
  });
  const { stderr, stdout, code } = await world.run(['plan']);
  expect([code, `${stdout}${stderr}`]).toEqual([
    1,
    expect.stringContaining('a field of 80001001 that the journal marks'),
  ]);
});
