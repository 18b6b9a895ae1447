import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/index.js';
import { adwright } from '../support/cli.js';

/** Each run starts a process: `ADWRIGHT_PROPERTY_RUNS=50 npx vitest run test/property/undo-after-kill.test.ts` looks further. */
const RUNS = Math.ceil(Number(process.env['ADWRIGHT_PROPERTY_RUNS'] ?? 6) / 3);
const SEED = process.env['ADWRIGHT_PROPERTY_SEED'];
const KILLER = fileURLToPath(new URL('../crash/kill-at.mjs', import.meta.url));
const command = inject('command');

const IDS = ['501', '502', '503', '9007199254740993'] as const;
const CREDENTIALS = { ADWRIGHT_API_KEY: 'sandbox', ADWRIGHT_USERNAME: 'sandbox', ADWRIGHT_PASSWD: 'sandbox' };

const wish = fc.record({
  price: fc.integer({ min: 50, max: 900 }).map((cents) => (cents / 100).toFixed(2)),
  status: fc.constantFrom('enable', 'pause'),
  matchType: fc.constantFrom('exact', 'phrase', 'broad'),
});
const wishes = fc.array(wish, { minLength: IDS.length, maxLength: IDS.length });
/** At the n-th flush or rename, or at the n-th request that writes. */
const kill = fc.oneof(
  fc.record({
    what: fc.constant('flush' as const),
    at: fc.integer({ min: 1, max: 24 }),
    when: fc.constantFrom('before', 'after'),
  }),
  fc.record({
    what: fc.constant('request' as const),
    at: fc.integer({ min: 1, max: 6 }),
    when: fc.constantFrom('before', 'after'),
  }),
);
const story = fc.record({
  first: wishes,
  second: wishes,
  tags: fc.tuple(fc.constantFrom(['夏'], ['a', 'b']), fc.constantFrom(['冬'], ['c', '1'])),
  creates: fc.boolean(),
  kill,
  /** Whether the killed run is finished by another apply before it is undone. */
  finishes: fc.boolean(),
});
type Kill = typeof kill extends fc.Arbitrary<infer One> ? One : never;

function manifest(
  values: readonly (typeof wish extends fc.Arbitrary<infer One> ? One : never)[],
  tags: readonly string[],
  creates: boolean,
): string {
  const keywords = values.map(
    ({ price, status, matchType }, index) =>
      `  - { id: "${IDS[index]}", price: ${price}, status: ${status}, matchType: ${matchType} }`,
  );
  const group = creates ? 'groups:\n  new: { campaignId: 1001, name: 新, price: 1 }\n' : '';
  return `version: 1\n${group}keywords:\n${keywords.join('\n')}\npictures:\n  - { id: "701", tags: [${tags.join(', ')}] }\n`;
}

/** Passes requests on to the service, and kills a process at one that writes: before it reaches the service, or after its answer. */
async function between(service: string, { what, at, when }: Kill, victim: () => ChildProcess | undefined) {
  let writes = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const isLast = /update|add/.test(request.url ?? '') && ++writes === at && what === 'request';
    if (isLast && when === 'before') victim()?.kill('SIGKILL');
    if (isLast && when === 'before') return response.destroy();
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
    const reply = await fetch(`${service}${request.url}`, {
      method: request.method ?? 'POST',
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await reply.arrayBuffer());
    if (isLast) victim()?.kill('SIGKILL');
    return response.writeHead(reply.status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const live = ({ control }: RunningSandbox) => {
  const { keywords, pictures } = control.state();
  return [
    ...keywords.map(({ id, price, optStatus, matchType }) => [id, Number(price), optStatus, matchType]),
    ...pictures.map(({ id, tags }) => [id, [...tags].sort()]),
  ];
};

class Project {
  private constructor(
    readonly folder: string,
    readonly sandbox: RunningSandbox,
  ) {}

  static async open(): Promise<Project> {
    const folder = await mkdtemp(join(tmpdir(), 'adwright-undo-'));
    const sandbox = await startSandbox({
      fixture: {
        campaigns: [{ campaignId: 1001 }],
        groups: [{ groupId: '41', campaignId: 1001, name: '旧' }],
        keywords: IDS.map((id) => ({ id, groupId: '41', word: `词${id}`, price: '0.50' })),
        pictures: [{ picId: '701', tags: ['旧'] }],
      },
    });
    await mkdir(join(folder, 'ads'));
    await writeFile(
      join(folder, 'adwright.yaml'),
      'version: 1\naccounts:\n  main:\n    baseUrl: http://127.0.0.1:1\n    limits: { keywordsPerUpdate: 1, requestsPerSecond: 1000 }\nstate: { lockTimeoutSeconds: 5 }\n',
    );
    return new Project(folder, sandbox);
  }

  async close(): Promise<void> {
    await this.sandbox.close();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  write(text: string): Promise<void> {
    return writeFile(join(this.folder, 'ads/all.yaml'), text);
  }

  async run(allowed: readonly number[], ...argv: readonly string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await adwright(this.folder, [...argv, '--json'], {
      env: { ...CREDENTIALS, ADWRIGHT_BASE_URL: this.sandbox.url },
      userFolders: { config: join(this.folder, '.config/adwright'), data: join(this.folder, '.local/share/adwright') },
    });
    if (!allowed.includes(code)) throw new Error(`${argv.join(' ')} ended with ${code}: ${stdout}${stderr}`);
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  /** An apply in a process of its own, which is killed; or done before the point is reached. */
  async killedApply(point: Kill): Promise<void> {
    let child: ChildProcess | undefined;
    const proxy = await between(this.sandbox.url, point, () => child);
    const flush = point.what === 'flush' ? { KILL_AT: String(point.at), KILL_WHEN: point.when } : {};
    child = spawn(process.execPath, ['--import', KILLER, command, 'apply', '--auto-approve', '--quiet', '--json'], {
      cwd: this.folder,
      env: { PATH: process.env['PATH'], HOME: this.folder, ...CREDENTIALS, ADWRIGHT_BASE_URL: proxy.url, ...flush },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let stdout = '';
    child.stdout?.on('data', (chunk) => {
      stdout += chunk;
    });
    const code = await new Promise<number | null>((resolve) => child?.once('close', resolve));
    await proxy.close();
    if (code !== null && code !== 0) throw new Error(`the apply to be killed ended with ${code}: ${stdout}`);
  }

  /** What is in doubt is looked up and said. */
  async resolveAll(): Promise<void> {
    const { changes } = (await this.run([0, 4], 'plan')) as { changes: { address: string; action: string }[] };
    for (const { address } of changes.filter(({ action }) => action === 'unresolved')) {
      const id = this.sandbox.control.state().groups.find(({ name }) => name === '新')?.id;
      await this.run([0], 'resolve', address, ...(id === undefined ? ['--absent'] : ['--id', id]));
    }
  }

  /** Runs that can be undone, oldest first. */
  async runs(): Promise<readonly string[]> {
    const { rows } = (await this.run([0], 'state', 'log')) as { rows: { type: string; run: string; at: string }[] };
    const kept = rows.filter(({ type }) => type === 'undo');
    return kept.sort((a, b) => (a.at < b.at ? -1 : 1)).map(({ run }) => run);
  }
}

describe('undo of a run that was killed', () => {
  it(
    'gives the service its former values back, and an undo of the undo takes them away again',
    async () => {
      await fc.assert(
        fc.asyncProperty(story, async ({ first, second, tags, creates, kill: point, finishes }) => {
          const project = await Project.open();
          try {
            await project.write(manifest(first, tags[0], false));
            await project.run([0], 'apply', '--auto-approve');
            const before = live(project.sandbox);
            const known = await project.runs();
            await project.write(manifest(second, tags[1], creates));
            await project.killedApply(point);
            await project.resolveAll();
            if (finishes) await project.run([0], 'apply', '--auto-approve');

            const [killed] = (await project.runs()).slice(known.length);
            // Killed before the first write: there is nothing to undo.
            if (killed === undefined) {
              expect(live(project.sandbox)).toEqual(before);
              return;
            }
            // 3: a group that was created is named.
            await project.run(creates ? [0, 3] : [0], 'undo', killed, '--write');
            const middle = live(project.sandbox);
            const { items } = (await project.run([0], 'apply', '--auto-approve')) as { items: { action: string }[] };
            expect(live(project.sandbox)).toEqual(before);
            expect((await project.run([0], 'plan'))['summary']).toMatchObject({ update: 0, drift: 0 });
            if (!items.some(({ action }) => action === 'update')) return;

            await project.run(creates ? [0, 3] : [0], 'undo', '--write');
            await project.run([0], 'apply', '--auto-approve');
            expect(live(project.sandbox)).toEqual(middle);
          } finally {
            await project.close();
          }
        }),
        { numRuns: RUNS, endOnFailure: true, ...(SEED !== undefined && { seed: Number(SEED) }) },
      );
    },
    120_000 + RUNS * 5_000,
  );
});
