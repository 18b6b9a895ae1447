import { expect, test } from 'vitest';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** Items in doubt that the manifests call by another name than the state does: both names mean the one item. */

const APPLY = ['apply', '--auto-approve', '--quiet'];
const GROUP = 'version: 1\ngroups:\n  NAME: { campaignId: 1001, name: A, price: 1 }\n';
const CREATIVE = `richCreatives:
  - WHERE
    creative: sublinks-mobile
    content:
      - { text: 新品, url: https://m.example.com/new }
      - { text: 特价, url: https://m.example.com/sale }
`;
const group = (name: string) => GROUP.replace('NAME', name);
const creative = (where: string) => CREATIVE.replace('WHERE', where);
const moved = (from: string, to: string) => `moved: [{ from: group/${from}, to: group/${to} }]\n`;

interface Doubt {
  readonly world: World;
  readonly attempt: string;
  /** As the plan prints it now. */
  readonly address: string;
}

/** A call whose reply was lost after it was carried out, and manifests that then came to call its item something else. */
async function inDoubt(operation: 'addGroups' | 'addRichCreatives', before: string, after: string): Promise<Doubt> {
  const files = { 'adwright.yaml': projectFile(), 'ads/all.yaml': before };
  const world = await World.start({ files, fixture: '{}' });
  world.sandbox.control.addFaults({ operation, kind: 'reset-after' });
  expect((await world.run(APPLY)).code).toBe(4);
  world.sandbox.control.clearFaults();
  world.sandbox.control.clearLog();
  await world.write('ads/all.yaml', after);
  const { document } = await world.json('plan', ['plan']);
  const [change] = document.changes;
  expect(document.summary).toMatchObject({ create: 0, unresolved: 1 });
  return { world, attempt: change?.attempt ?? '', address: change?.address ?? '' };
}

const DOUBTS: readonly [string, string, () => Promise<Doubt>][] = [
  ['a group that moved', 'group/b', () => inDoubt('addGroups', group('a'), `${group('b')}${moved('a', 'b')}`)],
  [
    'a group that moved twice',
    'group/c',
    () =>
      inDoubt(
        'addGroups',
        group('a'),
        `${group('c')}moved: [{ from: group/a, to: group/b }, { from: group/b, to: group/c }]\n`,
      ),
  ],
  [
    'a creative of a group that moved',
    'rich-creative/b/sublinks-mobile',
    () =>
      inDoubt(
        'addRichCreatives',
        `${group('a')}${creative('groups: [a]')}`,
        `${group('b')}${creative('groups: [b]')}${moved('a', 'b')}`,
      ),
  ],
  [
    "a creative that is named by its group's id",
    'rich-creative/id:910001/sublinks-mobile',
    () =>
      inDoubt(
        'addRichCreatives',
        `${group('a')}${creative('groups: [a]')}`,
        `${group('a')}${creative('groupIds: ["910001"]')}`,
      ),
  ],
];

const settled = async (world: World) => {
  const { document } = await world.json('plan', ['plan']);
  return document.summary;
};

test.each(DOUBTS)('resolve takes the address that the plan prints: %s', async (_, printed, doubt) => {
  const { world, address } = await doubt();
  expect(address).toBe(printed);
  expect((await world.must('resolve', address, '--id', '5001')).stdout.trim()).toBe(
    `${printed}: recorded as created with id 5001.`,
  );
  expect(await settled(world)).toMatchObject({ create: 0, unresolved: 0 });
});

test.each(DOUBTS)('and says that it is absent: %s', async (_, printed, doubt) => {
  const { world } = await doubt();
  await world.must('resolve', printed, '--absent');
  expect(await settled(world)).toMatchObject({ create: 1, unresolved: 0 });
});

const OLD: Readonly<Record<string, string>> = {
  'group/b': 'group/a',
  'group/c': 'group/a',
  'rich-creative/b/sublinks-mobile': 'rich-creative/a/sublinks-mobile',
  'rich-creative/id:910001/sublinks-mobile': 'rich-creative/a/sublinks-mobile',
};

test.each(DOUBTS)('an entry of resolutions.yaml counts under the former name: %s', async (_, printed, doubt) => {
  const { world, attempt } = await doubt();
  await world.write('resolutions.yaml', `- { address: "${OLD[printed]}", attempt: "${attempt}", id: "5001" }\n`);
  const { document } = await world.json('plan', ['plan']);
  expect(document.summary).toMatchObject({ create: 0, unresolved: 0 });
  expect(document.diagnostics).toEqual([]);
});

test.each(DOUBTS)('entries under both names that differ settle nothing: %s', async (_, printed, doubt) => {
  const { world, attempt } = await doubt();
  const entries = [
    `- { address: "${OLD[printed]}", attempt: "${attempt}", id: "5001" }`,
    `- { address: "${printed}", attempt: "${attempt}", absent: true }`,
  ];
  await world.write('found.yaml', `${entries.join('\n')}\n`);
  await world.write('resolutions.yaml', `${entries.join('\n')}\n`);
  for (const [file, argv] of [
    ['resolutions.yaml', ['plan']],
    ['resolutions.yaml', APPLY],
    ['found.yaml', ['resolve', '--from', 'found.yaml']],
  ] as const) {
    const { code, stdout, stderr } = await world.run(argv);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const folded = stderr.replace(/\s+/g, ' ');
    expect(folded).toContain('resolution-conflict');
    expect(folded).toContain(`id 5001 (${file}:1)`);
    expect(folded).toContain(`absent (${file}:2)`);
  }
  expect(world.writes()).toEqual([]);
});

test('an address that nothing is called by is an error all the same', async () => {
  const { world } = await inDoubt('addGroups', group('a'), `${group('b')}${moved('a', 'b')}`);
  const run = await world.run(['resolve', 'group/x', '--absent']);
  expect(run).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('no entry group/x') });
});
