import { accountSegment } from '../account-segment.js';

/** What the objects of one account are called. */
export interface ObjectNames {
  /** What the names of all records begin with. */
  readonly records: string;
  record(number: number): string;
  /** The number in the name of a record. */
  numberOf(name: string): number | undefined;
  blob(digest: string): string;
}

/** Numbers of one length, so that their order is the order of their texts. */
const DIGITS = 12;
const LARGEST = 10 ** DIGITS - 1;

/**
 * A bucket lists names in ascending order, and only so: each record's name begins with how far its number is from the
 * largest, so that the newest comes first in the list. A level of a key never holds a point, so `main.log` is never one.
 */
export function objectNames(prefix: string | undefined, key: string, account: string): ObjectNames {
  const folder = [
    ...(prefix === undefined ? [] : [prefix.replace(/^\/+|\/+$/gu, '')]),
    ...key.split('/').map(accountSegment),
  ]
    .filter((part) => part !== '')
    .join('/');
  const own = `${folder}/${accountSegment(account)}`;
  const records = `${own}.log/`;
  return {
    records,
    record(number) {
      if (!Number.isInteger(number) || number < 1 || number > LARGEST)
        throw new RangeError(`${number} is not the number of a record`);
      return `${records}${String(LARGEST - number).padStart(DIGITS, '0')}-${number}`;
    },
    numberOf(name) {
      const found = name.startsWith(records) ? /^\d{12}-([1-9]\d*)$/u.exec(name.slice(records.length))?.[1] : undefined;
      return found === undefined ? undefined : Number(found);
    },
    blob: (digest) => `${own}.blobs/${digest}`,
  };
}
