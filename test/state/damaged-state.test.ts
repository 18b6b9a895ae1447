import { copyFile, mkdir, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withMarks } from '../../src/model/state/baseline.js';
import { EMPTY_BASELINE } from '../../src/model/state/state.js';
import { entry, failureOf, run, snapshot } from '../suites/backend.js';
import { filePlace } from './file-backend-place.js';

let place: Awaited<ReturnType<typeof filePlace>>;
let folder: string;
let state: string;

beforeEach(async () => {
  place = await filePlace();
  folder = join(place.folder, 'main');
  state = join(folder, 'state.json');
  const backend = place.open();
  const { held } = await backend.lock('apply', { seconds: 0 });
  const baseline = withMarks(EMPTY_BASELINE, [{ id: '7', mask: 1, digest: 'abcdefghijk' }]);
  await backend.append(held, [run(1)]);
  await backend.write(held, snapshot(1, [entry('a')], 1), baseline, undefined);
  await backend.append(held, [run(2)]);
  await backend.write(held, snapshot(2, [entry('a'), entry('b', '2')], 2), baseline, 1);
  await backend.append(held, [run(3)]);
  await held.release();
});
afterEach(() => place.remove());

const backup = () => join(folder, 'state.backup.json');
const whole = () => readFile(state, 'utf8');

describe('a state that is torn, empty or foreign', () => {
  it.each([
    ['0 bytes', async () => '', 'is empty', 'state-damaged', 1],
    ['all NUL', async () => '\0'.repeat(4096), 'NUL bytes', 'state-damaged', 1],
    ['cut in half', async () => (await whole()).slice(0, 245), 'cut off', 'state-damaged', 6],
    ['JSON of another shape', async () => '{"version": 4, "resources": []}', '`format` is missing', 'state-damaged', 1],
    ['a list', async () => '[1, 2]', 'not a state', 'state-damaged', 1],
    [
      'an entry of another shape',
      async () => (await whole()).replace('"settled"', '"done"'),
      'entry 1 of 2',
      'state-damaged',
      1,
    ],
    [
      'conflict markers',
      async () =>
        (await whole()).replace('"entries"', '<<<<<<< HEAD\n"entries"').replace(']}', '=======\n>>>>>>> b\n]}'),
      'merge-conflict markers',
      'state-conflicted',
      5,
    ],
  ])('%s is refused, kept, and pointed to its backup', async (_, make, said, code, line) => {
    const text = await make();
    await writeFile(state, text);
    const failure = await failureOf(place.open().read());
    expect(failure.codes).toEqual([code]);
    for (const part of [state, said, backup()]) expect(failure.text).toContain(part);
    const caught = await place
      .open()
      .read()
      .catch((error) => error);
    expect(caught.diagnostics[0].source).toMatchObject({ file: state, line });
    expect(await whole()).toBe(text);
    // No write may pass over it either.
    const { held } = await place.open().lock('apply', { seconds: 0 });
    const other = place.open();
    expect((await failureOf(other.write(held, snapshot(3, [], 3), EMPTY_BASELINE, 2))).codes).toEqual([code]);
    expect((await failureOf(other.write(held, snapshot(3, [], 3), EMPTY_BASELINE, undefined))).codes).toEqual([code]);
    await held.release();
    expect(await whole()).toBe(text);
  });

  it('comes back whole, journal included, when the backup is copied over it', async () => {
    await writeFile(state, '');
    await copyFile(backup(), state);
    const stored = await place.open().read();
    expect(stored.snapshot?.serial).toBe(1);
    expect(stored.journal).toEqual([run(2), run(3)]);
    expect(stored.baseline.size).toBe(1);
  });

  it('is missed when only its backup is there', async () => {
    await rm(state);
    expect((await failureOf(place.open().read())).text).toContain('It is missing, although its backup is there.');
    await rm(backup());
    expect((await failureOf(place.open().read())).text).toContain(
      'It is missing, although the journal continues after it',
    );
  });

  it('tolerates a byte-order mark', async () => {
    await writeFile(state, `\uFEFF${await whole()}`);
    const journal = join(folder, 'journal.jsonl');
    await writeFile(journal, `\uFEFF${await readFile(journal, 'utf8')}`);
    const stored = await place.open().read();
    expect(stored.snapshot?.serial).toBe(2);
    expect(stored.journal).toEqual([run(3)]);
  });

  it('is refused when a newer version wrote it', async () => {
    await writeFile(state, (await whole()).replace('"format":2', '"format":3'));
    expect((await failureOf(place.open().read())).codes).toEqual(['state-newer-format']);
  });

  it('is refused when it is another account’s', async () => {
    await mkdir(join(place.folder, 'brand'));
    await copyFile(state, join(place.folder, 'brand', 'state.json'));
    const failure = await failureOf(place.open('brand').read());
    expect(failure.codes).toEqual(['state-other-account']);
    expect(failure.text).toContain('is the state of account main, not of brand');
  });
});

describe('a baseline that is torn', () => {
  it.each([
    ['missing', (file: string) => rm(file), 'it is missing'],
    ['cut off', (file: string) => truncate(file, 5), 'not what was written'],
  ])('is refused when a chunk is %s', async (_, harm, said) => {
    const [name = ''] = await readdir(join(folder, 'baseline'));
    await harm(join(folder, 'baseline', name));
    const failure = await failureOf(place.open().read());
    expect(failure.codes).toEqual(['state-damaged']);
    expect(failure.text).toContain(said);
    expect(failure.text).toContain(name);
  });
});

describe('a journal that is torn', () => {
  const journal = () => join(folder, 'journal.jsonl');

  it.each([
    ['in the middle of a line', (text: string) => `${text}{"type":"run","seque`],
    [
      'in the middle of a character',
      (text: string) => Buffer.concat([Buffer.from(`${text}{"a":"`), Buffer.from([0xe7, 0xa7])]),
    ],
    ['by NUL bytes', (text: string) => `${text}${'\0'.repeat(100)}`],
    ['over padding', (text: string) => `${text}{"type":"sending"${' '.repeat(500)}`],
    ['before its line break', (text: string) => text.trimEnd()],
  ])('%s is read up to there, and written on from there', async (_, tear) => {
    await writeFile(journal(), tear(await readFile(journal(), 'utf8')));
    expect((await place.open().read()).journal).toEqual([run(3)]);
    const backend = place.open();
    const { held } = await backend.lock('apply', { seconds: 0 });
    await backend.append(held, [run(4)]);
    await backend.append(held, [run(5), run(6)], 50);
    await held.release();
    const stored = await place.open().read();
    expect(stored.journal).toEqual([run(3), run(4), run(5), run(6)]);
    expect(stored.diagnostics).toEqual([]);
  });

  it('says so', async () => {
    await writeFile(journal(), `${await readFile(journal(), 'utf8')}{"type":`);
    expect((await place.open().read()).diagnostics).toMatchObject([{ code: 'journal-torn', severity: 'info' }]);
  });

  it.each([
    [
      'a damaged line in the middle',
      (text: string) => `${text.slice(0, 20)}\n${JSON.stringify(run(4))}\n`,
      'Line 1 of',
    ],
    ['a missing number', (text: string) => `${text}${JSON.stringify(run(5))}\n`, 'number 5, which does not follow 3'],
    ['numbers that begin too late', () => `${JSON.stringify(run(9))}\n`, 'the snapshot ends at 2'],
    ['nothing but NUL bytes', () => '\0'.repeat(50), 'nothing but NUL bytes'],
    ['conflict markers', (text: string) => `<<<<<<< HEAD\n${text}=======\n`, 'Line 1 of'],
  ])('is refused for %s, and kept', async (_, harm, said) => {
    const text = harm(await readFile(journal(), 'utf8'));
    await writeFile(journal(), text);
    const failure = await failureOf(place.open().read());
    expect(failure.codes).toEqual(['journal-damaged']);
    for (const part of [said, journal()]) expect(failure.text).toContain(part);
    expect(await readFile(journal(), 'utf8')).toBe(text);
  });
});

it('reserves room on the disk and gives it back to the next line', async () => {
  const backend = place.open();
  const { held } = await backend.lock('apply', { seconds: 0 });
  const size = async () => (await readFile(join(folder, 'journal.jsonl'))).length;
  await backend.append(held, [run(4)], 10_000);
  const reserved = await size();
  expect(reserved).toBeGreaterThan(10_000);
  await backend.append(held, [run(5, 'x'.repeat(9000))]);
  expect(await size()).toBe(reserved);
  expect((await backend.read()).journal).toHaveLength(3);
  await held.release();
});
