import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isLosslessNumber, parse } from 'lossless-json';
import { expect, it } from 'vitest';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';
import { edited, edits, TIMEOUT, tried } from './support.js';

const MANIFEST = `version: 1
groups:
  autumn: { campaignId: 1001, name: 007, price: 1.20, negativeWords: { exact: [no, 1e5, 2024-01-01] } }
keywords:
  - { id: 9007199254740993, price: 0.30, url: "https://a.example.com/{keyword}?a=b" }
  - { id: 5, price: 0, mobileUrl: "", status: pause }
richCreatives:
  - groups: [autumn]
    creative: sublinks-mobile
    content:
      - { text: 新品, url: "https://m.example.com/new" }
      - { text: +86, url: "https://m.example.com/sale" }
pictures:
  - { id: 33445, tags: [夏季, 1.10] }
`;

const FIXTURE = `keywords:
  - { id: "9007199254740993", groupId: "9", word: a, price: "2.00", matchType: phrase }
  - { id: "5", groupId: "9", word: b, price: "2.00", matchType: phrase }
pictures:
  - { picId: "33445", tags: [old] }
options: { priceDecimals: rounded }
`;

const SNIPPETS = [
  'null',
  '~',
  '.inf',
  'NaN',
  '0x1F',
  '1e400',
  'true',
  '007',
  '１',
  ' ',
  ', ',
  '"',
  "'",
  '\n',
  '9'.repeat(30),
  '[',
  '{}',
];

/** Values that no one writes and that are sent all the same: ids given by the service, defaults of the interface. */
const OURS = /^(?:enable|pause|9[0-9]{5})$/;

function* valuesIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (isLosslessNumber(value)) yield value.toString();
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* valuesIn(inner);
  else throw new Error(`${String(value)} was sent`);
}

/** As a reader would compare them: without quotes and escapes of YAML, and decimals without zeros at the end. */
const bare = (text: string) => text.replace(/["'\\\s]/g, '');

it(
  'no request holds a value that the author did not write',
  async () => {
    const limits = '    limits: { requestsPerSecond: 100000 }\n';
    const world = await World.start({ files: { 'adwright.yaml': projectFile(limits) }, fixture: FIXTURE });
    await tried(edits(MANIFEST.length, SNIPPETS), async (list) => {
      const text = edited(
        MANIFEST,
        list.slice(0, 2).map((one) => ({ ...one, remove: Math.min(one.remove, 12) })),
      );
      await rm(join(world.folder, '.adwright'), { recursive: true, force: true, maxRetries: 10 });
      await world.write('adwright.yaml', projectFile(limits));
      await world.write('ads/a.yaml', text);
      world.sandbox.control.clearLog();
      const { code, stderr } = await world.run(['apply', '--auto-approve', '--quiet']);
      expect([code <= 4, stderr.includes('a bug in Adwright')]).toEqual([true, false]);
      const written = bare(text);
      for (const { fields } of world.writes()) {
        for (const field of Object.values(fields)) {
          for (const value of valuesIn(/^[[{]/.test(field) ? parse(field) : field)) {
            if (OURS.test(value)) continue;
            // The shortest decimal of what was written is the beginning of it.
            expect(written).toContain(bare(value));
          }
        }
      }
    });
  },
  TIMEOUT,
);
