import { Value } from '@sinclair/typebox/value';
import type { EndpointName } from '../../contract/index.js';
import { type Fault, FaultSchema } from './fault-schema.js';
import { FixtureFailure } from './fixture.js';

interface Armed {
  readonly fault: Fault;
  calls: number;
}

/** Kinds whose call takes effect unless the fault says otherwise. */
const EFFECT_BY_DEFAULT: readonly Fault['kind'][] = [
  'latency',
  'reset-after',
  'truncated',
  'cut',
  'stall',
  'wrong-length',
];

/** The faults that are armed, each with its own count of calls. */
export class Faults {
  #armed: Armed[] = [];

  constructor(faults: readonly Fault[]) {
    this.#armed = faults.map((fault) => ({ fault, calls: 0 }));
  }

  /** Arms one fault or a list; throws a `FixtureFailure` if one is wrong. */
  add(faults: unknown): void {
    for (const fault of Array.isArray(faults) ? faults : [faults]) {
      if (!Value.Check(FaultSchema, fault)) {
        const errors = [...Value.Errors(FaultSchema, fault)];
        throw new FixtureFailure(errors.map(({ path, message }) => ({ path: `/faults${path}`, message })));
      }
      this.#armed.push({ fault, calls: 0 });
    }
  }

  clear(): void {
    this.#armed = [];
  }

  list(): readonly Fault[] {
    return this.#armed.map(({ fault }) => fault);
  }

  /** What this call of the operation meets. Every armed fault counts the call; the first that is due is used. */
  next(operation: EndpointName): Fault | undefined {
    let met: Fault | undefined;
    for (const armed of this.#armed) {
      const { fault } = armed;
      if (fault.operation !== operation && fault.operation !== '*') continue;
      armed.calls += 1;
      const { from = 1, times = 1 } = fault;
      if (armed.calls >= from && (times === 0 || armed.calls < from + times)) met ??= fault;
    }
    return met;
  }
}

export function hasEffect(fault: Fault): boolean {
  return fault.effect ?? EFFECT_BY_DEFAULT.includes(fault.kind);
}

/** Result lists with entries missing at the end, or with the last one again. */
export function resizedLists(reply: Readonly<Record<string, unknown>>, by: number): Record<string, unknown> {
  const resize = (name: string, value: unknown) => {
    if (!Array.isArray(value) || name === 'failures') return value;
    return by < 0 ? value.slice(0, by) : [...value, ...Array.from({ length: by }, () => value.at(-1))];
  };
  return Object.fromEntries(Object.entries(reply).map(([name, value]) => [name, resize(name, value)]));
}
