import type { FastifyInstance } from 'fastify';
import { type Records, TABLE_NAMES, type TableName } from '../account/records.js';
import { editChanges } from '../account/seed.js';
import type { LogEntry } from '../call/request-log.js';
import type { Fault } from '../settings/fault-schema.js';
import { checkFixture, FixtureFailure } from '../settings/fixture.js';
import type { SandboxFixture } from '../settings/fixture-schema.js';
import { resolveOptions } from '../settings/options.js';
import type { Service } from './service.js';

export type SandboxState = { readonly [Name in TableName]: readonly Records[Name][] };

/** What a test may do to a running sandbox; the same is available over HTTP under `/_sandbox`. */
export interface SandboxControl {
  /** Arms faults; each counts calls from now on. */
  addFaults(...faults: readonly Fault[]): void;
  clearFaults(): void;
  log(since?: number): readonly LogEntry[];
  clearLog(): void;
  now(): Date;
  setClock(time: Date): Promise<void>;
  advanceClock(seconds: number): Promise<void>;
  /** Changes things as someone in the console would. The form is that of a fixture, with only the fields that change. */
  change(edit: SandboxFixture): Promise<void>;
  remove(table: TableName, id: string): Promise<void>;
  /** Sets switches; names of paths, the first id, the time zone and the size of the log are fixed at the start. */
  setOptions(options: unknown): void;
  state(): SandboxState;
}

export function controlOf(service: Service): SandboxControl {
  const keepClock = () =>
    service.change([['settings', 'clock', { offsetMilliseconds: service.clock.offsetMilliseconds }]]);
  return {
    addFaults: (...faults) => service.faults.add(faults),
    clearFaults: () => service.faults.clear(),
    log: (since) => service.log.list(since),
    clearLog: () => service.log.clear(),
    now: () => service.clock.now(),
    setClock: (time) => {
      service.clock.set(time);
      return keepClock();
    },
    advanceClock: (seconds) => {
      service.clock.advance(seconds);
      return keepClock();
    },
    change: async (edit) => {
      const faults = checkFixture(edit);
      if (faults.length > 0) throw new FixtureFailure(faults);
      const { tables } = service.account;
      const changes = editChanges(edit, ([table, id]) => tables[table].has(id), service.clock.text());
      await service.change(changes);
    },
    remove: (table, id) => service.change([[table, id, null]]),
    setOptions: (options) => {
      service.options = resolveOptions(options, service.options);
    },
    state: () => Object.fromEntries(TABLE_NAMES.map((name) => [name, rowsOf(service, name)])) as SandboxState,
  };
}

function rowsOf(service: Service, name: TableName): readonly unknown[] {
  return [...service.account.tables[name].values()];
}

/** The control over HTTP, with JSON bodies. */
export async function controlRoutes(
  app: FastifyInstance,
  control: SandboxControl,
  { instance, ready }: { instance: string; ready: Promise<void> },
): Promise<void> {
  const done = { ok: true };
  app.get('/_sandbox', () => ({ service: 'adwright sandbox', instance }));
  app.register(async (inner) => {
    inner.addHook('onRequest', () => ready);
    inner.setErrorHandler<Error>((error, _request, reply) =>
      reply.code(400).send({ error: error.message, ...(error instanceof FixtureFailure && { faults: error.faults }) }),
    );
    inner.post<{ Body: Fault | Fault[] }>('/_sandbox/faults', ({ body }) => {
      control.addFaults(...(Array.isArray(body) ? body : [body]));
      return done;
    });
    inner.delete('/_sandbox/faults', () => {
      control.clearFaults();
      return done;
    });
    inner.get<{ Querystring: { since?: string } }>('/_sandbox/log', ({ query }) =>
      control.log(Number(query.since ?? 0)),
    );
    inner.delete('/_sandbox/log', () => {
      control.clearLog();
      return done;
    });
    inner.get('/_sandbox/clock', () => ({ now: control.now().toISOString() }));
    inner.post<{ Body: { set?: string; advanceSeconds?: number } }>('/_sandbox/clock', async ({ body }) => {
      if (body.set !== undefined) await control.setClock(timeOf(body.set));
      if (body.advanceSeconds !== undefined) await control.advanceClock(body.advanceSeconds);
      return { now: control.now().toISOString() };
    });
    inner.post<{ Body: SandboxFixture }>('/_sandbox/change', async ({ body }) => {
      await control.change(body);
      return done;
    });
    inner.post('/_sandbox/options', ({ body }) => {
      control.setOptions(body);
      return done;
    });
    inner.get('/_sandbox/state', () => control.state());
  });
}

function timeOf(text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new Error(`${text} is not a time`);
  return time;
}
