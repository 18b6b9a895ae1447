import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { LocatedDocument } from '../../src/manifest/source/located-document.js';
import { type ParsedSource, parseSource } from '../../src/manifest/yaml/parse.js';
import { PlainDocument } from '../../src/manifest/yaml/plain-document.js';
import { readPlain, readPlainItems } from '../../src/manifest/yaml/plain-reader.js';
import { readSource } from '../../src/manifest/yaml/read-source.js';
import type { FieldPath } from '../../src/model/index.js';
import { generatedDocument, generatedList, mutated, seeded } from './plain-documents.js';

/** `ADWRIGHT_FUZZ=200000 npm run test:fuzz` for a run by hand. */
const COUNT = Number(process.env['ADWRIGHT_FUZZ'] ?? 200);

/** Every path of a value, and some that lead to nothing; of what pads a document only its key. */
function* pathsOf(value: unknown, path: FieldPath = []): Generator<FieldPath> {
  yield path;
  if (path.length > 6 || path[0] === 'x-pad' || typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    yield* pathsOf(inner, [...path, Array.isArray(value) ? Number(key) : key]);
  }
  yield [...path, Array.isArray(value) ? 99 : 'absent'];
}

function placesOf(document: LocatedDocument | undefined): unknown {
  if (document === undefined) return undefined;
  return [...pathsOf(document.value)].map((path) => {
    const firstLine = document.written(path)?.split('\n')[0]?.trim();
    return [path.join('.'), document.place(path), document.place(path, true), document.offset(path), firstLine];
  });
}

/** What both readers make of a text must be the same: values, faults and places. Answers whether the plain one read it. */
async function expectAgreement(text: string): Promise<boolean> {
  const expected = parseSource('a.yaml', text);
  const found = await readSource('a.yaml', text);
  const [document] = found.documents;
  const isPlain = document instanceof PlainDocument;
  const all = ({ documents, diagnostics }: ParsedSource) => [
    diagnostics,
    documents.map(({ value }) => JSON.stringify(value)),
    isPlain ? placesOf(documents[0]) : undefined,
  ];
  // Comparing by `expect` takes longer than all the reading.
  if (!isDeepStrictEqual(all(found), all(expected))) expect(all(found), text).toEqual(all(expected));
  return isPlain;
}

const PADDING = Array.from({ length: 60 }, (_, n) => `  - id: ${n + 1}\n    price: 0.80\n    word: 女鞋 ${n}\n`).join(
  '',
);

describe('the reader of the plain form', () => {
  it(`agrees with yaml on ${COUNT} generated and mutated documents`, { timeout: COUNT * 40 + 120_000 }, async () => {
    const random = seeded(Number(process.env['ADWRIGHT_SEED'] ?? 20_261_128));
    let plain = 0;
    for (let n = 0; n < COUNT; n++) {
      const made = generatedDocument(random);
      const text = n % 2 === 0 ? made : mutated(made, random);
      // In a long document an odd part goes to yaml alone; in a short one the whole does.
      if (await expectAgreement(n % 20 === 0 ? `x-pad:\n${PADDING}${text}` : text)) plain++;
    }
    expect(plain / COUNT).toBeGreaterThan(0.2);
  });

  it(`reads from bytes what yaml reads from the text, in ${COUNT} lists`, { timeout: COUNT * 40 + 120_000 }, () => {
    const random = seeded(Number(process.env['ADWRIGHT_SEED'] ?? 20_261_129));
    let plain = 0;
    for (let n = 0; n < COUNT; n++) {
      const made = generatedList(random);
      const bytes = Buffer.from(n % 2 === 0 ? made : mutated(made, random));
      const text = bytes.toString('utf8');
      const items = readPlainItems(bytes);
      if (items === undefined) continue;
      plain++;
      const { documents, diagnostics } = parseSource('a.yaml', `list:\n${text}`);
      const expected = { diagnostics: [], values: [{ list: items }] };
      const found = { diagnostics, values: documents.map(({ value }) => value) };
      if (JSON.stringify(found) !== JSON.stringify(expected)) expect(found, text).toEqual(expected);
    }
    expect(plain / COUNT).toBeGreaterThan(0.1);
  });

  it('reads a list of keywords without yaml', () => {
    const text =
      'version: 1\n\n# mine\nkeywords:\n  - id: 80001234\n    word: 女鞋\n    url: ""\n  - id: 80001235\n    price: 0.80\n';
    expect(readPlain(text)).toMatchObject({
      value: {
        version: '1',
        keywords: [
          { id: '80001234', word: '女鞋', url: '' },
          { id: '80001235', price: '0.80' },
        ],
      },
      stretches: [],
    });
  });

  it('hands an odd item to yaml and keeps the others', () => {
    const text = `version: 1\nkeywords:\n${PADDING}  - { id: 99, "word": odd }\n  - id: 100 # remark\n${PADDING.replaceAll('id: ', 'id: 9')}`;
    const read = readPlain(text);
    expect(read?.stretches.map(({ from, to }) => text.slice(from, to))).toEqual([
      '  - { id: 99, "word": odd }\n',
      '  - id: 100 # remark\n',
    ]);
    return expectAgreement(text);
  });

  it.each([
    ['a document mark', 'a: 1\n---\nb: 2\n'],
    ['a directive', '%YAML 1.2\n---\na: 1\n'],
    ['a list at the top', '- a\n- b\n'],
    ['a text at the top', 'just text\n'],
    ['nothing', ''],
  ])('leaves %s to yaml as a whole', (_name, text) => {
    expect(readPlain(text)).toBeUndefined();
  });
});
