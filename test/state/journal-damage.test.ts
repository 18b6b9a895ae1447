import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EMPTY_BASELINE } from '../../src/model/state/state.js';
import { failureOf, run, snapshot } from '../suites/backend.js';
import { filePlace } from './file-backend-place.js';

const TOLERANT = { withoutJournal: true };

/** A snapshot that ends at 2, and a journal that continues with 3, 4, 5 in three lines. */
async function begun() {
  const place = await filePlace();
  onTestFinished(() => place.remove());
  const file = join(place.folder, 'main', 'journal.jsonl');
  const text = () => readFile(file, 'utf8');
  const backend = place.open();
  const { held } = await backend.lock('apply', { seconds: 0 });
  await backend.append(held, [run(1), run(2)]);
  const early = await text();
  await backend.write(held, snapshot(1, [], 2), EMPTY_BASELINE, undefined);
  for (const number of [3, 4, 5]) await backend.append(held, [run(number)], 500);
  await held.release();
  const lines = (await text()).trimEnd().split('\n');
  return { place, file, text, early, lines, state: join(place.folder, 'main', 'state.json') };
}

const numbers = (journal: readonly { sequence: number }[]) => journal.map(({ sequence }) => sequence);

/** What a run does that finds the state: reads, takes the lock, appends. */
async function goOn({ place }: { place: Awaited<ReturnType<typeof filePlace>> }, next: number, options = {}) {
  const backend = place.open();
  const { held } = await backend.lock('apply', { seconds: 0 });
  const { journal } = await backend.read(options);
  await backend.append(held, [run(next)]);
  await held.release();
  expect(numbers((await place.open().read()).journal)).toEqual([...numbers(journal), next]);
}

describe('a journal next to a snapshot', () => {
  it('is missed when it is gone, whether or not the snapshot ends at an entry', async () => {
    const state = await begun();
    await rm(state.file);
    const failure = await failureOf(state.place.open().read());
    expect(failure.codes).toEqual(['journal-missing']);
    for (const part of [state.file, 'serial 1', 'backup', '--older-state']) expect(failure.text).toContain(part);

    const place = await filePlace();
    onTestFinished(() => place.remove());
    const backend = place.open();
    const { held } = await backend.lock('state init', { seconds: 0 });
    await backend.write(held, snapshot(1), EMPTY_BASELINE, undefined);
    await held.release();
    await rm(join(place.folder, 'main', 'journal.jsonl'));
    expect((await failureOf(place.open().read())).codes).toEqual(['journal-missing']);
  });

  it.each([
    ['nothing', ''],
    ['line ends', '\n\n'],
  ])('is missed when it holds %s', async (_, text) => {
    const state = await begun();
    await writeFile(state.file, text);
    expect((await failureOf(state.place.open().read())).codes).toEqual(['journal-missing']);
  });

  it('is not made again by a write, unless it is said to be given up', async () => {
    const state = await begun();
    await rm(state.file);
    const backend = state.place.open();
    const { held } = await backend.lock('apply', { seconds: 0 });
    expect((await failureOf(backend.append(held, [run(3)]))).codes).toEqual(['journal-missing']);
    const written = backend.write(held, snapshot(2, [], 2), EMPTY_BASELINE, 1);
    expect((await failureOf(written)).codes).toEqual(['journal-missing']);
    await held.release();
    const { journal, diagnostics } = await state.place.open().read(TOLERANT);
    expect(journal).toEqual([]);
    expect(diagnostics).toMatchObject([{ code: 'journal-missing', severity: 'warning' }]);
    await goOn(state, 3, TOLERANT);
  });

  it.each([
    ['a letter in it is another one', (line: string) => line.replace('someone', 'someane'), 'running digest'],
    ['a digit in it is another one', (line: string) => line.replace('2025-01-01', '2025-01-02'), 'running digest'],
    ['it is cut off', (line: string) => line.slice(0, -9), 'is not a journal entry'],
    [
      'its middle is blank',
      (line: string) => `${line.slice(0, 60)}${' '.repeat(9)}${line.slice(69)}`,
      'not a journal entry',
    ],
    ['it has no digest', (line: string) => /"entries":(.*)\}$/.exec(line)?.[1] ?? '', 'no running digest'],
  ])('is refused where a line has its end and %s, also the last one', async (_, harm, said) => {
    for (const at of [3, 2, 1]) {
      const state = await begun();
      const lines = state.lines.map((line, index) => (index === at ? harm(line) : line));
      const text = `${lines.join('\n')}\n${' '.repeat(400)}`;
      await writeFile(state.file, text);
      const failure = await failureOf(state.place.open().read());
      expect(failure.codes).toEqual(['journal-damaged']);
      if (at > 1 || said !== 'no running digest') {
        expect(failure.text).toContain(`Line ${at + 1} of ${state.file}`);
        expect(failure.text).toContain(said);
      }
      expect(await state.text()).toBe(text);
    }
  });

  it.each([
    ['begins elsewhere', ([, ...rest]: readonly string[]) => rest],
    [
      'begins with another digest',
      ([first = '', ...rest]: readonly string[]) => [first.replace(/:"./, ':"z'), ...rest],
    ],
    ['has lost a line', ([a = '', b = '', , d = '']: readonly string[]) => [a, b, d]],
    ['has two lines in another order', ([a = '', b = '', c = '', d = '']: readonly string[]) => [a, c, b, d]],
    ['has a line twice', ([a = '', b = '', ...rest]: readonly string[]) => [a, b, b, ...rest]],
    ['has a beginning in its middle', ([a = '', b = '', ...rest]: readonly string[]) => [a, b, a, ...rest]],
  ])('is refused when it %s', async (_, harm) => {
    const state = await begun();
    await writeFile(state.file, `${harm(state.lines).join('\n')}\n`);
    expect((await failureOf(state.place.open().read())).codes).toEqual(['journal-damaged']);
  });

  it('is refused when it is of another history with the same numbers', async () => {
    const state = await begun();
    const other = await begun();
    await writeFile(state.file, (await state.text()).replace(/^.*\n/, ''));
    const stranger = await filePlace();
    onTestFinished(() => stranger.remove());
    const backend = stranger.open();
    const { held } = await backend.lock('apply', { seconds: 0 });
    await backend.append(held, [run(1, 'another'), run(2)]);
    await backend.append(held, [run(3)]);
    await held.release();
    await writeFile(other.file, await readFile(join(stranger.folder, 'main', 'journal.jsonl')));
    const failure = await failureOf(other.place.open().read());
    expect(failure.codes).toEqual(['journal-damaged']);
    expect(failure.text).toContain('differs at number 2');
  });

  it('is refused when it is an older one', async () => {
    const state = await begun();
    const backend = state.place.open();
    const { held } = await backend.lock('apply', { seconds: 0 });
    const older = await state.text();
    await backend.append(held, [run(6)]);
    await backend.write(held, snapshot(2, [], 6), EMPTY_BASELINE, 1);
    await held.release();
    await writeFile(state.file, older);
    const failure = await failureOf(state.place.open().read());
    expect(failure.codes).toEqual(['journal-damaged']);
    expect(failure.text).toContain('ends at number 5');
  });

  it('may be the one before, where a run ended between the snapshot and the journal', async () => {
    const state = await begun();
    await writeFile(state.file, state.early);
    expect((await state.place.open().read()).journal).toEqual([]);
    await goOn(state, 3);
  });

  it('may be one that has not begun, where a run ended while it moved a state there', async () => {
    const place = await filePlace();
    onTestFinished(() => place.remove());
    const file = join(place.folder, 'main', 'journal.jsonl');
    const backend = place.open();
    const { held } = await backend.lock('state migrate', { seconds: 0 });
    await backend.write(held, snapshot(4, [], 7), EMPTY_BASELINE, undefined);
    await held.release();
    expect(await readFile(file, 'utf8')).toMatch(/^\{"chain":"[0-9a-f]{32}","after":7\}\n$/);
    await writeFile(file, `{"chain":"${'0'.repeat(32)}","after":0}\n`);
    await goOn({ place }, 8);
  });
});

describe('a journal of the earlier format', () => {
  const line = (...entries: readonly unknown[]) => `${JSON.stringify(entries.length === 1 ? entries[0] : entries)}\n`;
  const BEFORE = `{"format":1,"lineage":"a1","serial":1,"account":"main","sequence":2,\n"baseline": [],\n"entries": []}\n`;

  async function earlier(journal: string | undefined, state = BEFORE) {
    const { place, file, state: stateFile } = await begun();
    await rm(join(place.folder, 'main', 'journal.backup.jsonl'));
    await writeFile(stateFile, state);
    await (journal === undefined ? rm(file) : writeFile(file, journal));
    return { place, file };
  }

  it.each([
    ['with a line for each entry', line(run(3)) + line(run(4)), [3, 4]],
    ['with several entries in a line', line(run(3), run(4)), [3, 4]],
    ['without the last line end', (line(run(3)) + line(run(4))).trimEnd(), [3, 4]],
    ['torn', `${line(run(3))}{"type":"sendi`, [3]],
    ['folded in by a run that was killed', line(run(1), run(2)), []],
    ['empty', '', []],
  ])('%s is read and continued', async (_, journal, expected) => {
    const state = await earlier(journal);
    expect(numbers((await state.place.open().read()).journal)).toEqual(expected);
    await goOn(state, (expected.at(-1) ?? 2) + 1);
    // What was written before is covered by the digest of what came after.
    const text = await readFile(state.file, 'utf8');
    if (expected.length === 0) return;
    await writeFile(state.file, text.replace('someone', 'someane'));
    expect((await failureOf(state.place.open().read())).text).toContain('running digest');
  });

  it('is compacted with the next snapshot', async () => {
    const state = await earlier(line(run(3)) + line(run(4)));
    const backend = state.place.open();
    const { held } = await backend.lock('apply', { seconds: 0 });
    await backend.append(held, [run(5)]);
    await backend.write(held, snapshot(2, [], 5), EMPTY_BASELINE, 1);
    await held.release();
    await goOn(state, 6);
    await rm(state.file);
    expect((await failureOf(state.place.open().read())).codes).toEqual(['journal-missing']);
  });

  it.each([
    ['garbled in its last line, which has its end', `${line(run(3))}{"type":"sendi\n`, 'journal-damaged'],
    ['missing beside a snapshot that ends at an entry', undefined, 'journal-missing'],
  ])('is refused when it is %s', async (_, journal, code) => {
    const state = await earlier(journal);
    expect((await failureOf(state.place.open().read())).codes).toEqual([code]);
  });

  it('need not be there before there was an entry', async () => {
    const state = await earlier(undefined, BEFORE.replace('"sequence":2', '"sequence":0'));
    expect((await state.place.open().read()).journal).toEqual([]);
    await goOn(state, 1);
  });
});
