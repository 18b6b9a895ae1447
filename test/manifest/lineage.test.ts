import { describe, expect, it } from 'vitest';
import { writeLineage } from '../../src/project/lineage.js';
import { loadProject } from '../../src/project/project.js';
import { folderOf, short } from './support.js';

const TOP = '# top\nversion: 1 # one\n';
const BLOCK = `${TOP}accounts:\n  a: # mine\n    # where it is\n    baseUrl: sandbox   # aligned\n    manifests: [a/*.yaml]\n\n  b:\n    baseUrl: sandbox\n    manifests: [b/*.yaml]\n`;

async function lineages(text: string) {
  const { project, diagnostics } = await loadProject(await folderOf({ 'adwright.yaml': text }));
  return {
    found: diagnostics.map(short),
    accounts: Object.fromEntries([...(project?.accounts ?? [])].map(([name, { lineage }]) => [name, lineage])),
    shared: project?.state.lineage,
    backend: project?.state.backend,
  };
}

describe('writeLineage', () => {
  const one = 'accounts:\n  a:\n    baseUrl: sandbox\n';
  const own = 'accounts:\n  a:\n    lineage: abc\n    baseUrl: sandbox\n';
  it.each([
    ['the first of two accounts', BLOCK, BLOCK.replace('  a: # mine\n', '  a: # mine\n    lineage: abc\n')],
    [
      'a map in braces',
      `${TOP}accounts: {a: {baseUrl: sandbox}}\n`,
      `${TOP}accounts: {a: {lineage: abc, baseUrl: sandbox}}\n`,
    ],
    [
      'braces with spaces',
      `${TOP}accounts:\n  a: { baseUrl: sandbox } # kept\n`,
      `${TOP}accounts:\n  a: { lineage: abc, baseUrl: sandbox } # kept\n`,
    ],
    ['no line end', `${TOP}${one}`.trimEnd(), `${TOP}${own}`.trimEnd()],
    ['CRLF', `${TOP}${one}`.replaceAll('\n', '\r\n'), `${TOP}${own}`.replaceAll('\n', '\r\n')],
    [
      'a merge key',
      `${TOP}x-base: &base { baseUrl: sandbox }\naccounts:\n  a:\n    <<: *base\n`,
      `${TOP}x-base: &base { baseUrl: sandbox }\naccounts:\n  a:\n    lineage: abc\n    <<: *base\n`,
    ],
    // `state.lineage` of an earlier version moves.
    [
      'the old line among others',
      `${TOP}${one}state:\n  # kept\n  lineage: abc # commit me\n  backend: git # too\n`,
      `${TOP}accounts:\n  a:\n    lineage: abc # commit me\n    baseUrl: sandbox\nstate:\n  # kept\n  backend: git # too\n`,
    ],
    ['the old line alone', `${TOP}${one}state:\n  lineage: abc\n`, `${TOP}${own}`],
    [
      'the old line alone below a comment',
      `${TOP}${one}state: # ours\n  # kept\n  lineage: abc\n`,
      `${TOP}${own}state: {} # ours\n  # kept\n`,
    ],
    [
      'the old one first in braces',
      `${TOP}${one}state: { lineage: abc, backend: git }\n`,
      `${TOP}${own}state: { backend: git }\n`,
    ],
    [
      'the old one last in braces',
      `${TOP}${one}state: { backend: git, lineage: abc }\n`,
      `${TOP}${own}state: { backend: git }\n`,
    ],
    ['the old one alone in braces', `${TOP}${one}state: { lineage: abc }\n`, `${TOP}${own}state: {  }\n`],
  ])('with %s keeps the rest as it is', (_, before, after) => {
    expect(writeLineage(before, 'a', 'abc')).toBe(after);
  });

  it('keeps the old line until every account has its own', async () => {
    const before = `${BLOCK}state: { lineage: old, backend: git }\n`;
    const first = writeLineage(before, 'b', 'old') ?? '';
    expect(await lineages(first)).toEqual({
      found: [],
      accounts: { a: undefined, b: 'old' },
      shared: 'old',
      backend: 'git',
    });
    const second = writeLineage(first, 'a', 'new') ?? '';
    expect(await lineages(second)).toEqual({
      found: [],
      accounts: { a: 'new', b: 'old' },
      shared: undefined,
      backend: 'git',
    });
  });

  it.each(['0123', '1e5', 'null', 'no', 'mine: #1', '-x', '~'])('reads back the same: %s', async (lineage) => {
    const { found, accounts } = await lineages(writeLineage(`${TOP}${one}`, 'a', lineage) ?? '');
    expect([found, accounts['a']]).toEqual([[], lineage]);
  });

  it.each([
    ['an explicit key', `${TOP}accounts:\n  ? a\n  : baseUrl: sandbox\n`],
    ['a tag and an anchor', `${TOP}accounts:\n  a: &x !!map\n    baseUrl: sandbox\n`],
    ['a JSON file', '{"version": "1", "accounts": {"a": {"baseUrl": "sandbox"}}, "state": {"backend": "git"}}\n'],
    ['braces over lines', `${TOP}accounts:\n  a: {\n    baseUrl: sandbox\n  }\n`],
    ['a mark of the end', `${TOP}${one}...\n`],
    ['a mark of bytes', `\uFEFF${TOP}${one}`],
  ])('reads back with %s', async (_, before) => {
    const { accounts } = await lineages(writeLineage(before, 'a', 'abc') ?? '');
    expect(accounts).toEqual({ a: 'abc' });
  });

  it.each([
    ['an alias', `${TOP}accounts:\n  a: &same { baseUrl: sandbox, manifests: [a.yaml] }\n  b: *same\n`, 'b'],
    ['an alias of it', `${TOP}accounts:\n  a: &same { baseUrl: sandbox, manifests: [a.yaml] }\n  b: *same\n`, 'a'],
    ['a merge of it', `${TOP}accounts:\n  a: &same\n    baseUrl: sandbox\n  b:\n    <<: *same\n`, 'a'],
    ['no such account', `${TOP}${one}`, 'c'],
  ])('gives no account the lineage of another: %s', (_, before, account) => {
    expect(writeLineage(before, account, 'abc')).toBeUndefined();
  });
});
