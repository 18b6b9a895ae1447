import { expect, test } from 'vitest';
import { createMasker } from '../../src/api/index.js';
import { cpuTime } from '../support/cpu-time.js';

const { mask } = createMasker();
const S = 'Zq7-x.9$t';

test.each([
  [`{"accessToken":"${S}","uid":"7"}`, '{"accessToken":"***","uid":"7"}'],
  [`{"accessToken" : "${S}`, '{"accessToken" : "***'],
  [`{'token': '${S}', 'uid': 7}`, "{'token': '***', 'uid': 7}"],
  [`{"passwd":"a\\"${S}","x":1}`, '{"passwd":"***","x":1}'],
  [`"{\\"apiKey\\":\\"${S}\\",\\"uid\\":7}"`, '"{\\"apiKey\\":\\"***\\",\\"uid\\":7}"'],
  [`{"password":12345678,"x":2}`, '{"password":***,"x":2}'],
  [`{"tokens":["${S}"]}`, '{"tokens":[***]}'],
  [`{"token":{"value":"${S}"}}`, '{"token":{***}}'],
  [`{"name":"accessToken","value":"${S}"}`, '{"name":"accessToken","value":"***"}'],
  [`["Host","x","apiKey","${S}"]`, '["Host","x","apiKey","***"]'],
  [`<accessToken>${S}</accessToken><uid>7</uid>`, '<accessToken>***</accessToken><uid>7</uid>'],
  [`<token type="x"><![CDATA[${S}<b]]></token>`, '<token type="x"><![CDATA[***]]></token>'],
  [`<string name="secret">${S}</string>`, '<string name="secret">***</string>'],
  [`<input name="passwd" value="${S}">`, '<input name="passwd" value="***">'],
  [`<login accessToken="${S}" uid="7"/>`, '<login accessToken="***" uid="7"/>'],
  [`uid=7&accessToken=${S}&x=1`, 'uid=7&accessToken=***&x=1'],
  [`accessToken%3D${S}%26x%3D1`, 'accessToken%3D***'],
  [`accessToken: ${S}\nuid: 7`, 'accessToken: ***\nuid: 7'],
  [`Authorization: Bearer ${S}\nuid: 7`, 'Authorization: ***\nuid: 7'],
  [`X-Api-Key: ${S}`, 'X-Api-Key: ***'],
  [`at https://user:${S}@host:8080/path`, 'at https://user:***@host:8080/path'],
  [`密码：${S}`, '密码：***'],
  ['a eyJhbGciOi.eyJzdWIi.c2ln b', 'a *** b'],
  ['session a8f5f167f44f4964e6c998dee827110c is over', 'session *** is over'],
  ['of mF9zB5f41JqMUk2sPq7dXw3L was', 'of *** was'],
])('%s', (text, masked) => {
  expect(mask(text)).toBe(masked);
  expect(mask(masked)).toBe(masked);
});

test.each([
  'invalid accessToken, log in again',
  'the token has expired',
  'keyword 9007199254740993 is dead: price 0.80, word 女鞋',
  'https://www.example.com/a/Landing-Page-For-Autumn-2024-Shoes?from=adwright',
  'groupIdListOfTheAccountMain2024 is unknown',
  '90401: quota used up',
  'http://127.0.0.1:8080/a@b',
  '910001234567890123456789012345678901',
])('%s has nothing to hide', (text) => {
  expect(mask(text)).toBe(text);
});

test('a long text of the worst sort takes no long time', () => {
  const started = cpuTime();
  for (const piece of [
    'token',
    '<',
    '<token ',
    'token"',
    'token="',
    'token=\\"',
    '\\',
    'aA',
    'eyJ',
    '%25',
    '"%2525',
    'token ',
  ]) {
    mask(piece.repeat(Math.ceil(20_000 / piece.length)));
  }
  expect(cpuTime() - started).toBeLessThan(5_000);
});
