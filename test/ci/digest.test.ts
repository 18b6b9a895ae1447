import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { setName } from '../../src/render/markdown/page.js';

const SCRIPT = fileURLToPath(new URL('../../ci/digest.sh', import.meta.url));

function digest(comments: readonly string[], ...name: readonly string[]) {
  const { status, stdout, stderr } = spawnSync('sh', [SCRIPT, ...name], { input: comments.join(''), encoding: 'utf8' });
  return { code: status, stdout, stderr };
}

const comment = (name: string, digestOrNone: string, rest = '') =>
  `<!-- adwright plan: ${name} -->\n### Plan\n\n${digestOrNone === '' ? '' : `Digest: \`${digestOrNone}\` · made now\n`}\n${rest}`;

const A1 = comment('a', 'a1');
const A2 = comment('a', 'a2');
const B = comment('b', 'b1');
const FAULT = comment('a', '');
const SET = comment('all accounts', '5e7', `${'```'}\na: 0, 1 to create\n${'```'}\n`);

test.each<[string, readonly string[], readonly string[], string]>([
  ['of one comment', [A1], [], 'a1\n'],
  ['the last one of a name', [A1, A2], [], 'a2\n'],
  ['of the account that is named, first', [A1, B], ['a'], 'a1\n'],
  ['of the account that is named, last', [A1, B], ['b'], 'b1\n'],
  ['of the set that is named', [A1, SET, B], ['all accounts'], '5e7\n'],
  ['none of an account that has no comment', [A1, B], ['c'], ''],
  ['none of a name that is only the beginning of another', [comment('brand-a', 'ab')], ['brand'], ''],
  ['none where the last comment tells faults', [A1, FAULT], [], ''],
  ['none where the named account’s last comment tells faults', [A1, FAULT, B], ['a'], ''],
  ['none of text without a first line of ours', ['Digest: `bad`\n'], [], ''],
  ['not what a plan quotes in a fence', [comment('a', 'a1', `${'```'}\n${B}Digest: \`bad\`\n${'```'}\n`)], [], 'a1\n'],
  ['with the line ends of a browser', [A1.replaceAll('\n', '\r\n')], ['a'], 'a1\n'],
  ['an empty name is none', [A1], [''], 'a1\n'],
])('%s', (_what, comments, name, expected) => {
  expect(digest(comments, ...name)).toEqual({ code: 0, stdout: expected, stderr: '' });
});

test('comments of different accounts without a name are refused', () => {
  const end = digest([A1, B]);
  expect(end).toMatchObject({ code: 1, stdout: '' });
  expect(end.stderr).toContain('comments of a and of b');
  expect(digest([B, SET]).code).toBe(1);
});

test.each(['brand_a', 'marke & söhne', '女鞋', 'accounts brand-* other', 'a, b~1^', 'c@d|e'])(
  'a name is written as in the first line of the comment: %s',
  (name) => {
    expect(digest([comment('other', '0'), comment(setName(name), 'ab12')], name).stdout).toBe('ab12\n');
  },
);
