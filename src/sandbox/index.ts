import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type { ServiceSettings } from '../contract/index.js';
import { SandboxClock } from './account/clock.js';
import { seedChanges } from './account/seed.js';
import type { LogEntry } from './call/request-log.js';
import { controlOf, controlRoutes, type SandboxControl } from './http/control.js';
import { buildServer } from './http/server.js';
import { Service } from './http/service.js';
import { checkFixture, FixtureFailure, fixtureDigest } from './settings/fixture.js';
import type { SandboxFixture } from './settings/fixture-schema.js';
import { resolveOptions, serviceSettings } from './settings/options.js';
import { ownDirectory } from './storage/owner.js';
import { openFileStore, replayFile } from './storage/store.js';

export { compareAccounts, findThing, thingsIn } from './account/compare-accounts.js';
export { FAULT_KINDS, type Fault, type FaultKind } from './settings/fault-schema.js';
export { FixtureFailure, type FixtureFault, type FixtureTextFault, parseFixture } from './settings/fixture.js';
export { asFixture, FIXTURE_LISTS } from './settings/fixture-records.js';
export { type SandboxFixture, SandboxFixtureSchema } from './settings/fixture-schema.js';
export { type SandboxOptions, SandboxOptionsSchema } from './settings/options-schema.js';
export { StoreFailure } from './storage/data-file.js';
export { DataDirectoryInUse } from './storage/owner.js';
export type { LogEntry, SandboxControl };

export interface StartSandbox {
  /** 0 or absent: any free one. Always on 127.0.0.1. */
  readonly port?: number;
  /** Where the account is stored; without it, nothing outlives the sandbox. */
  readonly dataDir?: string;
  /** False: the data are read, nothing is written, and other sandboxes may use the directory. Default true. */
  readonly keepChanges?: boolean;
  /** How long another sandbox that uses the directory is waited for. Default 60 s. */
  readonly waitSeconds?: number;
  /** A plain object that fits the fixture's schema; see `parseFixture` for text. */
  readonly fixture?: unknown;
  /** Names of the deployment, over those of the fixture's options. */
  readonly service?: ServiceSettings;
  readonly now?: () => Date;
  /** Hex digits, for tokens. */
  readonly randomId?: (bytes: number) => string;
  /** Called after each request was answered. */
  readonly log?: (entry: LogEntry) => void;
}

export interface RunningSandbox {
  readonly url: string;
  readonly control: SandboxControl;
  close(): Promise<void>;
}

/**
 * Starts the service on loopback and resolves when it takes calls. Rejects with `FixtureFailure`, `StoreFailure`
 * (damaged data), `DataDirectoryInUse`, or the error of the port.
 */
export async function startSandbox(start: StartSandbox = {}): Promise<RunningSandbox> {
  const faults = start.fixture === undefined ? [] : checkFixture(start.fixture);
  if (faults.length > 0) throw new FixtureFailure(faults);
  const fixture = (start.fixture ?? {}) as SandboxFixture;
  const options = resolveOptions(fixture.options);
  const clock = new SandboxClock(start.now ?? (() => new Date()), options.timeZone);
  const randomId = start.randomId ?? ((bytes: number) => randomBytes(bytes).toString('hex'));
  const service = new Service(options, start.service ?? serviceSettings(options), clock, randomId);
  const control = controlOf(service);
  const instance = randomId(16);
  let isReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    isReady = resolve;
  });
  const app = await buildServer(service, {
    ready,
    ...(start.log !== undefined && { answered: start.log }),
    control: (scope) => controlRoutes(scope, control, { instance, ready }),
  });
  await app.listen({ host: '127.0.0.1', port: start.port ?? 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  try {
    const release = await openData(service, start, fixture, url, instance);
    isReady();
    let closing: Promise<void> | undefined;
    const close = async () => {
      await app.close();
      await service.store.close();
      await release();
    };
    return {
      url,
      control,
      close: () => {
        closing ??= close();
        return closing;
      },
    };
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Fills the account from the data directory or the fixture; returns what releases the directory. */
async function openData(
  service: Service,
  { dataDir, keepChanges = true, waitSeconds = 60, fixture: given, now = () => new Date() }: StartSandbox,
  fixture: SandboxFixture,
  url: string,
  instance: string,
): Promise<() => Promise<void>> {
  const { account, clock } = service;
  const digest = given === undefined ? undefined : fixtureDigest(fixture);
  const seed = () => account.apply(seedChanges(fixture, clock.text()));
  let release = () => Promise.resolve();
  if (dataDir !== undefined && keepChanges) {
    const owned = await ownDirectory(dataDir, url, instance, waitSeconds);
    release = () => owned.release();
    service.store = await openFileStore(dataDir, digest, account, seed, now).catch(async (error: unknown) => {
      await release();
      throw error;
    });
  } else if (dataDir === undefined || !(await replayFile(dataDir, digest, account))) seed();
  const offset = account.tables.settings.get('clock')?.['offsetMilliseconds'];
  if (typeof offset === 'number') clock.offsetMilliseconds = offset;
  return release;
}
