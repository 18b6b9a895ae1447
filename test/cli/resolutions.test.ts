import { expect, test } from 'vitest';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** Contradictions in what people say of items in doubt: one rule for resolutions.yaml and for `adwright resolve`. */

const APPLY = ['apply', '--auto-approve', '--quiet'];
const MANIFEST = `version: 1
groups:
  a: { campaignId: 1001, name: A, price: 1 }
  b: { campaignId: 1001, name: B, price: 1 }
  c: { campaignId: 1001, name: C, price: 1 }
`;

/** Three groups whose reply was lost after they were made, and the attempt. */
async function inDoubt(): Promise<{ world: World; attempt: string; before: string }> {
  const world = await World.start({
    files: { 'adwright.yaml': projectFile(), 'ads/all.yaml': MANIFEST },
    fixture: '{}',
  });
  world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'reset-after' });
  expect((await world.run(APPLY)).code).toBe(4);
  world.sandbox.control.clearFaults();
  world.sandbox.control.clearLog();
  const { document } = await world.json('plan', ['plan']);
  const attempt = document.changes[0]?.attempt ?? '';
  return { world, attempt, before: await statuses(world) };
}

async function statuses(world: World): Promise<string> {
  const { document } = await world.json('state-list', ['state', 'list']);
  return document.entries.map(({ address, status, id }) => `${address} ${status} ${id ?? '-'}`).join('\n');
}

const CONTRADICTIONS: readonly [string, string, RegExp][] = [
  [
    'id and absent in one entry',
    '- address: group/a\n  attempt: "@"\n  absent: true\n  id: "910001"\n',
    /--> FILE:4:3 .*`id` \(FILE:4\) and `absent` \(FILE:3\)/,
  ],
  [
    'two entries for one attempt, one of them absent',
    '- { address: group/a, attempt: "@", id: "910001" }\n- { address: group/b, attempt: "@", id: "910002" }\n- { address: group/a, attempt: "@", absent: true }\n',
    /group\/a id 910001 \(FILE:1\), and group\/a absent \(FILE:3\)/,
  ],
  [
    'two ids for one attempt',
    '- { address: group/a, attempt: "@", id: "910001" }\n- { address: group/a, attempt: "@", id: "910002" }\n',
    /group\/a id 910001 \(FILE:1\), and group\/a id 910002 \(FILE:2\)/,
  ],
  [
    'one id for two addresses',
    '- { address: group/a, attempt: "@", id: "910001" }\n- { address: group/b, attempt: "@", id: 910001 }\n',
    /the id 910001: group\/a id 910001 \(FILE:1\), and group\/b id 910001 \(FILE:2\)/,
  ],
];

const BAD_IDS: readonly [string, string, RegExp][] = [
  ['leading zeros', '- { address: group/a, attempt: "@", id: "0910001" }\n', /--> FILE:1:/],
  ['no digits', '- { address: group/a, attempt: "@", id: "nine" }\n', /--> FILE:1:/],
  ['a float', '- { address: group/a, attempt: "@", id: 1.5 }\n', /--> FILE:1:/],
  ['a negative one', '- { address: group/a, attempt: "@", id: -1 }\n', /--> FILE:1:/],
];

test.each([...CONTRADICTIONS, ...BAD_IDS])(
  'resolutions.yaml and resolve --from: %s settles nothing',
  async (_, text, words) => {
    const { world, attempt, before } = await inDoubt();
    const written = text.replaceAll('@', attempt);
    const named = (file: string) => new RegExp(words.source.replaceAll('FILE', file.replace('.', '\\.')));
    const refused = async (file: string, argv: readonly string[]) => {
      const { code, stdout, stderr } = await world.run(argv);
      // Long lines are folded.
      expect({ code, stdout, stderr: stderr.replace(/\s+/g, ' ') }).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(named(file)),
      });
    };

    await world.write('found.yaml', written);
    await refused('found.yaml', ['resolve', '--from', 'found.yaml']);
    expect(await statuses(world)).toBe(before);

    await world.write('resolutions.yaml', written);
    for (const argv of [['plan'], APPLY]) await refused('resolutions.yaml', argv);
    expect(world.writes()).toEqual([]);
    expect(await statuses(world)).toBe(before);
  },
);

test('an id is taken with and without quotes, digit by digit, and the state stays readable', async () => {
  const { world, attempt } = await inDoubt();
  await world.write(
    'found.yaml',
    `- { address: group/a, attempt: "${attempt}", id: 910001 }\n- { address: group/b, id: "9007199254740993" }\n`,
  );
  await world.must('resolve', '--from', 'found.yaml');
  // As JSON, which YAML includes: digits that a double would round.
  await world.write('found.json', '[{"address":"group/c","id":9007199254740995}]');
  await world.must('resolve', '--from', 'found.json');
  expect(await statuses(world)).toBe(
    'group/a settled 910001\ngroup/b settled 9007199254740993\ngroup/c settled 9007199254740995',
  );
});

const item = (position: number, parts: string) => `{"position":${position},${parts}}`;

test.each<[string, readonly string[], RegExp]>([
  ['one id for two items', [item(0, '"fate":"done","id":"5"'), item(1, '"fate":"done","id":5')], /group\/a.*group\/b/],
  ['one item twice', [item(0, '"fate":"done","id":"5"'), item(0, '"fate":"failed"')], /group\/a id 5.*group\/a absent/],
  ['an id with a leading zero', [item(0, '"fate":"done","id":"05"')], /rescue\.json/],
  ['an id that is not a number', [item(0, '"fate":"done","id":1e3')], /rescue\.json/],
  ['an id that is a list', [item(0, '"fate":"done","id":["5"]')], /rescue\.json/],
  ['done without an id', [item(0, '"fate":"done"')], /needs its `id`/],
  ['another fate', [item(0, '"fate":"finished","id":"5"')], /rescue\.json/],
  ['no item', ['null'], /rescue\.json/],
  ['nothing at all', [], /has no effect/],
  ['nothing that is known', [item(0, '"fate":"unknown"')], /has no effect/],
])('a rescue file with %s settles nothing', async (_, items, words) => {
  const { world, attempt, before } = await inDoubt();
  await world.write('rescue.json', `{"type":"outcome","attempt":"${attempt}","items":[${items.join(',')}]}`);
  const run = await world.run(['resolve', '--from', 'rescue.json']);
  expect(run).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(words) });
  expect(run.stderr).not.toContain('bug in Adwright');
  expect(await statuses(world)).toBe(before);
});

test('a rescue file with ids as numbers settles what it tells of', async () => {
  const { world, attempt } = await inDoubt();
  const items = [item(0, '"fate":"done","id":910001'), item(1, '"fate":"not-done"'), item(2, '"fate":"unknown"')];
  await world.write('rescue.json', `{"type":"outcome","attempt":"${attempt}","items":[${items.join(',')}]}`);
  const { document } = await world.json('plan', ['plan']);
  expect(document.summary).toMatchObject({ unresolved: 3 });
  expect((await world.must('resolve', '--from', 'rescue.json')).stdout.trim().split('\n')).toEqual([
    'group/a: recorded as created with id 910001.',
    'group/b: recorded as never created; the next apply sends it again.',
  ]);
  expect(await statuses(world)).toBe('group/a settled 910001\ngroup/c unknown -');
});

test.each([
  ['an empty list', '[]\n'],
  ['a list without entries', '- []\n'],
  ['nothing', '# nobody has looked yet\n'],
  ['an item that is not in doubt', '- { address: group/z, absent: true }\n'],
  ['another attempt', '- { address: group/a, attempt: ffffffff, absent: true }\n'],
  ['a hand-made edit', '- { address: group/a, accepted: ffff }\n'],
])('resolve --from with %s does not end with 0', async (_, text) => {
  const { world, before } = await inDoubt();
  await world.write('found.yaml', text);
  expect(await world.run(['resolve', '--from', 'found.yaml'])).toMatchObject({ code: 1, stdout: '' });
  expect(await statuses(world)).toBe(before);
});

test('an id that is another address’s already is refused, no matter where it is stated', async () => {
  const { world, attempt } = await inDoubt();
  await world.must('resolve', 'group/a', '--id', '910001');
  const before = await statuses(world);
  const refused = await world.run(['resolve', 'group/b', '--id', '910001']);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('id 910001 already belongs to group/a') });
  for (const id of ['0910002', '1e3', 'x', '']) {
    expect((await world.run(['resolve', 'group/b', '--id', id])).code).toBe(1);
  }
  await world.write('resolutions.yaml', `- { address: group/b, attempt: "${attempt}", id: "910001" }\n`);
  const applied = await world.json('error', APPLY);
  expect(applied).toMatchObject({
    code: 1,
    document: { diagnostics: [{ code: 'resolution-conflict', source: { file: 'resolutions.yaml', line: 1 } }] },
  });
  expect(world.writes()).toEqual([]);
  expect(await statuses(world)).toBe(before);
});

test('what was true of another attempt, and equal entries, contradict nothing', async () => {
  const { world, attempt } = await inDoubt();
  const entry = `- { address: group/a, attempt: "${attempt}", id: "910001" }\n`;
  await world.write(
    'resolutions.yaml',
    `- { address: group/a, attempt: "00000000", absent: true }\n${entry}${entry}- { address: group/a, accepted: ffff }\n`,
  );
  const { document } = await world.json('plan', ['plan']);
  expect(document.summary).toMatchObject({ unresolved: 2, create: 0, noop: 1 });
});
