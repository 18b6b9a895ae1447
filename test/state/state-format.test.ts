import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withMarks } from '../../src/model/state/baseline.js';
import { STATE_FORMAT } from '../../src/model/state/state.js';
import { failureOf, snapshot } from '../suites/backend.js';
import { filePlace } from './file-backend-place.js';

let place: Awaited<ReturnType<typeof filePlace>>;
let folder: string;

beforeEach(async () => {
  place = await filePlace();
  folder = join(place.folder, 'main');
});
afterEach(() => place.remove());

/** A snapshot with one chunk, as it is on disk. */
async function put(format: number, chunk: string, count: number): Promise<void> {
  const sha256 = createHash('sha256').update(chunk).digest('hex');
  await mkdir(join(folder, 'baseline'), { recursive: true });
  await writeFile(join(folder, 'baseline', `${sha256}.txt`), chunk);
  const head = `{"format":${format},"lineage":"a1","serial":1,"account":"main","sequence":0,`;
  const reference = JSON.stringify({ first: '5', count, sha256 });
  await writeFile(join(folder, 'state.json'), `${head}\n"baseline": [\n${reference}\n],\n"entries": []}\n`);
}

const marks = async () => {
  const { baseline } = await place.open().read();
  return [...baseline.ids()].map((id) => baseline.get(id));
};

/** 5, then 2 more, then 64 more: distance, one digit of mask (B is 1, _ is 63, h is 33), digest. */
const FORMAT_1 = 'FBaaaaaaaaaaa\nC_bbbbbbbbbbb\nBAhccccccccccc\n';
const MARKS = [
  { id: '5', mask: 1, digest: 'a'.repeat(11) },
  { id: '7', mask: 63, digest: 'b'.repeat(11) },
  { id: '71', mask: 33, digest: 'c'.repeat(11) },
];

describe('a state of format 1', () => {
  beforeEach(() => put(1, FORMAT_1, 3));

  it('is read with its marks', async () => {
    expect((await place.open().read()).snapshot?.format).toBe(1);
    expect(await marks()).toEqual(MARKS);
  });

  it('becomes format 2 with the next write, and its backup can be put back', async () => {
    const backend = place.open();
    const { held } = await backend.lock('apply', { seconds: 0 });
    const { baseline } = await backend.read();
    const seventh = { id: '6', mask: 0b100_0000, digest: 'd'.repeat(11) };
    await backend.write(held, snapshot(2), withMarks(baseline, [seventh]), 1);
    await held.release();
    expect(await readFile(join(folder, 'state.json'), 'utf8')).toContain('{"format":2,');
    expect(await marks()).toEqual([MARKS[0], seventh, MARKS[1], MARKS[2]]);
    // Masks after a dot: BA is 64, h is 33.
    const names = await readdir(join(folder, 'baseline'));
    const texts = await Promise.all(names.map((name) => readFile(join(folder, 'baseline', name), 'utf8')));
    const written = 'F.Baaaaaaaaaaa\nB.BAddddddddddd\nB._bbbbbbbbbbb\nBA.hccccccccccc\n';
    expect(texts.sort()).toEqual([written, FORMAT_1].sort());

    await writeFile(join(folder, 'state.json'), await readFile(join(folder, 'state.backup.json')));
    expect(await marks()).toEqual(MARKS);
  });
});

describe('a state of format 2', () => {
  it('names a mask once for all that have it', async () => {
    const same = [5, 6, 7].map((id) => ({ id: String(id), mask: 9, digest: 'a'.repeat(11) }));
    const backend = place.open();
    const { held } = await backend.lock('apply', { seconds: 0 });
    await backend.write(held, snapshot(1), withMarks((await backend.read()).baseline, same), undefined);
    const [name = ''] = await readdir(join(folder, 'baseline'));
    expect(await readFile(join(folder, 'baseline', name), 'utf8')).toBe('F.Jaaaaaaaaaaa\nBaaaaaaaaaaa\nBaaaaaaaaaaa\n');
    expect(await marks()).toEqual(same);
  });

  it.each([
    ['without a mask in the first line', 'Faaaaaaaaaaa\n'],
    ['of format 1', FORMAT_1],
    ['without an id', '.Baaaaaaaaaaa\n'],
    ['without a line end', 'F.Baaaaaaaaaaa'],
  ])('is refused when a chunk is %s', async (_, chunk) => {
    await put(2, chunk, chunk.split('\n').length - 1);
    const failure = await failureOf(place.open().read());
    expect([failure.codes, STATE_FORMAT]).toEqual([['state-damaged'], 2]);
    expect(failure.text).toContain('line 1 is malformed');
  });
});
