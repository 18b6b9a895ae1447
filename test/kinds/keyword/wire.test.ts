import { describe, expect, it } from 'vitest';
import { keyword } from '../../../src/kinds/keyword/index.js';
import { fromWireKeyword, toWireUpdate } from '../../../src/kinds/keyword/wire.js';
import type { Observation, UpdateItem } from '../../../src/model/index.js';
import { kindPorts, NOW } from '../support.js';

function item(
  desired: UpdateItem['desired'],
  observed: UpdateItem['observed'],
  ...changed: readonly string[]
): UpdateItem {
  return { address: 'keyword/80001234', id: '80001234', desired, observed, changed };
}

/** The object as it goes out. */
async function sentObject(one: UpdateItem): Promise<unknown> {
  const ports = kindPorts([{ errno: 10000, affectedRecords: 1 }]);
  await keyword.update?.send([one], ports, {});
  return ports.sent[0]?.fields['keywords'];
}

describe('a keyword as read', () => {
  it.each<[string, Record<string, string>, Partial<Observation['values']>]>([
    [
      'read names',
      { price: '1.50', destinationUrl: 'https://a', mobileDestinationUrl: 'https://m' },
      { price: '1.50', url: 'https://a', mobileUrl: 'https://m' },
    ],
    ['enabled', { optStatus: 'enabled' }, { status: 'enable' }],
    ['paused', { optStatus: 'paused', status: 'pending' }, { status: 'pause' }],
    ['addresses that are left out are empty', {}, { url: '', mobileUrl: '', deeplinkUrl: '' }],
  ])('%s', (_, record, values) => {
    expect(fromWireKeyword({ id: '1', ...record }, NOW)?.values).toMatchObject(values);
  });

  it('leaves out what the service leaves out', () => {
    const values = fromWireKeyword({ id: '1', optStatus: '' }, NOW)?.values ?? {};
    expect(Object.keys(values)).toEqual(['url', 'mobileUrl', 'deeplinkUrl']);
  });

  it.each<[string, Record<string, string | undefined>, Partial<Observation>]>([
    ['under review on PC', { status: 'pending' }, { underReview: true }],
    ['under review on mobile', { status: 'enable', mobileStatus: 'pending' }, { underReview: true }],
    ['deleted', { status: 'delete' }, { unusable: 'the service says that it is deleted' }],
  ])('%s', (_, record, parts) => {
    expect(fromWireKeyword({ id: '1', ...record }, NOW)).toMatchObject(parts);
  });

  it.each([
    ['556001', '556001'],
    ['0556001', undefined],
    ['5 1; rm', undefined],
    ['', undefined],
  ])('is in a group only under an id: %j', (groupId, expected) => {
    const usual = { word: '女鞋', status: 'enable', mobileStatus: 'enable', pcLowestPrice: '1', updateTime: NOW };
    for (const record of [{}, usual]) {
      expect(fromWireKeyword({ id: '1', groupId, ...record }, NOW)?.facts['groupId']).toBe(expected);
    }
  });

  it('is none without an id', () => {
    expect(fromWireKeyword({ word: '女鞋' }, NOW)).toBeUndefined();
  });
});

describe('a keyword as written', () => {
  it.each<[string, UpdateItem, string]>([
    [
      'the bid and the status that was read',
      item({ price: '2.50' }, { price: '1', status: 'pause' }, 'price'),
      '[{"id":80001234,"price":2.5,"status":"pause"}]',
    ],
    [
      "the manifest's status counts more",
      item({ price: '2', status: 'enable' }, { status: 'pause' }, 'price', 'status'),
      '[{"id":80001234,"price":2,"status":"enable"}]',
    ],
    ['0 is sent', item({ price: '0' }, { status: 'enable' }, 'price'), '[{"id":80001234,"price":0,"status":"enable"}]'],
    [
      'an empty address is sent',
      item({ url: '' }, { url: 'https://a', status: 'enable' }, 'url'),
      '[{"id":80001234,"url":"","status":"enable"}]',
    ],
    [
      'an address that did not change is not',
      item({ url: 'https://a', price: '2' }, { url: 'https://a', status: 'enable' }, 'price'),
      '[{"id":80001234,"price":2,"status":"enable"}]',
    ],
    [
      'placeholders stay byte for byte',
      item({ url: 'https://a/{keyword}?k=%20&c={creative}#t' }, { status: 'enable' }, 'url'),
      '[{"id":80001234,"url":"https://a/{keyword}?k=%20&c={creative}#t","status":"enable"}]',
    ],
  ])('%s', async (_, one, text) => {
    expect(await sentObject(one)).toBe(text);
  });

  it('keeps an id above 2^53 digit for digit', async () => {
    const big = { ...item({ price: '33.30' }, { status: 'enable' }, 'price'), id: '9007199254740993' };
    expect(await sentObject(big)).toBe('[{"id":9007199254740993,"price":33.3,"status":"enable"}]');
  });

  it.each([{}, { status: 'unknown-word' }])('is not sent where nobody knows its status (%j)', async (observed) => {
    const known = { ...item({ price: '3' }, { status: 'pause' }, 'price'), id: '5' };
    const ports = kindPorts([{ errno: 10000, affectedRecords: 1 }]);
    const result = await keyword.update?.send([item({ price: '2' }, observed, 'price'), known], ports, {});
    expect(ports.sent[0]?.fields['keywords']).toBe('[{"id":5,"price":3,"status":"pause"}]');
    expect(result).toMatchObject({ ok: true, items: [{ fate: 'failed' }, { fate: 'done' }] });
  });

  it('sends nothing at all where nothing may be sent', async () => {
    const ports = kindPorts();
    const result = await keyword.update?.send([item({ price: '2' }, {}, 'price')], ports, {});
    expect(ports.sent).toEqual([]);
    expect(result).toMatchObject({ ok: true, items: [{ fate: 'failed' }] });
  });

  it.each<[string, Record<string, unknown>, readonly string[]]>([
    ['all done', { failKeywordIds: '' }, ['done', 'done', 'done']],
    ['ids with commas', { failKeywordIds: '11,13' }, ['failed', 'done', 'failed']],
    ['ids as JSON text', { failKeywordIds: '[12]' }, ['done', 'failed', 'done']],
    ['ids as a list of numbers', { failKeywordIds: [12] }, ['done', 'failed', 'done']],
    ['null', { failKeywordIds: null }, ['done', 'done', 'done']],
    ['a failure that names its id', { failures: [{ id: 13, message: 'too low' }] }, ['done', 'done', 'failed']],
  ])('%s', async (_, reply, fates) => {
    const ports = kindPorts([{ errno: 10000, affectedRecords: 1, ...reply }]);
    const batch = ['11', '12', '13'].map((id) => ({ ...item({ price: '2' }, { status: 'enable' }, 'price'), id }));
    const result = await keyword.update?.send(batch, ports, {});
    if (result?.ok !== true) throw new Error('the call failed');
    expect(result.items.map((one) => one.fate)).toEqual(fates);
  });

  it('cuts updates by count', () => {
    const many = Array.from({ length: 950 }, (_, index) => ({
      ...item({ price: '2' }, { status: 'enable' }, 'price'),
      id: `${index + 1}`,
    }));
    expect(keyword.update?.batch(many, kindPorts()).map((batch) => batch.length)).toEqual([400, 400, 150]);
  });

  it('cuts updates by size', () => {
    const url = `https://a.example.com/${'x'.repeat(500)}`;
    const many = Array.from({ length: 100 }, (_, index) => ({
      ...item({ url }, { status: 'enable' }, 'url'),
      id: `${index + 1}`,
    }));
    const ports = kindPorts([{}], { bodyBytes: 10_000 });
    const batches = keyword.update?.batch(many, ports) ?? [];
    for (const batch of batches) {
      expect(ports.service.bodyBytes('updateKeywords', { keywords: batch.map(toWireUpdate) })).toBeLessThanOrEqual(
        10_000,
      );
    }
    expect(batches).toHaveLength(7);
  });
});
