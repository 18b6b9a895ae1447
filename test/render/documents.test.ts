import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import type { ApplyResult } from '../../src/model/change/result.js';
import {
  applyDocument,
  documentText,
  errorDocument,
  planDocument,
  rowsDocument,
  stateListDocument,
  validationDocument,
} from '../../src/render/index.js';
import { DOCUMENT_SCHEMAS } from '../../src/render/json/schemas.js';
import { expectGolden } from './golden-file.js';
import { change, field, image, samplePlan } from './sample-plan.js';
import { sampleResult } from './sample-result.js';

const ajv = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true });

function expectValid(name: keyof typeof DOCUMENT_SCHEMAS, document: unknown): void {
  const parsed: unknown = JSON.parse(JSON.stringify(document));
  const validate = ajv.compile(DOCUMENT_SCHEMAS[name]);
  expect(validate(parsed), ajv.errorsText(validate.errors)).toBe(true);
}

const problem: Diagnostic = {
  severity: 'warning',
  code: 'unknown-key',
  summary: 'Something',
  detail: 'what to do',
  source: { file: 'a.yaml', line: 1, column: 2, endLine: 1, endColumn: 4 },
  related: [{ file: 'b.yaml', line: 3, column: 1 }],
  excerpt: 'only where the manifests are what it is about',
};

describe('documents', () => {
  test('the plan document holds what the contract says', () => {
    const document = planDocument({ ...samplePlan(), diagnostics: [problem] });
    expectValid('plan', document);
    expect(Object.keys(document).slice(0, 5)).toEqual(['formatVersion', 'account', 'digest', 'summary', 'changes']);
    expect(document.formatVersion).toBe('1.0');
    const drifted = document.changes.find((one) => one.address === 'keyword/9007199254740993');
    expect(drifted).toMatchObject({
      kind: 'keyword',
      action: 'update',
      drift: true,
      id: '9007199254740993',
      fields: [
        { path: 'price', desired: '0.80', prior: '0.80', observed: '1.00', drift: true },
        { path: 'matchType', desired: 'exact', prior: 'phrase', observed: 'phrase', drift: false },
      ],
      source: { file: 'keywords/console.csv', line: 2, column: 5 },
    });
    expectGolden('plan.json', [...documentText(document)].join(''));
  });

  test('an image is path, type, size, bytes and a short hash, at any depth', () => {
    const fields = [field('content', { desired: [{ image: image('a.png', 'ab') }] })];
    const document = planDocument({ ...samplePlan(), changes: [change('app/a', 'create', { fields })] });
    expect(document.changes[0]?.fields[0]?.desired).toEqual([
      { image: { path: 'a.png', type: 'png', size: '225x126', bytes: '91234', hash: 'abababababab' } },
    ]);
    expect(JSON.stringify(document)).not.toContain('ab'.repeat(32));
  });

  test('no-op changes are only counted', () => {
    expect(planDocument({ ...samplePlan(), changes: [change('app/a', 'no-op')] }).changes).toEqual([]);
  });

  test('the apply document', () => {
    const result: ApplyResult = { ...sampleResult(), diagnostics: [problem] };
    const document = applyDocument(result);
    expectValid('apply', document);
    expect(document.items[0]).toEqual({
      address: 'group/autumn-shoes',
      action: 'create',
      outcome: 'done',
      id: '910001',
    });
    expect(document.items.find((item) => item.outcome === 'failed')?.error).toEqual({
      code: '90202',
      message: 'a sensitive word',
    });
  });

  test('state list, rows, error and validate documents', () => {
    const list = stateListDocument([
      { address: 'group/a', kind: 'group', id: '1', status: 'settled' },
      { address: 'app/b', kind: 'app', status: 'pending' },
    ]);
    expectValid('state-list', list);
    expect(list.entries[1]).toEqual({ address: 'app/b', kind: 'app', status: 'pending' });
    const rows = rowsDocument([{ picId: '20240101123456789', tags: ['a'], source: undefined }]);
    expectValid('rows', rows);
    expect(rows).toEqual({ formatVersion: '1.0', rows: [{ picId: '20240101123456789', tags: ['a'] }] });
    const error = errorDocument('locked', 'The state is locked.', [problem]);
    expectValid('error', error);
    expect(error.diagnostics[0]).not.toHaveProperty('excerpt');
    const validated = validationDocument([problem, { ...problem, severity: 'error' }]);
    expectValid('validate', validated);
    expect(validated).toMatchObject({ valid: false, summary: { error: 1, warning: 1, info: 0 } });
    expect(validated.diagnostics[0]).toMatchObject({ excerpt: problem.excerpt, help: expect.any(String) });
  });

  test('the schemas refuse what is not in the contract', () => {
    const validate = ajv.compile(DOCUMENT_SCHEMAS.plan);
    const document = planDocument(samplePlan());
    expect(validate({ ...document, formatVersion: '2.0' })).toBe(false);
    expect(validate({ ...document, summary: { ...document.summary, create: '1' } })).toBe(false);
    expect(validate({ ...document, extra: 1 })).toBe(false);
    const [first] = document.changes;
    expect(
      validate({ ...document, changes: [{ ...first, fields: [{ path: 'price', desired: 1.2, drift: false }] }] }),
    ).toBe(false);
  });

  test('5,000 changes with hostile names are valid and come back as they were', () => {
    const hostile = ['"', '\\', '\u202e', '\n', '\u0000', '\ud800', '`|<@a>#1', '秋季👟'];
    const changes = Array.from({ length: 5000 }, (_, index) =>
      change(`group/${hostile[index % hostile.length]}${index}`, 'create', {
        fields: [field('name', { desired: `${hostile[index % hostile.length]}` })],
      }),
    );
    const document = planDocument({ ...samplePlan(), changes });
    expectValid('plan', document);
    expect(JSON.parse([...documentText(document)].join(''))).toEqual(JSON.parse(JSON.stringify(document)));
  });

  test('controls that a terminal may act on are escaped, and all else is as it was', () => {
    const row = { 'na\u0085me': '\u009b31m 女鞋\u202e', url: 'é\u00a0' };
    for (const document of [{ formatVersion: '1.0', row }, rowsDocument([row])]) {
      const text = [...documentText(document)].join('');
      expect(text).toContain('"na\\u0085me": "\\u009b31m 女鞋\u202e"');
      expect(text).toContain('"é\u00a0"');
      expect(JSON.parse(text)).toEqual(document);
    }
  });

  test('the text in pieces is the same JSON', () => {
    const document = planDocument(samplePlan());
    const pieces = [...documentText(document)];
    expect(pieces.join('')).toBe(`${JSON.stringify(document, undefined, 2)}\n`);
    expect(pieces.length).toBeGreaterThan(document.changes.length);
    expect([...documentText(rowsDocument([]))].join('')).toBe('{\n  "formatVersion": "1.0",\n  "rows": []\n}\n');
  });
});
