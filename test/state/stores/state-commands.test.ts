import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { APPLY, CrashRun } from '../../crash/crash-run.js';
import { stopPostgres } from '../../crash/places.js';
import { whyNoPostgres } from '../../support/start-postgres.js';

/** `npm run test:stores` tries all three, and kills a run. */
const FULL = process.env['ADWRIGHT_STORES'] === 'full';
const ALL = ['s3', 'gitlab', ...(whyNoPostgres() === undefined ? (['postgres'] as const) : [])] as const;
const STORES = FULL ? ALL : (['gitlab'] as const);
afterAll(stopPostgres);

interface LogRow {
  readonly about: string;
  readonly at: string;
}

async function begin(store: (typeof ALL)[number]) {
  const run = await CrashRun.begin(inject('command'), store);
  onTestFinished(() => run.end());
  const file = (name: string) => join(run.place.folder, name);
  const answer = async (...argv: string[]) => {
    const { code, stdout } = await run.inProcess([...argv, '--json']);
    const document = JSON.parse(stdout);
    return { code, document, error: document.error?.code as string | undefined };
  };
  return {
    run,
    answer,
    edit: async (name: string, change: (text: string) => string) =>
      writeFile(file(name), change(await readFile(file(name), 'utf8'))),
    rows: async () => (await answer('state', 'log')).document.rows as readonly LogRow[],
  };
}

describe.each<(typeof ALL)[number]>(STORES)('%s', (store) => {
  it('is begun once, and another project is kept out of it', async () => {
    const { run, answer, edit, rows } = await begin(store);
    expect((await answer('state', 'init')).code).toBe(0);
    expect((await answer('state', 'init')).code).toBe(1);
    const log = await rows();
    const { at = '' } = log.find(({ about }) => about.startsWith('State 1 (')) ?? {};
    const abouts = log.map(({ about }) => about.replace(/ \(.*, #/, ' #').replace(')', ''));
    // The newest first; of what is before the snapshot, only GitLab keeps the content.
    expect(abouts.slice(0, 4)).toEqual([
      'Unlock #7',
      'Lock 6: adwright state init --json #6',
      'Unlock #5',
      'State 1 #4',
    ]);
    expect(abouts.includes('Lock 1: adwright state init --json #1')).toBe(store === 'gitlab');
    await edit('adwright.yaml', (text) => text.replace(/^ *lineage: .*\n/mu, ''));
    for (const argv of [['state', 'init'], [...APPLY, '--new-state'], APPLY, ['plan'], ['unlock', '--force']]) {
      const { code, error, document } = await answer(...argv.filter((word) => word !== '--json'));
      expect({ argv, code, error }).toEqual({ argv, code: 1, error: 'state-not-ours' });
      // Not who freed the lock since.
      expect(document.error.message).toContain(`, written ${at} by `);
    }
    expect(run.writes()).toEqual([]);
    expect(await answer('unlock')).toMatchObject({ code: 1, error: 'state-not-ours' });
  });

  it('that is put back to an older copy is used only if --older-state says so, and is the newest from then on', async () => {
    const { run, answer, edit } = await begin(store);
    expect((await run.inProcess(APPLY)).code).toBe(0);
    const putBackOlder = await run.place.keep?.();
    await edit('ads.yaml', (text) =>
      text.replace('keywords:', '  d: { campaignId: 1001, name: D, price: 1 }\nkeywords:'),
    );
    expect((await run.inProcess(APPLY)).code).toBe(0);
    const putBackNewer = await run.place.keep?.();
    await putBackOlder?.();
    const written = run.writes();
    for (const argv of [['plan'], ['apply', '--auto-approve'], ['state', 'rm', 'group/a']])
      expect(await answer(...argv)).toMatchObject({ code: 1, error: 'state-older' });
    expect(run.writes()).toEqual(written);
    const again = await answer('plan', '--older-state');
    expect(again.document.changes.map(({ address }: { address: string }) => address)).toContain('group/d');
    const applied = await answer('apply', '--auto-approve', '--older-state');
    expect({ code: applied.code, error: applied.error }).toEqual({ code: 0, error: undefined });
    expect(await answer('plan')).toMatchObject({ code: 0, document: { changes: [] } });
    await putBackNewer?.();
    expect(await answer('plan')).toMatchObject({ code: 1, error: 'state-older' });
  });

  it.skipIf(!FULL)('shows whose lock a killed run left, and gives it up by force', async () => {
    const { run, answer, rows } = await begin(store);
    expect((await run.apply({ at: 9, when: 'during' })).code).toBe(null);
    const { holder } = (await answer('unlock')).document;
    expect(holder).toMatchObject({ command: 'adwright apply --auto-approve --json --quiet' });
    const taken = (await answer('unlock', '--force')).document.taken;
    expect(taken).toEqual(holder);
    expect((await answer('unlock')).document.holder).toBeNull();
    expect((await answer('unlock', '--force')).document.taken).toBeNull();
    expect((await rows()).some(({ about }) => about.startsWith('Unlock by force ('))).toBe(true);
    await run.recover();
    expect(await run.faultsAfterRecovery()).toEqual([]);
  });
});
