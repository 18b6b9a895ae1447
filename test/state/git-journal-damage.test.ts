import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { EMPTY_BASELINE } from '../../src/model/state/state.js';
import { failureOf, run, snapshot } from '../suites/backend.js';
import { gitPlace } from './git-backend-place.js';

const REF = 'refs/adwright/_root/main/state';

/** A snapshot that ends at 2, and a journal of three parts. */
async function begun() {
  const place = await gitPlace();
  const backend = place.openIn(place.clone);
  const { held } = await backend.lock('apply', { seconds: 0 });
  await backend.append(held, [run(1), run(2)]);
  await backend.write(held, snapshot(1, [], 2), EMPTY_BASELINE, undefined);
  for (const number of [3, 4, 5]) await backend.append(held, [run(number)]);
  await held.release();
  return { ...place, good: await place.git(place.remote, 'rev-parse', REF) };
}

type Place = Awaited<ReturnType<typeof begun>>;

let place: Place;
beforeAll(async () => {
  place = await begun();
});
afterEach(() => place.git(place.remote, 'update-ref', REF, place.good));
afterAll(() => place.remove());

/** Someone checks the state out, changes something and pushes. */
async function harmed(harm: (folder: string) => Promise<unknown>): Promise<void> {
  const { clone } = place;
  await place.git(clone, 'fetch', '--quiet', 'origin', REF);
  await place.git(clone, 'checkout', '--quiet', 'FETCH_HEAD');
  await harm(clone);
  await place.git(clone, 'add', '--all', '.');
  await place.git(clone, 'commit', '--quiet', '--allow-empty', '-m', 'Harm');
  await place.git(clone, 'push', '--quiet', 'origin', `HEAD:${REF}`);
}

const part = (folder: string, number: number) => join(folder, 'journal', `${String(number).padStart(12, '0')}.jsonl`);

async function edit(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')));
}

async function goOn(next: number, options = {}): Promise<void> {
  const backend = place.open();
  const { held } = await backend.lock('apply', { seconds: 0 });
  await backend.read(options);
  await backend.append(held, [run(next)]);
  await held.release();
  expect((await place.open().read()).journal.at(-1)).toEqual(run(next));
}

describe('a journal in a commit', () => {
  it.each<[string, (folder: string) => Promise<unknown>, string]>([
    ['a part in the middle is missing', (folder) => rm(part(folder, 4)), 'number 5, which does not follow 3'],
    ['the first part is missing', (folder) => rm(part(folder, 3)), 'number 4, which does not follow 2'],
    ['the last part is missing', (folder) => rm(part(folder, 5)), 'ends at number 4, and not'],
    [
      'a part was changed',
      (folder) => edit(part(folder, 4), (text) => text.replace('someone', 'someane')),
      'running digest',
    ],
    [
      'the last part was changed',
      (folder) => edit(part(folder, 5), (text) => text.replace('someone', 'someane')),
      'running digest',
    ],
    ['a part is empty', (folder) => writeFile(part(folder, 5), ''), 'is not a journal entry'],
    [
      'a part has no line end and is cut off',
      (folder) => edit(part(folder, 5), (text) => text.slice(0, -9)),
      'not a journal',
    ],
    [
      'two parts are in another order',
      async (folder) => {
        const [three, four] = [await readFile(part(folder, 3)), await readFile(part(folder, 4))];
        await writeFile(part(folder, 3), four);
        await writeFile(part(folder, 4), three);
      },
      'number 4, which does not follow 2',
    ],
    [
      'how far it goes was changed',
      (folder) => edit(join(folder, 'journal.json'), () => '{}'),
      'how far the journal goes',
    ],
  ])('is refused when %s', async (_, harm, said) => {
    await harmed(harm);
    const failure = await failureOf(place.open().read());
    expect(failure.codes).toEqual(['journal-damaged']);
    expect(failure.text).toContain(said);
    expect(failure.text).toContain(REF);
    expect(failure.text).toContain('adwright state log');
    expect((await failureOf(place.open().read({ withoutJournal: true }))).codes).toEqual(['journal-damaged']);
  });

  it.each<[string, (folder: string) => Promise<unknown>]>([
    ['all of it is gone', (folder) => rm(join(folder, 'journal'), { recursive: true })],
    [
      'all of it is gone, and how far it went',
      async (folder) => {
        await rm(join(folder, 'journal'), { recursive: true });
        await rm(join(folder, 'journal.json'));
      },
    ],
  ])('is missed when %s, until it is given up', async (_, harm) => {
    await harmed(harm);
    const failure = await failureOf(place.open().read());
    expect(failure.codes).toEqual(['journal-missing']);
    for (const word of [REF, 'adwright state log', '--older-state']) expect(failure.text).toContain(word);
    const given = await place.open().read({ withoutJournal: true });
    expect(given.diagnostics).toMatchObject([{ code: 'journal-missing', severity: 'warning' }]);
    await goOn(3, { withoutJournal: true });
  });

  it('is refused when the snapshot was made from another one', async () => {
    const other = await gitPlace();
    onTestFinished(() => other.remove());
    const backend = other.openIn(other.clone);
    const { held } = await backend.lock('apply', { seconds: 0 });
    await backend.append(held, [run(1, 'another'), run(2)]);
    await backend.write(held, snapshot(1, [], 2), EMPTY_BASELINE, undefined);
    await held.release();
    const foreign = await other.git(other.remote, 'show', `${REF}:state.json`);
    await harmed((folder) => writeFile(join(folder, 'state.json'), foreign));
    expect((await failureOf(place.open().read())).text).toContain('differs at number 2');
  });

  it('of the earlier format is read and continued', async () => {
    await harmed(async (folder) => {
      await edit(join(folder, 'state.json'), (text) => text.replace(/,"chain":"[0-9a-f]{32}"/, ''));
      await rm(join(folder, 'journal.json'));
      for (const number of [3, 4, 5]) await writeFile(part(folder, number), `${JSON.stringify(run(number))}\n`);
    });
    expect((await place.open().read()).journal).toEqual([run(3), run(4), run(5)]);
    await goOn(6);
    await harmed((folder) => edit(part(folder, 4), (text) => text.replace('someone', 'someane')));
    expect((await failureOf(place.open().read())).text).toContain('running digest');
  });

  it('of the earlier format may be without a part once all is folded in', async () => {
    await harmed(async (folder) => {
      await edit(join(folder, 'state.json'), (text) => text.replace(/,"chain":"[0-9a-f]{32}"/, ''));
      await rm(join(folder, 'journal.json'));
      await rm(join(folder, 'journal'), { recursive: true });
      await mkdir(join(folder, 'baseline'), { recursive: true });
      expect(await readdir(folder)).not.toContain('journal');
    });
    expect((await place.open().read()).journal).toEqual([]);
    await goOn(3);
  });
});
