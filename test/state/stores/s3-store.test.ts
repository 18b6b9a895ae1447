import { afterEach, describe, expect, it } from 'vitest';
import { Failure } from '../../../src/diagnostics/failure.js';
import { objectNames } from '../../../src/state/backends/s3/object-names.js';
import { openS3 } from '../../../src/state/backends/s3/open-s3.js';
import { openLog } from '../../../src/state/log/log-backend.js';
import { backendSuite, OVER_NETWORK } from '../../suites/backend.js';
import { logStoreSuite } from '../../suites/log-store.js';
import { randomId, realClock } from '../ports.js';
import { KEYS, type S3Server, type S3ServerOptions, startS3 } from './s3-server.js';
import { soon, storePorts } from './store-ports.js';

/** `npm run test:stores` takes its time. */
const FULL = process.env['ADWRIGHT_STORES'] === 'full';

const ENVIRONMENT = {
  ADWRIGHT_STATE_ACCESS_KEY_ID: KEYS.accessKeyId,
  ADWRIGHT_STATE_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
};
const settingsOf = (server: S3Server, more: Readonly<Record<string, string>> = {}) => ({
  ...{ bucket: 'state', region: 'eu-test-1', endpoint: server.endpoint, prefix: 'adwright' },
  ...more,
});

for (const create of ['if-none-match', 'forbid-overwrite'] as const)
  logStoreSuite(
    `s3 (${create})`,
    async () => {
      const server = await startS3({ condition: create });
      return {
        open: ({ key = '_root', account = 'main' } = {}) =>
          openS3(storePorts('s3', settingsOf(server, { create, key }), ENVIRONMENT, account)),
        remove: () => server.stop(),
      };
    },
    { pairs: FULL ? 50 : 4 },
  );

backendSuite(
  's3',
  async () => {
    const server = await startS3();
    return {
      open: (account = 'main') =>
        openLog(soon(openS3(storePorts('s3', settingsOf(server), ENVIRONMENT, account))), {
          ...{ account, pid: process.pid, clock: realClock, randomId },
        }),
      remove: () => server.stop(),
    };
  },
  { runners: 2, rounds: 1, only: FULL ? undefined : OVER_NETWORK },
);

describe('a bucket', () => {
  let server: S3Server | undefined;
  const open = async (more: Readonly<Record<string, string>> = {}, options: S3ServerOptions = {}, environment = {}) => {
    server = await startS3(options);
    return openS3(storePorts('s3', settingsOf(server, more), { ...ENVIRONMENT, ...environment }));
  };
  afterEach(async () => {
    await server?.stop();
    server = undefined;
  });
  const codeOf = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => undefined,
      (one: unknown) => one,
    );
    if (error instanceof Failure) return `${error.diagnostics[0]?.code}: ${error.message}`;
    return error === undefined ? 'done' : `unsure: ${error instanceof Error ? error.message : error}`;
  };

  it('never sends If-Match, and asks for one name to find the newest record among hundreds', async () => {
    const store = await open();
    for (let number = 1; number <= 300; number++) await store.create(number, Buffer.from('a'));
    const before = server?.seen.length ?? 0;
    expect(await store.newest()).toBe(300);
    expect(server?.seen.slice(before)).toEqual([
      'GET /state/?list-type=2&max-keys=1&prefix=adwright%2F_root%2Fmain.log%2F',
    ]);
    await store.close();
  });

  it.each([
    ['the bucket is not there', { bucket: 'other' }, {}, /^state-store-setup: There is no bucket other at 127/],
    ['another region', { region: 'us-east-1' }, {}, /^state-store-setup: .*another region/],
    [
      'another key',
      {},
      { ADWRIGHT_STATE_SECRET_ACCESS_KEY: 'wrong-s3cret' },
      /^state-store-failed: .*SignatureDoesNotMatch/,
    ],
    [
      'half a key',
      {},
      { ADWRIGHT_STATE_SECRET_ACCESS_KEY: '' },
      /^state-store-setup: .*ADWRIGHT_STATE_SECRET_ACCESS_KEY is not set/,
    ],
    [
      'a key with a line break',
      {},
      { ADWRIGHT_STATE_SECRET_ACCESS_KEY: 'a\n' },
      /^state-store-setup: ADWRIGHT_STATE_SECRET_ACCESS_KEY begins or ends/,
    ],
  ])('%s', async (_title, settings, environment, expected) => {
    const said = await codeOf(open(settings, {}, environment).then((store) => store.read(1)));
    expect(said).toMatch(expected);
    expect(said).not.toContain('s3cret');
  });

  it.each(['our state/ä+b&c', "it's (new)!*~"])('keeps its records below the prefix %j', async (prefix) => {
    const store = await open({ prefix });
    expect(await store.newest()).toBe(0);
    expect(await store.create(1, Buffer.from('a'))).toBe(true);
    expect(await store.create(1, Buffer.from('b'))).toBe(false);
    expect(await store.newest()).toBe(1);
    expect(Buffer.from((await store.read(1)) ?? []).toString()).toBe('a');
    expect([...(server?.objects.keys() ?? [])]).toEqual([`${prefix}/_root/main.log/999999999998-1`]);
    await store.close();
  });

  it('takes the keys of AWS where ours are not set, and never mixes the two', async () => {
    server = await startS3();
    const aws = { AWS_ACCESS_KEY_ID: KEYS.accessKeyId, AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey };
    const store = await openS3(storePorts('s3', settingsOf(server), aws));
    expect(await store.create(1, Buffer.from('a'))).toBe(true);
    const mixed = storePorts('s3', settingsOf(server), { ...aws, ADWRIGHT_STATE_ACCESS_KEY_ID: 'another' });
    expect(await codeOf(openS3(mixed))).toContain('ADWRIGHT_STATE_SECRET_ACCESS_KEY is not set');
    expect(await codeOf(openS3(storePorts('s3', settingsOf(server), {})))).toContain('has no keys for it');
  });

  it.each([
    ['503 before storing', { status: 503 }, 'unsure: HTTP 503', false],
    ['500 after storing', { status: 500, after: true }, 'unsure: HTTP 500', true],
    [
      'a conflict with a request under way',
      { status: 409, code: 'ConditionalRequestConflict' },
      'unsure: HTTP 409',
      false,
    ],
    ['no reply after storing', 'lost' as const, 'unsure: The connection was closed', true],
  ])('%s leaves the outcome open, and is not repeated', async (_title, fault, said, stored) => {
    const store = await open();
    let asked = 0;
    if (server !== undefined) server.fault = () => (asked++ === 0 ? fault : undefined);
    expect(await codeOf(store.create(1, Buffer.from('a')))).toContain(said);
    expect(asked).toBe(1);
    expect(await store.create(1, Buffer.from('b'))).toBe(!stored);
    await store.close();
  });

  it('that does not know the condition is refused as unsafe', async () => {
    const store = await open({}, { condition: 'unknown' });
    expect(await codeOf(store.create(1, Buffer.from('a')))).toMatch(/^state-store-unsafe: .*if-none-match/);
    await store.close();
  });

  it('is not asked over http, but for this machine', async () => {
    const ports = (environment = {}) =>
      storePorts('s3', { bucket: 'state', endpoint: 'http://s3.example.com' }, { ...ENVIRONMENT, ...environment });
    expect(await codeOf(openS3(ports()))).toMatch(/^plain-http: .*s3\.example\.com/);
    expect(await codeOf(openS3(ports({ ADWRIGHT_ALLOW_HTTP: '1' })))).toBe('done');
  });

  it('is asked through the proxy of the environment', async () => {
    const proxied = await startS3();
    server = proxied;
    const environment = { ...ENVIRONMENT, ADWRIGHT_ALLOW_HTTP: '1', HTTP_PROXY: proxied.endpoint };
    const settings = { ...settingsOf(proxied), endpoint: 'http://s3.example.com' };
    const store = await openS3(storePorts('s3', settings, environment));
    await codeOf(store.read(1));
    expect(proxied.seen).toEqual(['GET http://s3.example.com/state/adwright/_root/main.log/999999999998-1']);
    await store.close();
  });
});

describe('names of objects', () => {
  it('sort the newest record first', () => {
    const { record } = objectNames(undefined, 'teams/shoes', 'brand-a');
    const names = [1, 2, 9, 10, 4096, 999_999_999_998].map(record);
    expect([...names].sort()).toEqual(names.reverse());
    expect(record(11)).toBe('teams/shoes/brand-a.log/999999999988-11');
  });

  it('of a key with a point never meet those of an account', () => {
    expect(objectNames('/a/', 'v1.2', 'log').record(1)).toBe('a/v1%2E2/log.log/999999999998-1');
    expect(objectNames('', '鞋', 'main').blob('ab')).toBe('%E9%9E%8B/main.blobs/ab');
  });
});
