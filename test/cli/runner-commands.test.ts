import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Form } from '../../src/app/outcome.js';
import { guarded, runnerGuard } from '../../src/app/runner-commands.js';
import { lastWords } from '../../src/cli/process/last-words.js';
import type { OutputStream } from '../../src/cli/terminal/io.js';
import { keywordSection } from '../../src/kinds/keyword/schema.js';
import { manifestText, writtenBlocks } from '../../src/manifest/yaml/manifest-text.js';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

function stream() {
  const written: string[] = [];
  const plain: OutputStream = {
    write: (text) => {
      written.push(text);
      return Promise.resolve(true);
    },
    isTerminal: false,
    columns: 80,
  };
  return { written, out: guarded(plain) };
}

test.each<[readonly string[], string]>([
  [['::error::x\n'], ':<U+003A>error::x\n'],
  [['a\n', '  ::add-mask::x'], 'a\n  :<U+003A>add-mask::x'],
  [['a :', ':b'], 'a ::b'],
  [[':', ':b'], ':<U+003A>b'],
  [['\u001b[31m', ' :', ':b'], '\u001b[31m :<U+003A>b'],
  [['a\r::b'], 'a\r:<U+003A>b'],
  [['section_start:1:a'], 'section<U+005F>start:1:a'],
  [['sec', 'tion', '_end', ' section_end'], 'section<U+005F>end section_end'],
  [['a ##[error]b'], 'a ##<U+005B>error]b'],
  [['a ##vso[task.complete]b'], 'a ##vso<U+005B>task.complete]b'],
  [['#', '#', 'vs', 'o', '[a'], '##vso<U+005B>a'],
  [['###[a ##teamcity[b'], '###<U+005B>a ##teamcity<U+005B>b'],
  [[`${'x'.repeat(100)}`, ':', ':', '\n', ':', ':'], `${'x'.repeat(100)}::\n:<U+003A>`],
  [['# [a] #[b] a::b 12:30'], '# [a] #[b] a::b 12:30'],
])('in pieces %j', async (pieces, expected) => {
  const { written, out } = stream();
  for (const piece of pieces) await out.write(piece);
  expect(written.join('')).toBe(expected);
});

test.each<[Form, string, string]>([
  ['json', '"##vso[a] ##[b] # [c]"', '"#\\u0023vso[a] #\\u0023[b] # [c]"'],
  ['verbatim', '::error::##[a]', '::error::##[a]'],
])('as %s', async (form, text, expected) => {
  const { written, out } = stream();
  await out.write(text, form);
  expect(written).toEqual([expected]);
  if (form === 'json') expect(JSON.parse(expected)).toEqual(JSON.parse(text));
});

const HOSTILE = '##vso[task.setvariable]x ::set-env::y section_start:0:z ##[add-path]/tmp';
const MANIFEST = `version: 1
groups:
  "::error::a": { campaignId: 1001, name: "${HOSTILE}", price: 1.20 }
  "##[group]a": { campaignId: 1001, name: "::stop-commands::${'x'.repeat(90)} ::add-mask::b", price: 1.20 }
keywords:
  - { id: 80001001, word: "::debug::w ##[endgroup]", price: 0.90 }
  - { id: 80001002, price: "::error::2" }
`;
const SOUND = MANIFEST.replace(/ {2}- \{ id: 80001002.*\n/, '  - { id: 80001003, price: 0.70 }\n');
const FIXTURE = `keywords:
  - { id: "80001001", groupId: "556001", word: "::debug::w ##[endgroup]", price: "0.80", matchType: phrase }
  - { id: "80001003", groupId: "556001", word: "${HOSTILE}", price: "0.80", matchType: phrase, status: reject, cause: "::error::no ##[no]" }
`;
const ESCAPE = '\u001b';
const COMMAND_LINE = new RegExp(`^(?:\\s|${ESCAPE}\\[[\\d;]*m)*(?:::|section_)|##\\w*\\[`, 'm');
const RUNNERS = ['GITHUB_ACTIONS', 'GITLAB_CI', 'TF_BUILD'];

test.each(RUNNERS)('with %s no line of any command is a command of the runner', async (name) => {
  const env = { [name]: 'true' };
  const faulty = await World.start({
    files: { 'adwright.yaml': projectFile(), 'ads/a.yaml': MANIFEST },
    fixture: FIXTURE,
  });
  const sound = await World.start({ files: { 'adwright.yaml': projectFile(), 'ads/a.yaml': SOUND }, fixture: FIXTURE });
  sound.sandbox.control.addFaults({
    operation: 'addGroups',
    kind: 'status',
    status: 200,
    body: JSON.stringify({
      groupIdList: [0, 0],
      failures: [{ code: 1, index: 0, description: '::error::no ##vso[no]' }],
    }),
  });
  const runs = [
    await faulty.run(['validate'], { env }),
    await faulty.run(['plan'], { env }),
    await faulty.run(['plan', '--json'], { env }),
    await sound.run(['plan', '--markdown', 'plan.md', '--out', 'plan.json'], { env }),
    await sound.run(['plan', '--json'], { env }),
    await sound.run(['show', 'plan.json'], { env }),
    await sound.run(['status'], { env }),
    await sound.run(['keywords', 'get', '80001003'], { env }),
    await sound.run(['export', '80001001', '80001003'], { env }),
    await sound.run(['apply', '--auto-approve', '--new-state'], { env }),
    await sound.run(['state', 'log'], { env }),
    await sound.run(['::error::', '##[x]'], { env }),
  ];
  for (const { stdout, stderr } of runs) {
    expect(stdout).not.toMatch(COMMAND_LINE);
    expect(stderr).not.toMatch(COMMAND_LINE);
  }
  expect(await readFile(join(sound.folder, 'plan.md'), 'utf8')).not.toMatch(COMMAND_LINE);
  // What is read by a program says the same as elsewhere.
  const inRunner = JSON.parse((await sound.run(['keywords', 'get', '80001003', '--json'], { env })).stdout);
  expect(inRunner).toEqual(JSON.parse((await sound.run(['keywords', 'get', '80001003', '--json'])).stdout));
  expect(inRunner.rows[0].keyword ?? inRunner.rows[0].word).toBe(HOSTILE);
});

test('the annotations of validate are still commands', async () => {
  const world = await World.start({
    files: { 'adwright.yaml': projectFile(), 'ads/a.yaml': MANIFEST },
    fixture: FIXTURE,
  });
  const { stdout } = await world.run(['validate', '--format', 'github'], { env: { GITHUB_ACTIONS: 'true' } });
  expect(stdout).toMatch(/^::error file=/m);
});

test('elsewhere texts stay as they are', async () => {
  const world = await World.start({ files: { 'adwright.yaml': projectFile(), 'ads/a.yaml': SOUND }, fixture: FIXTURE });
  expect((await world.run(['plan'])).stdout).toContain('##vso[task.setvariable]');
});

test('an exported text is one, with an escape', () => {
  const blocks = writtenBlocks([{ entry: { id: '1', word: 'a ##vso[b]' } }], { byOwner: false });
  expect(manifestText([{ section: keywordSection, blocks }], [])).toContain('word: "a \\u0023#vso[b]"');
});

test('last words are not commands', () => {
  const written: string[] = [];
  const words = lastWords(['plan', '--json', '--verbose'], { TF_BUILD: 'True' }, (_stream, text) => written.push(text));
  words.guard(runnerGuard({ TF_BUILD: 'True' }));
  words.say('internal', 'a ##[b]\n::error::c', 'at d\n  ::error::e');
  expect(written.join('')).not.toMatch(COMMAND_LINE);
  expect(JSON.parse(written[0] ?? '').error.message).toBe('a ##[b]\n::error::c');
});
