import type { EndpointName, ReplyOf } from '../../contract/index.js';
import { ENDPOINTS } from '../../contract/index.js';
import type { CallFailure, CallOptions, CallResult } from '../../model/ports/ports.js';
import type { Limits } from '../../model/ports/project.js';
import type { ReplyVerdict } from '../judge/verdict.js';
import { titleOf } from '../judge/verdict.js';
import { headerFault } from '../login/credentials.js';
import type { LoginReply, Session, Token } from '../login/session.js';
import type { Pause } from './pace.js';
import type { Sender } from './sender.js';
import type { CallGroup } from './shared-calls.js';

export interface CallerOptions {
  readonly apiKey: string;
  readonly limits: Limits;
  readonly group: CallGroup;
  readonly sender: Sender;
  readonly session: () => Session;
}

/** Makes one call with an encoded body: login, pace, repeats and their limits are here, and nothing else is. */
export interface Caller {
  call<Name extends EndpointName>(
    name: Name,
    body: Buffer | undefined,
    options: CallOptions,
  ): Promise<CallResult<ReplyOf<Name>>>;
  login(body: Buffer, signal: AbortSignal | undefined): Promise<LoginReply>;
}

/** Sendings of one call in all: when its outcome is not known, and when no connection could be made. */
const TRIES = { unknown: 5, 'not-sent': 3 } as const;
/** A login whose reply was lost may have counted as a wrong one, and so may one that was put off. */
const LOGIN_TRIES = { unknown: 2, 'not-sent': 3, throttled: 3 } as const;

/** In seconds. A wait beyond it is a slip of the service: its end is no date to come back at. */
const YEAR = 366 * 24 * 60 * 60;

type Failed<Name extends EndpointName> = Extract<ReplyVerdict<Name>, { ok: false }>;

export function createCaller(options: CallerOptions): Caller {
  const { limits, group, sender } = options;
  const { pace } = group;
  /** What ended the calls of this client; another one's ends them as well. */
  let ownEnd: CallFailure | undefined;
  /** Tokens that the service accepted at least once. */
  let provenToken: string | undefined;
  /** Operations that answer 403 or 404 with a new token too: it is not the token, so no more logins for them. */
  const stubborn = new Set<string>();

  function quotaFailure(name: EndpointName): CallFailure | undefined {
    const { quotaRemaining } = sender;
    if (ENDPOINTS[name].effect === 'read' || quotaRemaining === undefined) return undefined;
    if (quotaRemaining >= limits.quotaFloor) return undefined;
    const what = `not sent: the service reports ${quotaRemaining} left of the quota, and the floor (\`limits.quotaFloor\`) is ${limits.quotaFloor}`;
    return { problem: 'throttled', message: `${titleOf(name)}: ${what}.`, failures: [], fatal: true };
  }

  /** Another client with the same credentials was told that the quota is used up, or to wait too long. */
  function endedElsewhere(name: EndpointName): CallFailure | undefined {
    if (group.ended === undefined || group.ended === ownEnd) return undefined;
    const message = `${titleOf(name)}: not sent: for another account with the same credentials, ${group.ended.message}`;
    return { ...group.ended, message };
  }

  function ends(failure: CallFailure): CallFailure {
    if (failure.problem !== 'throttled' || failure.fatal !== true) return failure;
    ownEnd = failure;
    group.ended ??= failure;
    return failure;
  }

  const interrupted = (name: EndpointName): CallFailure => ({
    problem: 'interrupted',
    message: `${titleOf(name)}: cancelled before it was sent, because the run was stopped.`,
    failures: [],
  });

  /** A pause that everybody takes; beyond the cap the failure ends the run and says when to come back. */
  function paused(failure: CallFailure, pause: Pause): CallFailure {
    const seconds = Math.ceil(pause.seconds);
    if (!pause.beyondCap) return { ...failure, retryAfterSeconds: pause.seconds };
    const until = pause.until.toISOString().replace(/\.\d+Z$/, 'Z');
    const [wait, when] =
      pause.seconds > YEAR ? ['more than a year', 'later'] : [`${seconds} s, until ${until}`, 'after that'];
    const cap = `longer than \`limits.maxWaitSeconds\` (${limits.maxWaitSeconds} s) allows`;
    const message = `${failure.message} The next wait would be ${wait}, which is ${cap}. Run the same command again ${when}; what was done is kept.`;
    return { ...failure, message, retryAfterSeconds: pause.seconds, fatal: true };
  }

  /** What to tell of a rejected token after the one new login that a call may cost. */
  function stillRejected(failure: CallFailure): CallFailure {
    if (failure.problem !== 'unauthorised') return failure;
    return { ...failure, message: `${failure.message} A new login did not help.`, fatal: true };
  }

  async function perform<Name extends EndpointName>(
    name: Name,
    body: Buffer | undefined,
    { signal, beforeSend }: CallOptions,
    onFinal?: () => void,
  ): Promise<CallResult<ReplyOf<Name>>> {
    const { effect } = ENDPOINTS[name];
    const session = options.session();
    const lane = effect === 'create' ? 'create' : 'shared';
    const tries = name === 'login' ? LOGIN_TRIES : TRIES;
    const fail = (failure: CallFailure) => ({ ok: false, failure }) as const;
    const fault = headerFault('API key', options.apiKey);
    if (fault !== undefined) {
      return fail({ problem: 'unauthorised', message: `${titleOf(name)}: ${fault}.`, failures: [], fatal: true });
    }

    let last: CallFailure | undefined;
    let renewed = false;
    let repeats = 0;
    for (let count = 1; ; count++) {
      if (signal?.aborted === true) return fail(last ?? interrupted(name));
      const elsewhere = endedElsewhere(name);
      if (elsewhere !== undefined) return fail(last ?? elsewhere);
      let token: Token | undefined;
      if (name !== 'login') {
        const result = await session.token(signal);
        if (!result.ok) return result;
        token = result.token;
      }
      if (!(await pace.enter(lane, signal))) return fail(last ?? interrupted(name));
      let seated = true;
      const leave = () => {
        if (seated) pace.leave(lane);
        seated = false;
      };
      let verdict: ReplyVerdict<Name>;
      try {
        const quota = endedElsewhere(name) ?? quotaFailure(name);
        if (quota !== undefined) return fail(quota);
        // While this call waited for its turn, another one may have found the token invalid.
        if (token !== undefined && !session.holds(token)) continue;
        verdict = await sender.send(name, token, body, count, { beforeSend, onLongReply: leave });
      } finally {
        leave();
      }
      if (verdict.ok) {
        pace.succeeded();
        provenToken = token?.text ?? provenToken;
        const { quotaRemaining } = sender;
        return { ok: true, reply: verdict.reply, ...(quotaRemaining !== undefined && { quotaRemaining }) };
      }
      last = verdict.failure;
      const repeat = await decide(verdict);
      if (repeat !== undefined) return fail(ends(repeat));

      /** The failure to end with, or undefined to send again. */
      async function decide({ failure, next }: Failed<Name>): Promise<CallFailure | undefined> {
        if (next === 'login') return decideLogin(failure);
        if (token !== undefined && failure.status !== undefined && failure.status < 500) provenToken = token.text;
        if (next === 'pause') {
          const pause = pace.throttled(failure.retryAfterSeconds);
          const told = paused(failure, pause);
          if (name === 'login' && count >= LOGIN_TRIES.throttled) return told;
          return effect === 'create' || pause.beyondCap ? told : undefined;
        }
        if (next === 'stop') {
          if (failure.status !== undefined) onFinal?.();
          return failure;
        }
        if (effect === 'create') return failure;
        repeats++;
        const most = failure.problem === 'not-sent' ? tries['not-sent'] : tries.unknown;
        const stated = failure.retryAfterSeconds;
        if (repeats >= most || (stated !== undefined && stated > limits.maxWaitSeconds)) return failure;
        return (await pace.backOff(repeats, stated, signal)) ? undefined : failure;
      }

      async function decideLogin(failure: CallFailure): Promise<CallFailure | undefined> {
        if (token === undefined) return failure;
        const where = `${name} ${failure.status}`;
        if (effect === 'create') {
          // A token that came from a login and was never accepted will not get better by another login.
          if (token.source === 'login' && token.text !== provenToken) return stillRejected(failure);
          await session.reject(token);
          // A 404 may be an expired token too: sent again with a new one it tells.
          return { ...failure, problem: 'unauthorised' };
        }
        if (renewed) {
          if (failure.status === 403 || failure.status === 404) stubborn.add(where);
          return stillRejected(failure);
        }
        if (stubborn.has(where)) return stillRejected(failure);
        renewed = true;
        await session.reject(token);
        return undefined;
      }
    }
  }

  return {
    call: (name, body, callOptions) => perform(name, body, callOptions),
    async login(body, signal) {
      let final = false;
      const result = await perform('login', body, signal === undefined ? {} : { signal }, () => {
        final = true;
      });
      return { ...result, final };
    },
  };
}
