import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_BASELINE } from '../../src/model/state/state.js';
import { entry, snapshot } from '../suites/backend.js';
import { type ChildScript, childScript } from './child.js';
import { filePlace } from './file-backend-place.js';
import { processSuite } from './process-suite.js';

let script: ChildScript;
let place: Awaited<ReturnType<typeof filePlace>>;

beforeAll(async () => {
  script = await childScript('./backend.child.ts');
});
afterAll(() => script.remove());
beforeEach(async () => {
  place = await filePlace();
});
afterEach(() => place.remove());

/** With `ADWRIGHT_CRASH=full` as often as it takes to meet a rare moment. */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';

processSuite('file', FULL ? 20 : 2, FULL ? 12 : 2, async () => {
  const one = await filePlace();
  return { ...one, at: () => ['file', one.folder] };
});

describe('a disk without room', () => {
  // A limit on the size of files acts as a full disk: it is refused in the same place, by the real system.
  it('has the room that was reserved, and refuses what goes beyond it', async () => {
    const { code, out } = await script.run(['file', place.folder, 'reserve'], 'ulimit -f 16');
    expect(code, out).toBe(1);
    expect(out).toContain('reserved room was there');
    expect(out).toContain('state-unwritable');
    expect(out).toContain('journal.jsonl could not be written');
    const stored = await place.open().read();
    expect(stored.journal.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(stored.diagnostics.map(({ code }) => code)).toEqual(['journal-torn']);
  });

  it('leaves the old state readable', async () => {
    const backend = place.open();
    const { held } = await backend.lock('apply', { seconds: 0 });
    await backend.write(held, snapshot(1, [entry('a')]), EMPTY_BASELINE, undefined);
    await held.release();
    const { code, out } = await script.run(['file', place.folder, 'overfill'], 'ulimit -f 16');
    expect(code, out).toBe(1);
    expect(out).toContain('state-unwritable');
    expect((await place.open().read()).snapshot).toEqual(snapshot(1, [entry('a')]));
    expect((await readdir(join(place.folder, 'main'))).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('a lock that is not a live or dead process of this host', () => {
  const plant = async (text: string) => {
    await mkdir(join(place.folder, 'main', 'lock'), { recursive: true });
    await writeFile(join(place.folder, 'main', 'lock', '4'), text);
  };
  const lockText = async (change: Record<string, unknown>) => {
    const { held } = await place.open().lock('apply', { seconds: 0 });
    const text = await readFile(join(place.folder, 'main', 'lock', String(held.record.fence)), 'utf8');
    await held.release();
    return JSON.stringify({ ...JSON.parse(text), fence: 4, ...change });
  };

  it.each([
    ['another host', { host: 'elsewhere' }],
    ['another boot', { bootId: '11111111-2222-3333-4444-555555555555' }],
    ['another container', { pidNamespace: 'pid:[1]' }],
  ])('of %s is never taken over without force', async (_, change) => {
    // The process is long gone as well; that must not matter.
    await plant(await lockText({ ...change, pid: 2 ** 22 + 1, processStart: '1' }));
    const failure = await place
      .open()
      .lock('apply', { seconds: 0 })
      .catch((error) => error);
    expect(failure.ending).toBe('locked');
    expect(failure.message).toContain('unlock --force');
    expect((await place.open().forceUnlock())?.pid).toBe(2 ** 22 + 1);
    const { held } = await place.open().lock('apply', { seconds: 0 });
    expect(held.record.fence).toBe(6);
    await held.release();
  });

  it('of a process whose number another one has now is taken over', async () => {
    await plant(await lockText({ pid: process.pid, processStart: '1' }));
    const { held, diagnostics } = await place.open().lock('apply', { seconds: 0 });
    expect(diagnostics.map(({ code }) => code)).toEqual(['state-lock-taken-over']);
    await held.release();
  });

  it.each([
    ['empty', '', 'is empty'],
    ['cut off', '{"id": "1", "fen', 'is not a lock record'],
    ['something else', '{"a": 1}', 'is not a lock record'],
  ])('that is %s is explained, and removed by force', async (_, text, said) => {
    await plant(text);
    const failure = await place
      .open()
      .lock('apply', { seconds: 0 })
      .catch((error) => error);
    expect(failure.diagnostics[0].code).toBe('state-lock-broken');
    expect(failure.message).toContain(said);
    expect(failure.message).toContain(join(place.folder, 'main', 'lock', '4'));
    await place.open().read();
    expect(await place.open().forceUnlock()).toBeUndefined();
    const { held } = await place.open().lock('apply', { seconds: 0 });
    await held.release();
  });
});
