import { expect, test } from 'vitest';
import { adwright, projectFolder } from '../support/cli.js';
import { documentOf } from '../support/documents.js';

const PROJECT = { 'adwright.yaml': 'version: 1\naccounts: { main: { baseUrl: sandbox } }\n' };

test.each([
  [
    'a warning and a note',
    {
      'ads/a.yaml': 'version: 1\nkeywordFiles: [none/*.csv, gb.csv]\n',
      'ads/gb.csv': new Uint8Array([...Buffer.from('id,word\n1,'), 0xc5, 0xae, 0xd0, 0xac, 0x0a]),
      'ads/b.yaml': 'version: 1\ngroups:\n  g: { campaignId: 1, name: g, price: -1 }\n',
    },
    'bad-price',
    'Not a price: "-1" is not a price',
  ],
  [
    'an empty keyword file',
    {
      'ads/a.yaml': 'version: 1\nkeywordFiles: [a.csv]\n',
      'ads/a.csv': 'id,price\n',
      'ads/b.yaml': 'version: 1\ngroup: {}\n',
    },
    'unknown-key',
    'Unknown key: ',
  ],
])('the error of the document is the gravest, whatever came before it: %s', async (_what, files, code, message) => {
  const folder = await projectFolder({ ...PROJECT, ...files });
  const { error, diagnostics } = documentOf('error', await adwright(folder, ['plan', '--json']));
  expect(diagnostics[0]?.severity).not.toBe('error');
  expect(error.code).toBe(code);
  expect(error.message.startsWith(message)).toBe(true);
});

test.each([
  ['not a byte', '', 'csv-heading-missing'],
  ['a heading', 'id,price\n', 'empty-file'],
  ['a heading and empty lines, read as a long list', `id,price\n${'\n'.repeat(1_000_001)}`, 'empty-file'],
])('an empty keyword file is told: %s', async (_what, text, code) => {
  const folder = await projectFolder({
    ...PROJECT,
    'ads/a.yaml': 'version: 1\nkeywordFiles: [a.csv]\n',
    'ads/a.csv': text,
  });
  const { diagnostics } = documentOf('validate', await adwright(folder, ['validate', '--json']));
  expect(diagnostics.map((one) => `${one.source?.file} ${one.code}`)).toEqual([`ads/a.csv ${code}`]);
  const plan = await adwright(folder, ['plan']);
  expect(plan.stdout + plan.stderr).toContain(`[${code}]`);
});

test('the same holds of validate in its own form', async () => {
  const folder = await projectFolder({
    'adwright.yaml': 'version: 1\naccounts: { main: { baseUrl: sandbox, limits: { keywordsPerRead: x } } }\n',
  });
  const run = await adwright(folder, ['validate', '--format', 'json']);
  const { error } = documentOf('error', run);
  const plan = documentOf('error', await adwright(folder, ['plan', '--json']));
  expect(error).toEqual(plan.error);
});
