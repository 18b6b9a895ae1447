import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Draft04 from 'ajv-draft-04';
import { expect, test } from 'vitest';
import { diagnosticsPage } from '../../scripts/generated-diagnostics.js';
import { DIAGNOSTIC_CODES } from '../../src/diagnostics/codes.js';
import { diagnostic } from '../../src/diagnostics/diagnostic.js';
import { renderGithub } from '../../src/render/diagnostics/github.js';
import { sarifDocument } from '../../src/render/diagnostics/sarif.js';
import { adwright, projectFolder } from '../support/cli.js';

const PROJECT = 'version: 1\naccounts:\n  main:\n    baseUrl: sandbox\n';
const FAULTY = {
  'adwright.yaml': PROJECT,
  'ads/50% off, 秋季.yaml': `version: 1
groups:
  g: { campaignId: 1001, nmae: 秋, name: 秋季, price: 1,2 }
keywords:
  - { id: 5, url: "https://a.example.com/&u=1" }
  - { id: 5 }
`,
};

const SCHEMA = createRequire(import.meta.url).resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
const sarifSchema: object = JSON.parse(readFileSync(SCHEMA, 'utf8'));
const ajv = new Draft04.default({ strict: false, allErrors: true, validateFormats: false, unicodeRegExp: false });
const validSarif = ajv.compile(sarifSchema);

function sarifFaults(text: string): unknown {
  validSarif(JSON.parse(text));
  return validSarif.errors ?? [];
}

test('the schema tells a wrong SARIF log from a right one', () => {
  expect(sarifFaults('{ "version": "2.1.0", "runs": [{ "results": [{}] }] }')).not.toEqual([]);
});

test('github: one line a finding, with what has a meaning of its own written out', async () => {
  const folder = await projectFolder(FAULTY);
  const { code, stdout } = await adwright(folder, ['validate', '--format', 'github']);
  expect(code).toBe(1);
  const lines = stdout.trimEnd().split('\n');
  expect(lines).toHaveLength(4);
  const file = 'file=ads/50%25 off%2C 秋季.yaml';
  expect(lines[0]).toMatch(
    `::error ${file},line=3,endLine=3,col=26,endColumn=29,title=Unknown key (unknown-key)::"nmae" is not known`,
  );
  expect(lines[0]).toContain('Did you mean "name"?');
  expect(lines.map((line) => line.split(' ')[0])).toEqual(['::error', '::error', '::error', '::warning']);
  expect(lines[2]).toContain('%0ASee also ads/50%25 off, 秋季.yaml:5:5%0A');
});

test('github: of each severity as many as are shown, the gravest first, and how many more there are', () => {
  const found = (severity: 'error' | 'warning' | 'info', count: number) =>
    Array.from({ length: count }, (_, index) =>
      diagnostic('unknown-key', { severity, source: { file: 'a.yaml', line: 1 + index, column: 1 } }),
    );
  const levels = (text: string) => text.split('\n').map((line) => /^::(\w+)/.exec(line)?.[1]);
  const times = (level: string, count: number) => Array<string>(count).fill(level);
  const all = renderGithub([...found('info', 10), ...found('warning', 10), ...found('error', 10)]);
  expect(levels(all)).toEqual([...times('error', 10), ...times('warning', 10), ...times('notice', 10)]);
  const many = renderGithub([...found('info', 10), ...found('warning', 2), ...found('error', 14)]);
  expect(levels(many)).toEqual([...times('error', 10), ...times('warning', 2), ...times('notice', 10)]);
  expect(many.split('\n').at(-1)).toBe(
    '::notice title=More findings::Not shown here: 4 errors, 1 note in 1 file. `adwright validate` lists all.',
  );
  expect(many).toContain('line=10,');
  expect(many).not.toContain('line=11,');
});

test('github: a place outside the working folder keeps the way from the root of the repository', async () => {
  const folder = await projectFolder({ 'shop/adwright.yaml': PROJECT, 'shop/ads/a.yaml': 'version: 2\n' });
  const below = await adwright(folder, ['-C', 'shop', 'validate', '--format', 'github']);
  expect(below.stdout).toContain('file=shop/ads/a.yaml,line=1,');
  const env = { GITHUB_WORKSPACE: folder };
  expect((await adwright(`${folder}/shop`, ['validate', '--format', 'github'], { env })).stdout).toBe(below.stdout);
  expect((await adwright(`${folder}/shop`, ['validate', '--format', 'github'])).stdout).toContain('file=ads/a.yaml,');
});

test('sarif: valid by its public schema, places and rules included', async () => {
  const folder = await projectFolder(FAULTY);
  const { code, stdout } = await adwright(folder, ['validate', '--format', 'sarif']);
  expect(code).toBe(1);
  expect(sarifFaults(stdout)).toEqual([]);
  const [run] = JSON.parse(stdout).runs;
  expect(run.results[0]).toMatchObject({
    ruleId: 'unknown-key',
    level: 'error',
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: 'ads/50%25%20off,%20%E7%A7%8B%E5%AD%A3.yaml', uriBaseId: '%SRCROOT%' },
          region: { startLine: 3, startColumn: 26, endLine: 3, endColumn: 30 },
        },
      },
    ],
  });
  for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
});

test('sarif: every code, without a place and with several', () => {
  const place = { file: 'a#b?.yaml', line: 1, column: 1 };
  const all = Object.keys(DIAGNOSTIC_CODES).flatMap((code) => [
    diagnostic(code as keyof typeof DIAGNOSTIC_CODES),
    diagnostic(code as keyof typeof DIAGNOSTIC_CODES, { source: place, related: [place], address: 'group/a' }),
  ]);
  const text = JSON.stringify(sarifDocument(all, { version: '1.0.0' }));
  expect(sarifFaults(text)).toEqual([]);
  expect(text).toContain('a%23b%3F.yaml');
});

test('json: each finding with its place, the line that was written, and what to do', async () => {
  const folder = await projectFolder(FAULTY);
  const { diagnostics } = JSON.parse((await adwright(folder, ['validate', '--format', 'json'])).stdout);
  expect(diagnostics[0]).toMatchObject({
    code: 'unknown-key',
    severity: 'error',
    source: { line: 3, column: 26 },
    excerpt: '  g: { campaignId: 1001, nmae: 秋, name: 秋季, price: 1,2 }',
    help: expect.stringContaining('Correct the spelling'),
  });
});

test('json is what --json prints; the two cannot contradict', async () => {
  const folder = await projectFolder(FAULTY);
  const asked = await adwright(folder, ['validate', '--format', 'json']);
  expect(asked).toEqual(await adwright(folder, ['--json', 'validate']));
  const both = await adwright(folder, ['--json', 'validate', '--format', 'sarif']);
  expect([both.code, JSON.parse(both.stdout).error.code]).toEqual([1, 'usage']);
  expect((await adwright(folder, ['validate', '--format', 'xml'])).stderr).toContain('text, json, github, sarif');
});

test('a project file that cannot be read is reported in the form that was asked for', async () => {
  const folder = await projectFolder({ 'adwright.yaml': 'version: 1\naccounts:\n  main: { baseUrl: nowhere }\n' });
  for (const format of ['github', 'sarif', 'json']) {
    const { code, stdout } = await adwright(folder, ['validate', '--format', format]);
    expect([format, code, stdout.includes('bad-base-url')]).toEqual([format, 1, true]);
  }
});

test('nothing to report is nothing to print, or a log without results', async () => {
  const folder = await projectFolder({ 'adwright.yaml': PROJECT, 'ads/a.yaml': 'version: 1\nkeywords: [{ id: 1 }]\n' });
  expect(await adwright(folder, ['validate', '--format', 'github'])).toEqual({ code: 0, stdout: '', stderr: '' });
  const { stdout } = await adwright(folder, ['validate', '--format', 'sarif']);
  expect(sarifFaults(stdout)).toEqual([]);
  expect(JSON.parse(stdout).runs[0].results).toEqual([]);
});

test('an annotation is one line whatever the text holds', () => {
  const text = renderGithub([
    diagnostic('bad-url', { detail: 'a\r\nb%0A\u001b[31m', source: { file: 'x:1,2', line: 1, column: 1 } }),
  ]);
  expect(text.split('\n')).toHaveLength(1);
  expect(text).toContain('file=x%3A1%2C2,');
  expect(text).toContain('b%250A');
  expect(text).not.toContain('\u001b');
});

test('docs/diagnostics.md is what the table of codes gives (else run `npm run generate`)', () => {
  expect(readFileSync(new URL('../../docs/diagnostics.md', import.meta.url), 'utf8')).toBe(diagnosticsPage());
});
