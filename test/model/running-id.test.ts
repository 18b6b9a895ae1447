import { expect, it } from 'vitest';
import { RunningId } from '../../src/model/state/running-id.js';

const text = ({ bytes, start }: RunningId) => Buffer.from(bytes.subarray(start)).toString('latin1');

it.each<[readonly (number | bigint)[], string]>([
  [[7], '7'],
  [[999, 1], '1000'],
  [[80001234, 0, 66], '80001300'],
  [[9007199254740991, 9007199254740991], '18014398509481982'],
  [[12345678901234567890n, 11], '12345678901234567901'],
  [[10n ** 40n - 1n, 2], `1${'0'.repeat(39)}1`],
  [[10n ** 45n, 5], `1${'0'.repeat(44)}5`],
])('%s one after the other make %s', (distances, sum) => {
  const id = new RunningId();
  for (const distance of distances) typeof distance === 'number' ? id.add(distance) : id.addLong(distance);
  expect(text(id)).toBe(sum);
});
