import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type LogEntry, parseFixture, type RunningSandbox, startSandbox } from '../../../src/sandbox/index.js';
import { adwright, type CliOptions, type CliRun, turnableClock } from '../cli.js';
import { type DocumentName, documentOf } from '../documents.js';

export interface WorldOptions {
  /** A folder whose copy the commands work in. */
  readonly project?: string;
  /** Files to write, over those of the folder. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** What the service holds at first: fixture YAML; without it, the project's sandbox.yaml. */
  readonly fixture?: string;
}

/**
 * A project in a folder of its own and a service next to it on loopback, both with one clock that only the test turns
 * and ids that are the same in every run. Gone when the test ends.
 */
export class World {
  readonly clock = turnableClock('2026-03-02T02:00:00.000Z');
  /** Told of each request when it was answered. */
  onRequest: ((request: LogEntry) => void) | undefined;
  #ids = 0;
  readonly #randomId = (bytes: number) => (++this.#ids).toString(16).padStart(bytes * 2, '0');

  private constructor(
    readonly folder: string,
    readonly sandbox: RunningSandbox,
    readonly login: Readonly<Record<string, string>>,
  ) {}

  static async start({ project, files = {}, fixture }: WorldOptions): Promise<World> {
    const folder = await mkdtemp(join(tmpdir(), 'adwright-world-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
    if (project !== undefined) {
      await cp(project, folder, { recursive: true, filter: (path) => !path.endsWith('.adwright') });
    }
    for (const [name, content] of Object.entries(files)) await writeInto(folder, name, content);
    const text = fixture ?? (await readFile(join(folder, 'sandbox.yaml'), 'utf8').catch(() => ''));
    const parsed = parseFixture(text);
    if (parsed.fixture === undefined) throw new Error(`the fixture: ${JSON.stringify(parsed.faults)}`);
    const holder: { world?: World } = {};
    let tokens = 0;
    // What Adwright sends is what the interface says, word for word.
    const options = { strict: true, ...parsed.fixture.options };
    const sandbox = await startSandbox({
      fixture: { ...parsed.fixture, options },
      now: () => holder.world?.clock.now() ?? new Date('2026-03-02T02:00:00.000Z'),
      log: (request) => holder.world?.onRequest?.(request),
      randomId: (bytes) => `token${++tokens}`.padEnd(bytes * 2, '0'),
    });
    onTestFinished(() => sandbox.close());
    holder.world = new World(
      folder,
      sandbox,
      credentials(parsed.fixture.options?.['login'] as FixtureLogin | undefined),
    );
    return holder.world;
  }

  /** Runs one command line against this world's service. */
  run(argv: readonly string[], options: CliOptions = {}): Promise<CliRun> {
    return adwright(this.folder, argv, {
      clock: this.clock,
      randomId: this.#randomId,
      ...options,
      env: { ADWRIGHT_BASE_URL: this.sandbox.url, ...this.login, ...options.env },
    });
  }

  /** The same with `--json`; the answer is checked against the document's schema. */
  async json<Name extends DocumentName>(name: Name, argv: readonly string[], options: CliOptions = {}) {
    const run = await this.run([...argv, '--json'], options);
    return { ...run, document: documentOf(name, run) };
  }

  /** A command that has to succeed: a step on the way. */
  async must(...argv: readonly string[]): Promise<CliRun> {
    const run = await this.run(argv);
    if (run.code !== 0)
      throw new Error(`adwright ${argv.join(' ')} ended with ${run.code}:\n${run.stdout}${run.stderr}`);
    return run;
  }

  write(file: string, content: string | Uint8Array): Promise<void> {
    return writeInto(this.folder, file, content);
  }

  read(file: string): Promise<string> {
    return readFile(join(this.folder, file), 'utf8');
  }

  /** Edits a file: the old text must be there exactly once. */
  async edit(file: string, from: string, to: string): Promise<void> {
    const parts = (await this.read(file)).split(from);
    if (parts.length !== 2) throw new Error(`${file} holds ${JSON.stringify(from)} ${parts.length - 1} times`);
    await this.write(file, parts.join(to));
  }

  /** Requests that the service has seen since the log was cleared. */
  requests(): readonly LogEntry[] {
    return this.sandbox.control.log();
  }

  /** Those of them that are to change something. */
  writes(): readonly LogEntry[] {
    return this.requests().filter(({ operation }) => WRITES.has(operation));
  }
}

const WRITES: ReadonlySet<string> = new Set([
  'addGroups',
  'addRichCreatives',
  'updateKeywords',
  'addAppTask',
  'updatePictureTags',
  'unbindPictures',
]);

async function writeInto(folder: string, file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), content);
}

interface FixtureLogin {
  readonly apiKey?: string;
  readonly userName?: string;
  readonly scheme?: string;
  readonly passwd?: string;
  readonly password?: string;
  readonly apiSecret?: string;
}

function credentials(login: FixtureLogin = {}): Record<string, string> {
  const { apiKey = 'sandbox', userName = 'sandbox', passwd = 'sandbox', password = '', apiSecret = '' } = login;
  const who = { ADWRIGHT_API_KEY: apiKey, ADWRIGHT_USERNAME: userName };
  return login.scheme === 'aes-128-cbc-md5'
    ? { ...who, ADWRIGHT_PASSWORD: password, ADWRIGHT_API_SECRET: apiSecret }
    : { ...who, ADWRIGHT_PASSWD: passwd };
}
