import type { Clock } from '../../model/ports/ports.js';

export type Lane = 'shared' | 'create';

export interface PaceOptions {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** 0 is without bound. */
  readonly requestsPerSecond: number;
  /** Calls in flight, creating calls apart: of these there is one. */
  readonly concurrent: number;
  /** Longest single wait, in seconds. */
  readonly maxWaitSeconds: number;
  readonly onWait?: (seconds: number, reason: string) => void;
}

/** What is to be done after the service asked for fewer calls. */
export interface Pause {
  readonly seconds: number;
  /** The wait is beyond the cap, or the waits together are: the run must end. */
  readonly beyondCap: boolean;
  /** When calls may continue. */
  readonly until: Date;
}

/** One account's pace: calls per second, calls in flight, and a common pause after a 429. */
export interface Pace {
  /** Waits for a turn. False when the signal was given first; otherwise `leave` must follow. */
  enter(lane: Lane, signal?: AbortSignal): Promise<boolean>;
  leave(lane: Lane): void;
  /** The service wants fewer calls; `stated` is its own request in seconds. Everybody pauses, with fewer in flight. */
  throttled(stated: number | undefined): Pause;
  /** A call went through. */
  succeeded(): void;
  /** Keeps to these limits as well: of several the lowest count. */
  slowTo(limits: Pick<PaceOptions, 'requestsPerSecond' | 'concurrent'>): void;
  /** Sleeps before the n-th repeat (from 1) of a call; false when the signal was given. */
  backOff(repeat: number, stated: number | undefined, signal?: AbortSignal): Promise<boolean>;
}

const FIRST_PAUSE = 1;
const FIRST_BACK_OFF = 0.5;
const LONGEST_OWN_WAIT = 60;
/** All waits since the last success together may be this many times the longest single one. */
const TOTAL_FACTOR = 2;
/** Successes after which one more call may be in flight again. */
const RECOVERY = 20;

export function createPace(options: PaceOptions): Pace {
  const { clock, random, maxWaitSeconds } = options;
  let { requestsPerSecond } = options;
  const now = () => clock.now().getTime();
  const isPaced = (rate: number) => Number.isFinite(rate) && rate > 0;
  /** Starts of the newest calls, oldest first; as many as one window may hold. */
  const starts: number[] = [];

  let most = Math.max(1, options.concurrent);
  let allowed = most;
  let successes = 0;
  const inFlight: Record<Lane, number> = { shared: 0, create: 0 };
  const waiting: Record<Lane, (() => void)[]> = { shared: [], create: [] };

  let pausedUntil = 0;
  let throttles = 0;
  let waited = 0;

  const jitter = () => 0.75 + random() / 2;
  const growing = (first: number, step: number) =>
    Math.min(first * 2 ** (step - 1) * jitter(), LONGEST_OWN_WAIT, maxWaitSeconds);
  const room = (lane: Lane) => inFlight[lane] < (lane === 'create' ? 1 : allowed);

  function wake(): void {
    for (const lane of ['shared', 'create'] as const) {
      const free = (lane === 'create' ? 1 : allowed) - inFlight[lane];
      for (const next of waiting[lane].splice(0, Math.max(0, free))) next();
    }
  }

  /** Sleeps whether the clock resolves or rejects when the signal comes; false when it came. */
  async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<boolean> {
    try {
      await clock.sleep(milliseconds, signal);
    } catch (error) {
      if (signal?.aborted !== true) throw error;
    }
    return signal?.aborted !== true;
  }

  function waitForSeat(lane: Lane, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        // A waiter that gave up must not swallow the turn of the next one.
        const place = waiting[lane].indexOf(done);
        if (place >= 0) waiting[lane].splice(place, 1);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      waiting[lane].push(done);
      signal?.addEventListener('abort', done);
    });
  }

  async function takeSeat(lane: Lane, signal: AbortSignal | undefined): Promise<boolean> {
    while (signal?.aborted !== true) {
      if (room(lane)) {
        inFlight[lane]++;
        return true;
      }
      await waitForSeat(lane, signal);
    }
    wake();
    return false;
  }

  function reserveStart(): number {
    const from = Math.max(now(), pausedUntil, starts.at(-1) ?? 0);
    if (!isPaced(requestsPerSecond)) return from;
    const perWindow = Math.max(1, Math.floor(requestsPerSecond));
    const windowMilliseconds = (perWindow / requestsPerSecond) * 1000;
    while (starts.length > perWindow) starts.shift();
    const oldest = starts.length < perWindow ? undefined : starts.shift();
    const start = oldest === undefined ? from : Math.max(from, oldest + windowMilliseconds);
    starts.push(start);
    return start;
  }

  const pace: Pace = {
    async enter(lane, signal) {
      if (!(await takeSeat(lane, signal))) return false;
      for (let start = reserveStart(); start > now(); start = pausedUntil) {
        const pause = pausedUntil;
        if (!(await sleep(start - now(), signal))) {
          pace.leave(lane);
          return false;
        }
        // Someone else may have been told to wait in the meantime.
        if (pausedUntil === pause) break;
      }
      return true;
    },

    leave(lane) {
      inFlight[lane]--;
      wake();
    },

    throttled(stated) {
      throttles++;
      allowed = Math.max(1, Math.floor(allowed / 2));
      successes = 0;
      const seconds = stated === undefined ? growing(FIRST_PAUSE, throttles) : Math.max(stated, 0.1);
      const until = now() + seconds * 1000;
      const added = Math.max(0, until - Math.max(now(), pausedUntil)) / 1000;
      const beyondCap = seconds > maxWaitSeconds || waited + added > TOTAL_FACTOR * maxWaitSeconds;
      if (!beyondCap) {
        waited += added;
        pausedUntil = Math.max(pausedUntil, until);
        options.onWait?.(seconds, 'the service asked for fewer calls');
      }
      return { seconds, beyondCap, until: new Date(Math.min(until, 8.64e15)) };
    },

    succeeded() {
      throttles = 0;
      waited = 0;
      if (allowed < most && ++successes >= RECOVERY) {
        allowed++;
        successes = 0;
        wake();
      }
    },

    slowTo({ requestsPerSecond: rate, concurrent }) {
      if (isPaced(rate)) requestsPerSecond = isPaced(requestsPerSecond) ? Math.min(rate, requestsPerSecond) : rate;
      most = Math.min(most, Math.max(1, concurrent));
      allowed = Math.min(allowed, most);
    },

    async backOff(repeat, stated, signal) {
      const seconds = stated ?? growing(FIRST_BACK_OFF, repeat);
      options.onWait?.(seconds, `the call is repeated (${repeat})`);
      return sleep(seconds * 1000, signal);
    },
  };
  return pace;
}
