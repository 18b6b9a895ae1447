import { expect, it } from 'vitest';
import { storeUrlSecrets } from '../../src/cli/process/secret-variables.js';

it.each([
  ['postgres://u:p%40ss@h/d', ['postgres://u:p%40ss@h/d', 'p%40ss', 'p@ss']],
  ['postgres://u:a@b:c@h/d', ['postgres://u:a@b:c@h/d', 'a@b:c', 'a@b:c']],
  [
    'postgres:///d?user=u&password=word%21&host=h',
    ['postgres:///d?user=u&password=word%21&host=h', 'word%21', 'word!'],
  ],
  ['postgres://u:100%@h/d', ['postgres://u:100%@h/d', '100%', '100%']],
  ['postgres://h/d', ['postgres://h/d']],
  ['', []],
])('%s', (url, secrets) => {
  expect(storeUrlSecrets({ ADWRIGHT_STATE_URL: url })).toEqual(secrets);
});
