import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createMasker } from '../../src/api/login/masker.js';
import { readFailures } from '../../src/api/replies/failures.js';
import { readJson } from '../../src/api/replies/json.js';
import { readPathPattern } from '../../src/manifest/files/path-pattern.js';
import { formatManifest } from '../../src/manifest/write/format.js';
import { wildcardMatcher } from '../../src/model/index.js';
import { wordDiff } from '../../src/render/characters/word-diff.js';
import { loadFolder, PROJECT } from '../manifest/support.js';
import { applied, graph, group, inputs, moved, plan, state } from '../plan/support.js';
import { growsGently, growthRow, type Subject } from './growth.js';

/** `npm run test:fuzz` looks at inputs of twice the size, and of four times where these take long. */
const LONG_FORM = process.env['ADWRIGHT_FUZZ'] !== undefined;
/** Inputs whose smallest takes much longer than what is noise, at a quarter of its size as well. */
const LONG = [
  'rows of a table with faults',
  'faults on one line',
  'names claimed twice',
  'keywords with faults',
  'anchors and aliases',
  'texts on one line',
  'anchored entries with faults',
];

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'adwright-growth-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

let folders = 0;
/** Loads manifests that a function writes for a size. */
function manifests(write: (size: number) => string, name = 'ads/a.yaml', table?: (size: number) => string): Subject {
  return async (size) => {
    const { mkdir } = await import('node:fs/promises');
    const folder = join(root, String(folders++));
    await mkdir(join(folder, 'ads'), { recursive: true });
    await writeFile(join(folder, 'adwright.yaml'), PROJECT);
    await writeFile(join(folder, name), write(size));
    if (table !== undefined) await writeFile(join(folder, 'ads/k.csv'), table(size));
    return () => loadFolder(folder);
  };
}

const lines = (size: number, line: (n: number) => string) => Array.from({ length: size }, (_, n) => line(n)).join('\n');
const groups = (size: number, more = '') =>
  `version: 1\ngroups:\n${lines(size, (n) => `  group-${n}: {campaignId: ${n + 1}, name: n${n}, price: 1${more}}`)}\n`;
const SUBLINKS = 'creative: sublinks-mobile, content: [{text: a, url: https://a.cn/}, {text: b, url: https://a.cn/}]';

const SUBJECTS: Readonly<Record<string, readonly [size: number, Subject]>> = {
  'a pattern of addresses, by its stars': [
    20_000,
    (size) => () => wildcardMatcher(`${'*a'.repeat(size)}*b`)('a'.repeat(4 * size)),
  ],
  'a pattern of addresses, by a long part': [
    20_000,
    (size) => () => wildcardMatcher(`*b${'a'.repeat(size)}*`)('a'.repeat(4 * size)),
  ],
  'a pattern of paths, by folders': [
    2_000,
    (size) => () => readPathPattern('**/a/**/b')?.matches(Array.from({ length: size }, () => 'a').join('/')),
  ],
  'unknown groups that creatives name': [
    300,
    manifests(
      (size) => `${groups(size)}richCreatives:\n${lines(size, (n) => `  - {groups: [grup-${n}], ${SUBLINKS}}`)}\n`,
    ),
  ],
  'moves to unknown names': [
    500,
    manifests(
      (size) => `${groups(size)}moved:\n${lines(size, (n) => `  - {from: group/old-${n}, to: group/grup-${n}}`)}\n`,
    ),
  ],
  'a chain of moves': [
    500,
    manifests((size) => `${groups(1)}moved:\n${lines(size, (n) => `  - {from: group/m${n + 1}, to: group/m${n}}`)}\n`),
  ],
  'names claimed twice': [200, manifests((size) => `${groups(size)}---\n${groups(size)}`)],
  'unknown keys': [1_000, manifests((size) => groups(size, ', prise: 2'))],
  'bad prices': [1_000, manifests((size) => groups(size, '00.x'))],
  'invisible characters in texts': [150, manifests((size) => groups(size, ', negativeWords: {exact: ["a\\u200bb"]}'))],
  'joiners in one text': [
    20_000,
    manifests((size) => `version: 1\ngroups:\n  a: {campaignId: 1, price: 1, name: "${'\u200d'.repeat(size)}"}\n`),
  ],
  'emoji with joiners in one text': [
    10_000,
    manifests((size) => `version: 1\ngroups:\n  a: {campaignId: 1, price: 1, name: "${'👩\u200d'.repeat(size)}"}\n`),
  ],
  'one long text with an odd end': [
    50_000,
    manifests((size) => `version: 1\ngroups:\n  a: {campaignId: 1, price: 1, name: "${'a '.repeat(size)}"}\n`),
  ],
  'a long URL': [
    50_000,
    manifests((size) => `version: 1\nkeywords:\n  - {id: 1, url: "https://a.cn/${'{a}&'.repeat(size)}"}\n`),
  ],
  'a URL that is nearly usual': [
    2_000,
    manifests(
      (size) =>
        `version: 1\nkeywords:\n${lines(size, (n) => `  - {id: ${n + 1}, url: "https://a.cn/${'a'.repeat(500)}|"}`)}\n`,
    ),
  ],
  'lines that are no YAML': [
    200,
    manifests((size) => `version: 1\ngroups:\n${lines(size, (n) => `  g${n}: {name: "a" b}`)}\n`),
  ],
  'quoted texts before a fault': [
    200,
    manifests((size) => `${groups(size, ', negativeWords: {exact: ["a", "b"]}')}  x: {name: "a" b}\n`),
  ],
  'documents in one file': [
    150,
    manifests((size) =>
      lines(size, (n) => `version: 1\ngroups:\n  g${n}: {campaignId: ${n + 1}, name: n${n}, price: 1}\n---`),
    ),
  ],
  'anchors and aliases': [
    300,
    manifests(
      (size) =>
        `version: 1\nx-a: &a [x]\ngroups:\n${lines(size, (n) => `  g${n}: {campaignId: ${n + 1}, name: n, price: 1, negativeWords: {exact: *a}}`)}\n`,
    ),
  ],
  'negative words that repeat': [
    2_000,
    manifests(
      (size) =>
        `version: 1\ngroups:\n  g: {campaignId: 1, name: n, price: 1, negativeWords: {exact: [${lines(size, (n) => `w${n % 300},`)}]}}\n`,
    ),
  ],
  'keywords with faults': [
    5_000,
    manifests(
      (size) =>
        `version: 1\nkeywords:\n${lines(size, (n) => `  - id: ${n + 1}\n    matchType: Exact\n    price: 1,5`)}\n`,
    ),
  ],
  'rows of a table with faults': [
    5_000,
    manifests(
      () => 'version: 1\nkeywordFiles: [k.csv]\n',
      'ads/a.yaml',
      (size) => `id,price,status\n${lines(size, (n) => `${n + 1},x,paused`)}\n`,
    ),
  ],
  'one cell without an end': [
    30_000,
    manifests(
      () => 'version: 1\nkeywordFiles: [k.csv]\n',
      'ads/a.yaml',
      (size) => `id,price\n1,"${'a,""\n'.repeat(size)}`,
    ),
  ],
  'columns of a table': [
    2_000,
    manifests(
      () => 'version: 1\nkeywordFiles: [k.csv]\n',
      'ads/a.yaml',
      (size) => `id,${lines(size, (n) => `c${n}`).replaceAll('\n', ',')}\n1\n`,
    ),
  ],
  'a manifest that is laid out anew': [
    150,
    (size) => {
      const text = groups(size, ', negativeWords: {exact: [a]} # why');
      return () => formatManifest('a.yaml', text);
    },
  ],
  'keys given twice': [100, manifests((size) => `${groups(size)}${lines(size, (n) => `  group-${n}: {}`)}\n`)],
  'texts on one line': [
    1_000,
    manifests(
      (size) =>
        `version: 1\ngroups:\n  g: {campaignId: 1, name: n, price: 1, negativeWords: {exact: [${'&a a, '.repeat(size)}]}}\n`,
    ),
  ],
  'faults on one line': [1_000, manifests((size) => `version: 1\nkeywords: [${'{id: 1, price: x}, '.repeat(size)}]\n`)],
  'anchored entries with faults': [
    500,
    manifests((size) => `version: 1\nkeywords:\n${lines(size, (n) => `  - &k${n}\n    id: ${n + 1}\n    price: x`)}\n`),
  ],
  'likely renames': [
    600,
    (size) => () =>
      plan(
        inputs(
          Array.from({ length: size }, (_, n) => group(`g${n}`)),
          { state: state(Array.from({ length: size }, (_, n) => applied(group(`old${n}`), `${n + 1}`))) },
        ),
      ),
  ],
  'moves along a chain of the state': [
    500,
    (size) => () =>
      plan(
        inputs([group(`m${size}`)], {
          graph: graph([group(`m${size}`)], {
            moved: Array.from({ length: size }, (_, n) => moved(`group/m${n}`, `group/m${n + 1}`)),
          }),
          state: state([applied(group('m0'), '1')]),
        }),
      ),
  ],
  'two texts that differ everywhere': [
    5_000,
    (size) => () =>
      wordDiff(
        lines(size, (n) => `a${n}`),
        lines(size, (n) => `b${n}`),
      ),
  ],
  'failures in a reply': [
    5_000,
    (size) => {
      const list = Array.from({ length: size }, (_, n) => ({ code: n, message: 'm'.repeat(50), id: n }));
      return () => readFailures(list, (text) => text);
    },
  ],
  'long numbers in a reply': [
    5_000,
    (size) => {
      const text = `[${lines(size, (n) => `${n}234567890123456789`).replaceAll('\n', ',')}]`;
      return () => readJson(text);
    },
  ],
  'a text without secrets': [
    40_000,
    (size) => {
      const masker = createMasker();
      masker.add('secret-1234');
      const text = 'secret-123 apiKey=" '.repeat(size);
      return () => masker.mask(text);
    },
  ],
};

describe('the time for an input grows no faster than n log n', () => {
  it.each(Object.entries(SUBJECTS))('%s', { timeout: 120_000 }, async (name, [size, subject]) => {
    await growsGently(subject, LONG_FORM ? size : Math.ceil(size / (LONG.includes(name) ? 4 : 2)));
  });
});

it.runIf(process.env['ADWRIGHT_GROWTH'] === 'table')('prints the table', { timeout: 600_000 }, async () => {
  const rows: string[] = [];
  for (const [name, [size, subject]] of Object.entries(SUBJECTS)) rows.push(await growthRow(name, subject, size));
  await writeFile('growth.tmp', `${rows.join('\n')}\n`);
});
