import { describe, expect, it } from 'vitest';
import { picture } from '../../../src/kinds/picture/index.js';
import type { UpdateItem } from '../../../src/model/index.js';
import { kindPorts } from '../support.js';

const page = (from: number, to: number, count?: number) => ({
  ...(count !== undefined && { count }),
  pictureList: Array.from({ length: to - from }, (_, index) => ({ picId: String(from + index), tags: ['夏季'] })),
});

async function observe(ids: readonly string[], ...replies: readonly unknown[]) {
  const ports = kindPorts(replies);
  const found: string[] = [];
  const missing: string[] = [];
  const targets = ids.map((id) => ({ address: `picture/${id}`, id, desired: {} }));
  for await (const part of picture.observe?.(targets, ports) ?? []) {
    found.push(...part.found.map(([, one]) => one.id));
    missing.push(...part.missing.map(({ address }) => address));
  }
  return { found, missing, calls: ports.sent.length };
}

describe('the listing of pictures', () => {
  it.each<[string, readonly string[], readonly unknown[], object]>([
    ['stops when everything was seen', ['1'], [page(1, 201, 400)], { found: ['1'], missing: [], calls: 1 }],
    [
      'walks to the count, and no further',
      ['900'],
      [page(1, 201, 400), page(201, 401, 400), {}],
      { found: [], missing: ['picture/900'], calls: 2 },
    ],
    [
      'ends with a page that is not full',
      ['900'],
      [page(1, 201), page(201, 210)],
      { found: [], missing: ['picture/900'], calls: 2 },
    ],
    [
      'ends where the last page comes again',
      ['900'],
      [page(1, 201), page(1, 201)],
      { found: [], missing: ['picture/900'], calls: 2 },
    ],
    [
      'ends with an empty page',
      ['900'],
      [page(1, 201), { pictureList: [] }],
      { found: [], missing: ['picture/900'], calls: 2 },
    ],
  ])('%s', async (_, ids, replies, seen) => {
    expect(await observe(ids, ...replies)).toEqual(seen);
  });

  it.each([[['夏季', '主图']], ['["夏季","主图"]']])('reads tags as %j', async (tags) => {
    const ports = kindPorts([{ count: 1, pictureList: [{ picId: 5, tags }] }]);
    for await (const part of picture.observe?.([{ address: 'picture/5', id: '5', desired: {} }], ports) ?? []) {
      for (const [, one] of part.found) expect(one.values).toEqual({ tags: ['夏季', '主图'] });
    }
    expect.assertions(1);
  });
});

describe('tags on the wire', () => {
  const item = (id: string, tags: readonly string[]): UpdateItem => ({
    ...{ address: `picture/${id}`, id, desired: { tags }, observed: { tags: [] }, changed: ['tags'] },
  });

  it('sends every tag of every picture', async () => {
    const ports = kindPorts([{ success: ['5', '6'] }]);
    await picture.update?.send([item('5', ['a', '007']), item('6', [])], ports, {});
    expect(ports.sent[0]?.fields['data']).toBe('[{"picId":"5","tags":["a","007"]},{"picId":"6","tags":[]}]');
  });

  it.each<[string, unknown, readonly string[]]>([
    ['both named', { success: [5, '6'] }, ['done', 'done']],
    ['one named as failed', { success: ['5'], failures: [{ picId: 6, message: 'no' }] }, ['done', 'failed']],
    ['one not named at all: reading it back decides', { success: ['5'] }, ['done', 'unknown']],
  ])('%s', async (_, reply, fates) => {
    const result = await picture.update?.send([item('5', ['a']), item('6', ['b'])], kindPorts([reply]), {});
    if (result?.ok !== true) throw new Error('the call failed');
    expect(result.items.map((one) => one.fate)).toEqual(fates);
  });
});
