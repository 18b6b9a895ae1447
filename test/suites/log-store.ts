import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LogStore } from '../../src/state/log/store.js';

/** A place in which stores of several projects and accounts can be opened. */
export interface StorePlace {
  /** A store of its own, as another process would have. */
  open(owner?: { readonly key?: string; readonly account?: string }): Promise<LogStore> | LogStore;
  remove(): Promise<void>;
}

export interface LogStoreSuiteOptions {
  readonly pairs: number;
  /** The store keeps old records as they were: it has no way to empty them. */
  readonly keepsAll?: boolean;
}

const bytes = (text: string) => Buffer.from(text, 'utf8');
const digestOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
const EVERY_BYTE = Uint8Array.from({ length: 1024 }, (_, index) => index % 256);

/** What the log relies on. */
export function logStoreSuite(
  name: string,
  createPlace: () => Promise<StorePlace>,
  { pairs, keepsAll = false }: LogStoreSuiteOptions,
): void {
  describe(`${name} as a store of numbered records`, () => {
    let place: StorePlace;
    let store: LogStore;
    const opened: LogStore[] = [];
    const open = async (owner?: { readonly key?: string; readonly account?: string }) => {
      const one = await place.open(owner);
      opened.push(one);
      return one;
    };

    beforeEach(async () => {
      place = await createPlace();
      store = await open();
      await store.prepare?.();
    });
    afterEach(async () => {
      for (const one of opened.splice(0)) await one.close?.();
      await place.remove();
    });

    it('holds nothing at first', async () => {
      expect(await store.newest()).toBe(0);
      expect(await store.read(1)).toBeUndefined();
      expect(await store.readBlob(digestOf(bytes('x')))).toBeUndefined();
    });

    it('creates a record once, for any caller and any bytes', async () => {
      expect(await store.create(1, bytes('first'))).toBe(true);
      expect(await store.create(1, bytes('second'))).toBe(false);
      expect(await store.create(1, bytes('first'))).toBe(false);
      const other = await open();
      expect(await other.create(1, bytes('third'))).toBe(false);
      expect(Buffer.from((await other.read(1)) ?? []).toString()).toBe('first');
    });

    it('gives back every byte, of short and of long records', async () => {
      const long = Buffer.concat(Array.from({ length: 600 }, () => EVERY_BYTE));
      expect(await store.create(1, EVERY_BYTE)).toBe(true);
      expect(await store.create(2, long)).toBe(true);
      const other = await open();
      expect(Buffer.compare(Buffer.from((await other.read(1)) ?? []), Buffer.from(EVERY_BYTE))).toBe(0);
      expect(Buffer.compare(Buffer.from((await other.read(2)) ?? []), long)).toBe(0);
    });

    it('knows the newest record, beyond nine and ninety-nine of them', async () => {
      for (const number of [1, 2, 9, 10, 99, 100, 101]) {
        await store.create(number, bytes(`record ${number}`));
        expect(await (await open()).newest()).toBe(number);
      }
      expect(await store.read(102)).toBeUndefined();
      expect(Buffer.from((await store.read(10)) ?? []).toString()).toBe('record 10');
    });

    it(
      keepsAll
        ? 'keeps old records, and their numbers stay taken'
        : 'empties old records, and their numbers stay taken',
      async () => {
        for (let number = 1; number <= 12; number++) await store.create(number, bytes(`record ${number}`));
        await store.empty(2, 11);
        await store.empty(2, 11);
        const other = await open();
        for (let number = 1; number <= 12; number++) {
          const emptied = number >= 2 && number <= 11 && !keepsAll;
          const found = await other.read(number);
          expect(found === undefined ? undefined : Buffer.from(found).toString()).toBe(
            emptied ? '' : `record ${number}`,
          );
          expect(await other.create(number, bytes('again'))).toBe(false);
        }
        expect(await other.newest()).toBe(12);
      },
    );

    it('keeps blobs by their digest, and drops those that are named', async () => {
      const contents = [bytes('one'), EVERY_BYTE, bytes('three')];
      const [one = '', two = '', three = ''] = contents.map(digestOf);
      for (const content of contents) await store.putBlob(digestOf(content), content);
      await store.putBlob(one, bytes('one'));
      const other = await open();
      expect(Buffer.from((await other.readBlob(two)) ?? [])).toEqual(Buffer.from(EVERY_BYTE));
      await other.dropBlobs([one, three, digestOf(bytes('never there'))]);
      await other.dropBlobs([]);
      expect(await store.readBlob(one)).toBeUndefined();
      expect(Buffer.from((await store.readBlob(two)) ?? [])).toEqual(Buffer.from(EVERY_BYTE));
      expect(await store.newest()).toBe(0);
    });

    it('keeps projects and accounts apart, however they are called', async () => {
      const owners = [
        { key: 'teams/shoes', account: 'main' },
        { key: 'teams', account: 'shoes' },
        { key: 'teams/shoes/main', account: 'log' },
        { key: "o'brien; drop table", account: 'a%20b' },
        { key: 'teams%2Fshoes', account: 'main' },
        { key: '鞋/v1.2', account: 'brand-a' },
      ];
      for (const owner of owners) {
        const one = await open(owner);
        expect(await one.newest()).toBe(0);
        expect(await one.create(1, bytes(JSON.stringify(owner)))).toBe(true);
        await one.putBlob(digestOf(bytes('same')), bytes('same'));
      }
      for (const owner of owners) {
        const one = await open(owner);
        expect(Buffer.from((await one.read(1)) ?? []).toString()).toBe(JSON.stringify(owner));
        expect(await one.newest()).toBe(1);
      }
      await (await open(owners[0])).dropBlobs([digestOf(bytes('same'))]);
      expect(await (await open(owners[1])).readBlob(digestOf(bytes('same')))).toBeDefined();
    });

    it(`has one winner in each of ${pairs} races of two, and keeps its bytes`, async () => {
      const runners = [await open(), await open()];
      for (let number = 1; number <= pairs; number++) {
        const won = await Promise.all(runners.map((one, index) => one.create(number, bytes(`${number} of ${index}`))));
        expect(won.filter(Boolean)).toHaveLength(1);
        expect(Buffer.from((await store.read(number)) ?? []).toString()).toBe(`${number} of ${won.indexOf(true)}`);
      }
    });

    it('says where it is, without secrets', () => {
      expect(store.where).toContain('main');
      expect(store.where).not.toMatch(/s3cret|password/u);
    });
  });
}
