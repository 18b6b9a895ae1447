import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFile, SMALL, SMALL_MANIFEST } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

const RUNBOOKS = await readFile(new URL('../../docs/runbooks.md', import.meta.url), 'utf8');

/** A block of the document: commands to run, or a file to write whose name is its first line. */
type Block =
  | { readonly commands: readonly { readonly argv: readonly string[]; readonly code: number }[] }
  | { readonly file: string; readonly text: string };

/** The blocks of each section, by its heading. */
const SECTIONS = new Map(
  RUNBOOKS.split(/^## /m)
    .slice(1)
    .map((section): [string, readonly Block[]] => {
      const fences = section.matchAll(/^```(sh|yaml)\n([\s\S]*?)^```$/gm);
      return [section.split('\n')[0] ?? '', [...fences].map(([, kind, text = '']) => blockOf(kind, text))];
    }),
);

function blockOf(kind: string | undefined, text: string): Block {
  if (kind === 'sh') return { commands: text.trimEnd().split('\n').map(commandOf) };
  const file = /^# (\S+)\n/.exec(text)?.[1];
  if (file === undefined) throw new Error(`a file of the runbooks has no name:\n${text}`);
  return { file, text };
}

function commandOf(line: string) {
  const [, command = '', comment = ''] = /^(.*?)(?:\s+# (.*))?$/.exec(line) ?? [];
  const [name, ...argv] = (command.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) =>
    word.replace(/^(['"])(.*)\1$/, '$2'),
  );
  if (name !== 'adwright') throw new Error(`not a command of Adwright: ${line}`);
  return { argv, code: Number(/^exit (\d+)/.exec(comment)?.[1] ?? 0) };
}

/** Runs what the section says, in order. `before` is what happens to the world before the block of that number, from 0. */
async function follow(title: string, world: World, before: Readonly<Record<number, () => unknown>> = {}, digest = '') {
  let reviewed = digest;
  const outputs: string[] = [];
  for (const [number, block] of (SECTIONS.get(title) ?? []).entries()) {
    await before[number]?.();
    if ('file' in block) {
      await world.write(block.file, block.text);
      continue;
    }
    for (const { argv, code } of block.commands) {
      const asked = argv[0] === 'apply' ? { terminal: true, answer: 'yes' } : {};
      const run = await world.run(
        argv.map((word) => word.replace('$DIGEST', reviewed)),
        asked,
      );
      expect([argv.join(' '), run.code], run.stdout + run.stderr).toEqual([argv.join(' '), code]);
      outputs.push(run.stdout + run.stderr);
      if (argv[0] === 'plan') reviewed = digestOf(run.stdout) ?? reviewed;
    }
  }
  expect(outputs.length).toBeGreaterThan(0);
  return outputs;
}

const digestOf = (text: string) => /digest:? ([0-9a-f]{8,})/i.exec(text)?.[1];

const pricesOf = ({ sandbox }: World) =>
  Object.fromEntries(sandbox.control.state().keywords.map(({ id, price }) => [id, price]));
const pausesOf = ({ sandbox }: World) =>
  Object.fromEntries(sandbox.control.state().keywords.map(({ id, optStatus }) => [id, optStatus]));
const groupsOf = ({ sandbox }: World) => sandbox.control.state().groups.map(({ name }) => name);

/** Each runbook by its heading: what comes before it, and what is so at its end. */
const STORIES: Readonly<Record<string, (title: string) => Promise<void>>> = {
  'Roll back a bad bid change': async (title) => {
    const world = await World.start(SMALL);
    await world.must('apply', '--auto-approve');
    await world.must('set', 'price*=10', '--target', 'keyword/*', '--write');
    await world.must('apply', '--auto-approve');
    expect(pricesOf(world)).toEqual({ 80001001: '9.00', 80001002: '8.00' });
    await follow(title, world);
    expect(pricesOf(world)).toEqual({ 80001001: '0.90', 80001002: '0.80' });
    expect(await world.read('ads/shoes.yaml')).toBe(SMALL_MANIFEST);
  },

  'Pause everything that can be paused': async (title) => {
    const world = await World.start(SMALL);
    await world.must('apply', '--auto-approve');
    await follow(title, world);
    expect(pausesOf(world)).toEqual({ 80001001: 'paused', 80001002: 'paused' });
    // The one call that made the group; nothing was sent to pause it.
    expect(world.writes().filter(({ operation }) => operation === 'addGroups')).toHaveLength(1);
  },

  'Adopt an existing account': async (title) => {
    const world = await World.start({
      files: {
        'adwright.yaml': projectFile(),
        'console/keywords.csv': '关键词ID,关键词\n80001001,女鞋\n80001002,男鞋\n',
      },
      fixture: `${SMALL.fixture}pictures:\n  - { picId: "33445", tags: [夏季] }\n`,
    });
    const [exported] = await follow(title, world);
    expect(exported).toBe('wrote ads/pictures.yaml\nwrote ads/keywords.yaml\n');
    expect(world.writes()).toEqual([]);
  },

  'A pull request went stale after the merge': async (title) => {
    const world = await World.start(SMALL);
    await world.must('apply', '--auto-approve');
    await world.edit('ads/shoes.yaml', 'price: 0.90', 'price: 0.95');
    const digest = digestOf((await world.must('plan')).stdout);
    await world.sandbox.control.change({ keywords: [{ id: '80001002', groupId: '556001', price: '1.10' }] });
    await follow(title, world, {}, digest);
    expect(pricesOf(world)).toEqual({ 80001001: '0.95', 80001002: '1.10' });
    expect(await world.read('ads/shoes.yaml')).toContain('word: 男鞋, price: 1.10');
  },

  'A lost state': async (title) => {
    const world = await World.start(SMALL);
    await world.must('apply', '--auto-approve');
    await rm(join(world.folder, '.adwright'), { recursive: true });
    const writes = world.writes().length;
    await follow(title, world);
    expect([groupsOf(world), world.writes().length]).toEqual([['group 556001', '秋季女鞋'], writes]);
  },

  'The service was down in mid-apply': async (title) => {
    const world = await World.start(SMALL);
    world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'reset-before' });
    const [, planned] = await follow(title, world);
    expect(planned).toContain('group/autumn');
    expect(groupsOf(world)).toEqual(['group 556001', '秋季女鞋']);
  },

  'Move to another group structure': async (title) => {
    const world = await World.start(SMALL);
    await world.must('apply', '--auto-approve');
    await follow(title, world, {
      // What a person does in the console.
      2: async () => {
        const groupId = world.sandbox.control.state().groups.find(({ name }) => name === '秋季靴子')?.id ?? '';
        await world.sandbox.control.change({
          keywords: [{ id: '80002001', groupId, word: '靴子', price: '1.30', matchType: 'exact' }],
        });
        await world.write('console/new.csv', 'id\n80002001\n');
      },
    });
    expect(pausesOf(world)).toEqual({ 80001001: 'paused', 80001002: 'paused', 80002001: 'enabled' });
    expect(groupsOf(world)).toEqual(['group 556001', '秋季女鞋', '秋季靴子']);
  },
};

describe('docs/runbooks.md', () => {
  it('has a story of each runbook, and no other', () => {
    expect([...SECTIONS.keys()]).toEqual(Object.keys(STORIES));
  });

  it.each(Object.entries(STORIES))('%s', (title, story) => story(title));
});
