import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { access, cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { type Fault, type RunningSandbox, startSandbox } from '../../src/sandbox/index.js';
import { gitEnvironment } from '../state/git-backend-place.js';
import { adwright } from '../support/cli.js';
import { type BackendName, PLACES, type Place } from './places.js';

const { PATH = '', ...GIT } = gitEnvironment;
const ENVIRONMENT = {
  PATH,
  ...GIT,
  ADWRIGHT_API_KEY: 'sandbox',
  ADWRIGHT_USERNAME: 'sandbox',
  ADWRIGHT_PASSWD: 'sandbox',
};

export const APPLY = ['apply', '--auto-approve', '--json', '--quiet'];
const KILLER = fileURLToPath(new URL('kill-at.mjs', import.meta.url));

/** Where a run is disturbed: at its n-th flush, rename or push; before it, while it is under way, or after it. */
export interface KillPoint {
  readonly at: number;
  /** `later`: a few milliseconds after a push has begun. */
  readonly when: 'before' | 'during' | 'later' | 'after';
}

/** See kill-at.mjs. */
export interface Disturbance extends KillPoint {
  readonly how: 'kill' | 'group' | 'stop';
  readonly markFile?: string;
  /** Only pushes count as boundaries. */
  readonly only?: 'push';
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Change {
  readonly address: string;
  readonly action: string;
}

const PROJECT = (url: string, state: string) => `version: 1
accounts:
  main:
    baseUrl: ${url}
    manifests: ["ads.yaml"]
    limits: { groupsPerAdd: 2, groupsPerCreativeAdd: 1, requestsPerSecond: 1000, requestTimeoutSeconds: 5 }
state: { ${state}, lockTimeoutSeconds: 5 }
`;

/** All five kinds; three groups in two batches, creatives of which two wait for their group, in several calls. */
const MANIFEST = `version: 1
groups:
  a: { campaignId: 1001, name: A, price: 1 }
  b: { campaignId: 1001, name: B, price: 1 }
  c: { campaignId: 1001, name: C, price: 1 }
keywords:
  - { id: 501, price: 0.80, status: enable }
  - { id: 502, price: 0.90, status: enable }
pictures:
  - { id: 701, tags: [a, b] }
apps:
  shop:
    title: 鞋城
    type: iOS
    icon: icon.png
    appUrl: https://dl.example.com/shop
richCreatives:
  - groups: [a, b]
    creative: sublinks-mobile
    content: [{ text: x, url: "https://m.example.com/x" }, { text: y, url: "https://m.example.com/y" }]
  - groups: [c]
    creative: sublinks-computer
    content:
      - { text: w, url: "https://example.com/w" }
      - { text: x, url: "https://example.com/x" }
      - { text: y, url: "https://example.com/y" }
      - { text: z, url: "https://example.com/z" }
`;

const FIXTURE = {
  keywords: [
    { id: '501', groupId: '9', word: '鞋', price: '0.50' },
    { id: '502', groupId: '9', word: '靴', price: '0.50' },
  ],
  pictures: [{ picId: '701', tags: ['old'] }],
};

/** A project of all kinds in a place of its own, with a service of its own in this process. */
export class CrashRun {
  private constructor(
    readonly command: string,
    readonly place: Place,
    readonly sandbox: RunningSandbox,
  ) {}

  static async begin(command: string, backend: BackendName = 'file'): Promise<CrashRun> {
    const place = await PLACES[backend]();
    const sandbox = await startSandbox({ fixture: FIXTURE });
    const icon = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c33' } })
      .png()
      .toBuffer();
    const files = { 'adwright.yaml': PROJECT(sandbox.url, place.state), 'ads.yaml': MANIFEST, 'icon.png': icon };
    for (const [name, content] of Object.entries(files)) {
      for (const folder of new Set([place.folder, place.recovery])) await writeFile(join(folder, name), content);
    }
    return new CrashRun(command, place, sandbox);
  }

  async end(): Promise<void> {
    await this.sandbox.close();
    await this.place.remove();
  }

  fault(...faults: readonly Fault[]): void {
    this.sandbox.control.addFaults(...faults);
  }

  /** One command line in a process of its own, disturbed at a point if one is given. */
  run(argv: readonly string[], disturbance?: Disturbance, countFile?: string): Promise<Ended> {
    return this.start(argv, disturbance, countFile).ended;
  }

  start(argv: readonly string[], disturbance?: Partial<Disturbance>, countFile?: string) {
    const { at, when, how, markFile, only } = disturbance ?? {};
    const settings = {
      KILL_AT: at === undefined ? undefined : String(at),
      ...{ KILL_WHEN: when, KILL_HOW: how, KILL_MARK_FILE: markFile, KILL_ONLY: only, KILL_COUNT_FILE: countFile },
    };
    const isWatched = disturbance === undefined || this.place.watch !== undefined;
    const args = [...(isWatched ? [] : ['--import', KILLER]), this.command, ...argv];
    const child = spawn(process.execPath, args, {
      cwd: this.place.folder,
      env: { ...ENVIRONMENT, ...this.place.environment, HOME: this.place.folder, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      // As a shell starts it: a group that a terminal's Ctrl-C goes to.
      detached: how === 'group',
    });
    const unwatch = disturbance === undefined ? undefined : this.watch(child, disturbance, countFile);
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.stderr += text;
    });
    const ended = new Promise<Ended>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) => {
        unwatch?.();
        resolve({ code, ...output });
      });
    });
    return { child, ended };
  }

  /** Disturbs a run at a request of its own: before it is carried out, or when it is and the reply is lost. */
  private watch(child: ChildProcess, { at, when, how, markFile }: Partial<Disturbance>, countFile?: string) {
    const stop = this.place.watch?.((request) => {
      if (countFile !== undefined) appendFileSync(countFile, '.');
      if (request !== at) return 'go on';
      child.kill(how === 'stop' ? 'SIGSTOP' : 'SIGKILL');
      if (markFile !== undefined) writeFileSync(markFile, '');
      // Those of other runs are none of it.
      stop?.();
      return when === 'before' ? 'not stored' : 'no reply';
    });
    return stop;
  }

  async must(argv: readonly string[]): Promise<void> {
    const { code, stderr } = await this.inProcess(argv);
    if (code !== 0) throw new Error(`adwright ${argv.join(' ')} ended with ${code}: ${stderr}`);
  }

  apply(kill?: KillPoint & Partial<Disturbance>): Promise<Ended> {
    return this.run(APPLY, kill === undefined ? undefined : { how: 'kill', ...kill });
  }

  /** An apply that stopped at a point, until it is asked to continue; undefined when it ended before that. */
  async pauseAt(point: KillPoint): Promise<{ goOn(): Promise<Ended> } | undefined> {
    const markFile = join(this.place.folder, 'stopped');
    const { child, ended } = this.start(APPLY, { ...point, how: 'stop', markFile });
    let isOver = false;
    void ended.finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const isStopped = await access(markFile).then(
        () => true,
        () => false,
      );
      const goOn = () => {
        child.kill('SIGCONT');
        return ended;
      };
      if (isStopped) return { goOn };
      await sleep(5);
    }
    return undefined;
  }

  /** A person takes the lock away, and another runner does what there is to do. */
  async takeOver(): Promise<void> {
    for (let locks = 0; ; locks++) {
      await this.json(['unlock', '--force', '--json']);
      const { code, stdout, stderr } = await this.here(APPLY);
      if (!('error' in JSON.parse(stdout))) return;
      // A run that was about to write its lineage down holds the lock of the project file as well.
      if (code !== 7 || locks === 1) throw new Error(`the lock could not be taken over: ${stdout}${stderr}`);
    }
  }

  /** How many boundaries an undisturbed apply passes. */
  async countBoundaries(only?: 'push'): Promise<number> {
    const file = join(this.place.folder, 'count');
    const { code, stderr } = await this.start(APPLY, { ...(only !== undefined && { only }) }, file).ended;
    if (code !== 0) throw new Error(`an undisturbed apply ended with ${code}: ${stderr}`);
    return (await readFile(file, 'utf8')).length;
  }

  /** What a person does after a crash: plan, look in the console, resolve what is in doubt, apply, until nothing is left. */
  async recover(): Promise<void> {
    this.sandbox.control.clearFaults();
    // The lineage that the run wrote is committed.
    const { folder, recovery } = this.place;
    if (folder !== recovery) await cp(join(folder, 'adwright.yaml'), join(recovery, 'adwright.yaml'));
    for (let round = 0; round < 6; round++) {
      const plan = await this.json(['plan', '--json']);
      const changes = plan['changes'] as readonly Change[];
      for (const { address, action } of changes) {
        if (action !== 'unresolved') continue;
        const id = this.idAtService(address);
        await this.json(['resolve', address, ...(id === undefined ? ['--absent'] : ['--id', id]), '--json']);
      }
      const open = changes.filter(({ action }) => ['create', 'update', 'import', 'unresolved'].includes(action));
      if (open.length === 0) break;
      await this.json(APPLY);
    }
    // The app's task has ended by now; an apply records what the listing shows.
    await this.sandbox.control.advanceClock(24 * 3600);
    await this.json(APPLY);
  }

  /** Which pushes of a run before put the outcome of a creating call into the state. */
  async outcomePushes(): Promise<readonly number[]> {
    const rows = (await this.json(['state', 'log', '--json']))['rows'] as readonly { about: string; type: string }[];
    const commits = rows.filter(({ type }) => type === 'commit').reverse();
    // The first push takes the lock; each one after it moves the state.
    return commits.flatMap(({ about }, index) => (/^Journal \d+: outcome/u.test(about) ? [index + 2] : []));
  }

  /** Calls so far that create or change something. */
  writes(): readonly string[] {
    const calls = this.sandbox.control.log().map(({ operation }) => operation);
    return calls.filter((operation) => /^(?:add|update)/u.test(operation));
  }

  /** Addresses that a plan shows as in doubt. */
  async inDoubt(): Promise<readonly string[]> {
    const changes = (await this.json(['plan', '--json']))['changes'] as readonly Change[];
    return changes.filter(({ action }) => action === 'unresolved').map(({ address }) => address);
  }

  /** In this process: only what is killed needs one of its own. */
  inProcess(argv: readonly string[], folder = this.place.folder): Promise<Ended> {
    const home = this.place.folder;
    return adwright(folder, argv, {
      env: { ...ENVIRONMENT, ...this.place.environment },
      // The same machine, which remembers what the run before it saw.
      userFolders: { config: join(home, '.config', 'adwright'), data: join(home, '.local', 'share', 'adwright') },
    });
  }

  /** Where the run is recovered. */
  private async here(argv: readonly string[]): Promise<Ended> {
    const end = await this.inProcess(argv, this.place.recovery);
    // In another clone the run's lineage was never committed, or is another one: the message says what to write down.
    const [, lineage] = /put `lineage: ([0-9a-f]+)` below/.exec(end.stdout) ?? [];
    if (lineage === undefined) return end;
    const file = join(this.place.recovery, 'adwright.yaml');
    const others = (await readFile(file, 'utf8')).replace(/^ *lineage: .*\n/mu, '');
    await writeFile(file, others.replace('  main:\n', `  main:\n    lineage: ${lineage}\n`));
    return this.here(argv);
  }

  private async json(argv: readonly string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await this.here(argv);
    const document: Record<string, unknown> = JSON.parse(stdout);
    if ('error' in document) throw new Error(`adwright ${argv.join(' ')} ended with ${code}:\n${stdout}\n${stderr}`);
    return document;
  }

  /** What the console would show for an address. */
  private idAtService(address: string): string | undefined {
    const state = this.sandbox.control.state();
    const [kind, name = '', key = ''] = address.split('/');
    if (kind === 'group') return state.groups.find((group) => group.name === name.toUpperCase())?.id;
    if (kind === 'app') return state.apps.find((app) => app.appUrl === 'https://dl.example.com/shop')?.id;
    const groupId = state.groups.find((group) => group.name === name.toUpperCase())?.id;
    return state.creatives.find((one) => one.groupId === groupId && `${one.type}-${one.device}` === key)?.id;
  }

  /** Everything wrong with what the service holds and the state says, after recovery: nothing, if all is well. */
  async faultsAfterRecovery(): Promise<readonly string[]> {
    const { groups, creatives, apps, keywords, pictures } = this.sandbox.control.state();
    const faults: string[] = [];
    const wants = (what: string, got: readonly unknown[], count: number) => {
      if (got.length !== count) faults.push(`${what}: ${got.length} instead of ${count}`);
    };
    for (const name of ['A', 'B', 'C'])
      wants(
        `group ${name}`,
        groups.filter((group) => group.name === name),
        1,
      );
    wants('creatives', creatives, 3);
    wants(
      'apps',
      apps.filter((app) => app.appUrl === 'https://dl.example.com/shop'),
      1,
    );
    const refused = this.sandbox.control
      .log()
      .filter((call) => call.operation === 'addRichCreatives' && JSON.stringify(call).includes('"id":"0"'));
    wants('refused creatives', refused, 0);
    for (const [id, price] of [
      ['501', '0.80'],
      ['502', '0.90'],
    ]) {
      const keyword = keywords.find((one) => one.id === id);
      if (keyword?.price !== price) faults.push(`keyword ${id} has price ${keyword?.price}`);
    }
    if (pictures.find((one) => one.id === '701')?.tags.join() !== 'a,b') faults.push('picture 701 has other tags');

    const list = await this.json(['state', 'list', '--json']);
    const entries = list['entries'] as readonly { address: string; id?: string; status: string }[];
    for (const address of [
      'group/a',
      'group/b',
      'group/c',
      'app/shop',
      'rich-creative/a/sublinks-mobile',
      'rich-creative/b/sublinks-mobile',
      'rich-creative/c/sublinks-computer',
    ]) {
      const entry = entries.find((one) => one.address === address);
      if (entry?.id === undefined || entry.id !== this.idAtService(address))
        faults.push(`${address}: the state says ${entry?.id}`);
    }
    const plan = await this.json(['plan', '--json']);
    if ((plan['changes'] as readonly Change[]).length > 0)
      faults.push(`the last plan is not empty: ${JSON.stringify(plan['changes'])}`);
    return faults;
  }
}
