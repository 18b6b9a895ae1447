import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replayJournal } from '../../src/apply/replay.js';
import type { Plan, State, StateEntry } from '../../src/model/index.js';
import { type Fault, type LogEntry, type RunningSandbox, startSandbox } from '../../src/sandbox/index.js';
import { fileBackend } from '../../src/state/backends/file/file-backend.js';
import { adwright, type CliRun, turnableClock } from '../support/cli.js';
import { CREATIVE_KEYS, KEYWORD_IDS, PICTURE_IDS } from './manifest-model.js';

const PROJECT = `version: 1
accounts:
  main:
    baseUrl: http://127.0.0.1:1
    limits: { groupsPerAdd: 3, groupsPerCreativeAdd: 2, keywordsPerRead: 3, keywordsPerUpdate: 2, maxUnknown: 6, requestsPerSecond: 1000 }
`;

export const WRITES: readonly string[] = [
  'addGroups',
  'addRichCreatives',
  'addAppTask',
  'updateKeywords',
  'updatePictureTags',
];

export interface ItemOfApply {
  readonly address: string;
  readonly action: string;
  readonly outcome: string;
}

/** A project folder and a service, both real, with one clock that passes only by sleeping. */
export class Account {
  /** Where the commands find the service, if not at its own address. */
  serviceUrl: string | undefined;
  readonly #clock = turnableClock('2026-03-02T02:00:00.000Z');
  #ids = 0;
  /** Groups that were there at first. */
  readonly #before: ReadonlySet<string>;

  private constructor(
    readonly folder: string,
    readonly sandbox: RunningSandbox,
  ) {
    this.#before = new Set(sandbox.control.state().groups.map(({ id }) => id));
  }

  static async open(icon: Uint8Array): Promise<Account> {
    const folder = await mkdtemp(join(tmpdir(), 'adwright-property-'));
    await mkdir(join(folder, 'ads'));
    await writeFile(join(folder, 'adwright.yaml'), PROJECT);
    await writeFile(join(folder, 'ads', 'icon.png'), icon);
    const holder: { account?: Account } = {};
    const sandbox = await startSandbox({
      now: () => holder.account?.now() ?? new Date('2026-03-02T02:00:00.000Z'),
      fixture: {
        campaigns: [{ campaignId: 1001 }, { campaignId: 1002 }],
        groups: [{ groupId: '41000001', campaignId: 1001, name: '旧' }],
        keywords: KEYWORD_IDS.map((id, index) => ({
          id,
          groupId: '41000001',
          word: `词${index}`,
          price: '1.00',
          destinationUrl: 'https://a.example.com/0',
        })),
        pictures: PICTURE_IDS.map((picId) => ({ picId, tags: ['旧'] })),
        options: { appTaskSeconds: 30 },
      },
    });
    holder.account = new Account(folder, sandbox);
    return holder.account;
  }

  now(): Date {
    return this.#clock.now();
  }

  /** Time passes: tasks and reviews end. */
  wait(seconds: number): void {
    this.#clock.turn(seconds * 1000);
  }

  async close(): Promise<void> {
    await this.sandbox.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  write(manifest: string): Promise<void> {
    return writeFile(join(this.folder, 'ads', 'all.yaml'), manifest);
  }

  run(...argv: readonly string[]): Promise<CliRun> {
    return adwright(this.folder, argv, {
      clock: this.#clock,
      randomId: (bytes) => (++this.#ids).toString(16).padStart(bytes * 2, '0'),
      env: {
        ADWRIGHT_BASE_URL: this.serviceUrl ?? this.sandbox.url,
        ADWRIGHT_API_KEY: 'sandbox',
        ADWRIGHT_USERNAME: 'sandbox',
        ADWRIGHT_PASSWD: 'sandbox',
      },
    });
  }

  async plan(): Promise<Pick<Plan, 'changes' | 'summary'>> {
    const run = await this.run('plan', '--json');
    if (run.code !== 0 && run.code !== 4) throw new Error(`plan ended with ${run.code}: ${run.stdout}${run.stderr}`);
    return JSON.parse(run.stdout);
  }

  /** An apply that meets these faults; they are gone afterwards. */
  async apply(
    faults: readonly Fault[] = [],
  ): Promise<{ code: number; items: readonly ItemOfApply[]; writes: readonly LogEntry[] }> {
    const { control } = this.sandbox;
    const since = control.log().at(-1)?.number ?? 0;
    control.addFaults(...faults);
    const run = await this.run('apply', '--auto-approve', '--json');
    control.clearFaults();
    if (![0, 3, 4].includes(run.code)) throw new Error(`apply ended with ${run.code}: ${run.stdout}${run.stderr}`);
    const writes = control.log(since).filter(({ operation }) => WRITES.includes(operation));
    return { code: run.code, items: JSON.parse(run.stdout).items, writes };
  }

  async state(): Promise<State> {
    const backend = fileBackend({
      folder: join(this.folder, '.adwright', 'state'),
      account: 'main',
      pid: process.pid,
      clock: this.#clock,
      randomId: () => '00',
    });
    return replayJournal(await backend.read(), { lineage: '' });
  }

  /** Says of each group in doubt what the service really has; of creatives too. */
  async settleByLooking(): Promise<void> {
    const { entries } = await this.state();
    const { groups, creatives } = this.sandbox.control.state();
    const taken = new Set([...entries.values()].map((entry) => entry.id));
    for (const entry of entries.values()) {
      if (entry.status !== 'unknown' || entry.kind === 'app') continue;
      const real =
        entry.kind === 'group'
          ? groups.find(
              (one) =>
                !taken.has(one.id) &&
                one.name === entry.values['name'] &&
                one.campaignId === entry.values['campaignId'],
            )
          : creatives.find(
              (one) => one.groupId === entry.parentId && entry.address.endsWith(`/${one.type}-${one.device}`),
            );
      if (real !== undefined) taken.add(real.id);
      const word = real === undefined ? ['--absent'] : ['--id', real.id];
      const run = await this.run('resolve', entry.address, ...word);
      if (run.code !== 0) throw new Error(`resolve ended with ${run.code}: ${run.stderr}`);
    }
  }

  /** What the service made and the state does not account for, and what it made more often than the state knows of. */
  async unaccounted(forgotten: ReadonlySet<string>): Promise<readonly string[]> {
    const { entries } = await this.state();
    const known = [...entries.values()];
    const { groups, creatives, apps } = this.sandbox.control.state();
    const ids = (kind: string) =>
      new Set(known.flatMap((one) => (one.kind === kind && one.id !== undefined ? [one.id] : [])));
    const faults: string[] = [];
    const account = (
      kind: string,
      made: readonly { id: string; key: string }[],
      keyOf: (entry: StateEntry) => string,
    ) => {
      const settled = ids(kind);
      for (const id of settled)
        if (!made.some((one) => one.id === id)) faults.push(`${kind} ${id} is in the state and not at the service`);
      const open = known.filter((one) => one.kind === kind && one.id === undefined).map(keyOf);
      for (const { id, key } of made) {
        if (settled.has(id) || forgotten.has(`${kind} ${id}`)) continue;
        const at = open.indexOf(key);
        if (at < 0) faults.push(`${kind} ${id} (${key}) was made, and the state does not know it`);
        else open.splice(at, 1);
      }
    };
    account(
      'group',
      groups
        .filter(({ id }) => !this.#before.has(id))
        .map((one) => ({ id: one.id, key: `${one.campaignId} ${one.name}` })),
      ({ values }) => `${values['campaignId']} ${values['name']}`,
    );
    account(
      'rich-creative',
      creatives.map((one) => ({ id: one.id, key: `${one.groupId} ${one.type}-${one.device}` })),
      ({ parentId, address }) => `${parentId} ${CREATIVE_KEYS.find((key) => address.endsWith(`/${key}`))}`,
    );
    account(
      'app',
      apps.map((one) => ({ id: one.id, key: one.appUrl })),
      ({ values }) => String(values['appUrl']),
    );
    return faults;
  }
}
