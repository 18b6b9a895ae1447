import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type {
  Address,
  CallFailure,
  CreateAbility,
  CreateItem,
  Kind,
  KindPorts,
  Operation,
  OperationItem,
  SendResult,
  SentItem,
} from '../model/index.js';
import { errorOfCall, plural } from '../model/index.js';
import { type Announced, announceAndSend, causeOf } from './announce.js';
import { namelessWarning } from './nameless-failures.js';
import type { RunContext } from './run-context.js';

/** A parent made a moment ago may not be known everywhere at the service: a few spaced rounds. */
const FRESH_WAITS_MS = [500, 1500, 4000] as const;

/**
 * Creates, batch by batch, one call in flight. Each call is announced in the journal before it is sent and its outcome
 * is on disk before anything else happens, so that a crash leaves at most one batch in doubt.
 */
export async function runCreates(operation: Operation, kind: Kind, context: RunContext): Promise<void> {
  const { create } = kind;
  if (create === undefined) throw new Error(`the plan creates a ${kind.name}, which has no create ability`);
  const items = [...operation.items];
  const stage = new CreateStage(kind, create, items, context);
  let waiting: readonly CreateItem[] = items.flatMap((item) => readyItem(item, context));
  for (const wait of FRESH_WAITS_MS) {
    waiting = await stage.sendAll(waiting, true);
    if (waiting.length === 0) return;
    await context.ports.clock.sleep(wait, context.ports.signal);
  }
  await stage.sendAll(waiting, false);
}

/** An item whose parent exists; anything else is skipped, with the reason. */
function readyItem({ change, desired, parents, parentId }: OperationItem, context: RunContext): readonly CreateItem[] {
  const { address, action } = change;
  const [parent] = parents;
  if (parent === undefined) return [{ address, desired, ...(parentId !== undefined && { parentId }) }];
  const id = context.ids.get(parent);
  if (id !== undefined) return [{ address, desired, parentId: id }];
  context.record({ address, action, outcome: 'skipped', note: `${parent} is not there` });
  return [];
}

/** Refusals that prove that nothing was done, and that may pass a little later, with how often they are repeated. */
const REPEATS: Readonly<Partial<Record<CallFailure['problem'], number>>> = {
  'not-sent': 2,
  unauthorised: 2,
  // The client says when the waits together are too long; this bounds a service that asks for no wait at all.
  throttled: 20,
};

const UNACCOUNTED = 'the reply did not mention this item';

/** Below this, what makes a request too large is not its items. */
const SMALLEST_BODY_BYTES = 1024;

class CreateStage {
  readonly #parents: ReadonlyMap<Address, Address | undefined>;
  readonly #total: number;
  #done = 0;
  #ports: KindPorts;
  /** Most items in one call, after the service refused a larger one for its size. */
  #most = Number.POSITIVE_INFINITY;
  /** Why no further call of this kind is sent: the service's answer accounts for no item. */
  #unreadable: string | undefined;
  /** Items whose parent is fresh and that failed in this round, with how. */
  #failed = new Map<CreateItem, SentItem>();
  /** What their replies said of no item in particular: told where there is no later reply. */
  #unsaid: Diagnostic[] = [];

  constructor(
    readonly kind: Kind,
    readonly create: CreateAbility,
    items: readonly OperationItem[],
    readonly context: RunContext,
  ) {
    this.#parents = new Map(items.map((item) => [item.change.address, item.parents[0]]));
    this.#total = items.length;
    this.#ports = context.ports.kindPorts;
  }

  /** Sends everything; returns what failed and may pass in a later round. When the run stops, what is left has no result. */
  async sendAll(items: readonly CreateItem[], laterRound: boolean): Promise<readonly CreateItem[]> {
    const before = this.#failed;
    const unsaid = this.#unsaid;
    this.#failed = new Map();
    this.#unsaid = [];
    let left = items;
    try {
      left = await this.#sendWhileAllowed(items, laterRound);
    } finally {
      // What failed in an earlier round and gets no other one stays failed; of the rest nothing was sent.
      if (this.context.stopped !== undefined) {
        this.#recordFailed(this.#failed);
        this.context.warnings.push(...this.#unsaid);
      }
      this.#recordFailed(before, left);
      if (left.some((item) => before.has(item))) this.context.warnings.push(...unsaid);
    }
    for (const item of left) if (!this.context.has(item.address)) this.#skip(item, `not sent: ${this.#obstacle()}`);
    return [...this.#failed.keys()].filter((item) => !this.context.has(item.address));
  }

  /** Sends batch by batch until the run stops or too much is in doubt; returns what was not sent. */
  async #sendWhileAllowed(items: readonly CreateItem[], laterRound: boolean): Promise<readonly CreateItem[]> {
    let queue: (readonly CreateItem[])[] = items.length === 0 ? [] : [items];
    let cutFor = { room: -1, ports: this.#ports };
    while (queue.length > 0 && this.context.stopped === undefined && this.#unreadable === undefined) {
      const room = this.#room();
      if (room <= 0) {
        this.context.tooMuchDoubt = true;
        break;
      }
      if (cutFor.room !== room || cutFor.ports !== this.#ports) {
        queue = [...this.create.batch(queue.flat(), this.#ports, room)];
        cutFor = { room, ports: this.#ports };
      }
      const batch = queue.shift() ?? [];
      queue.unshift(...(await this.#sendBatch(batch, laterRound)));
    }
    return queue.flat();
  }

  /** How many items may be sent at once: doubt counts over all kinds and runs, and a batch in flight may turn into doubt. */
  #room(): number {
    return Math.min(this.#most, this.context.ports.kindPorts.limits.maxUnknown - this.context.doubt);
  }

  #obstacle(): string {
    const { doubt, stopped, ports } = this.context;
    const unreadable = this.#unreadable && `an earlier reply could not be matched to its items: ${this.#unreadable}`;
    return (
      stopped ??
      unreadable ??
      `${plural(doubt, 'item is', 'items are')} in doubt, and maxUnknown is ${ports.kindPorts.limits.maxUnknown}`
    );
  }

  #recordFailed(failed: ReadonlyMap<CreateItem, SentItem>, among?: readonly CreateItem[]): void {
    for (const item of among ?? failed.keys()) {
      const sent = failed.get(item);
      if (sent !== undefined && !this.context.has(item.address)) this.#record(item, sent, '', undefined);
    }
  }

  #skip({ address }: CreateItem, note: string): void {
    this.context.record({ address, action: 'create', outcome: 'skipped', note });
  }

  /** Sends one batch and repeats it where nothing was done. Returns the parts that are to be sent in its place, if any. */
  async #sendBatch(batch: readonly CreateItem[], laterRound: boolean): Promise<readonly (readonly CreateItem[])[]> {
    const { context } = this;
    for (let repeats = 0; ; repeats++) {
      const sent = await announceAndSend(batch, this.kind, this.create, context);
      if (sent.result.ok || sent.result.failure.problem === 'unknown') {
        this.#settle(batch, sent, laterRound);
        return [];
      }
      const { failure } = sent.result;
      if (batch.length > 1 && sent.unprepared) return this.#halves(batch);
      if (batch.length > 1 && failure.problem === 'too-large') return this.#smaller(batch);
      const most = REPEATS[failure.problem];
      // What is still so after the last repeat will meet the later batches as well.
      if (failure.fatal || (most !== undefined && repeats >= most)) context.stop(failure.message);
      if (failure.problem === 'interrupted' || context.stopped !== undefined) {
        for (const item of batch) this.#skip(item, `not sent: ${failure.message}`);
        return [];
      }
      if (most === undefined) {
        this.#settle(batch, sent, laterRound);
        return [];
      }
      await context.ports.clock.sleep((failure.retryAfterSeconds ?? 2 ** repeats) * 1000, context.ports.signal);
      if (context.stopped !== undefined) return [batch];
    }
  }

  #halves(batch: readonly CreateItem[]): readonly (readonly CreateItem[])[] {
    return this.create.batch(batch, this.#ports, Math.ceil(batch.length / 2));
  }

  /**
   * Parts of a batch that the service found too large, and the measure for those that follow. The kind cuts, as only it
   * knows which items can share a call. By size first; where that does not divide it, by count.
   */
  #smaller(batch: readonly CreateItem[]): readonly (readonly CreateItem[])[] {
    for (let { bodyBytes } = this.#ports.limits; bodyBytes > SMALLEST_BODY_BYTES; ) {
      bodyBytes = Math.floor(bodyBytes / 2);
      const ports = { ...this.#ports, limits: { ...this.#ports.limits, bodyBytes } };
      const parts = this.create.batch(batch, ports, batch.length);
      if (parts.length < 2) continue;
      this.#ports = ports;
      return parts;
    }
    this.#most = Math.ceil(batch.length / 2);
    return this.#halves(batch);
  }

  /** Records each item of a batch, but those that get another round. */
  #settle(batch: readonly CreateItem[], { attempt, result, unprepared }: Announced, laterRound: boolean): void {
    const { context } = this;
    const { quotaFloor } = context.ports.kindPorts.limits;
    if (result.ok && result.quotaRemaining !== undefined && result.quotaRemaining < quotaFloor) {
      context.stop(
        `the service says that ${plural(result.quotaRemaining, 'operation is', 'operations are')} left, below the quotaFloor`,
      );
    }
    const mayPass = laterRound && unprepared !== true;
    const fates = batch.map((_, position) => sentItem(result, position));
    // A whole reply that accounts for no item: the next one would be no better, and each batch would be in doubt.
    if (result.ok && fates.every(({ fate }) => fate === 'unknown')) {
      this.#unreadable = fates[0]?.error?.message ?? causeOf(result) ?? UNACCOUNTED;
    }
    // Where one child of a parent was made by this very call, the parent is known: a sibling failed for its own reason.
    const known = new Set(
      batch.flatMap((item, position) => (fates[position]?.fate === 'done' ? [this.#parents.get(item.address)] : [])),
    );
    batch.forEach((item, position) => {
      const sent = fates[position] ?? { fate: 'unknown' };
      const parent = this.#parents.get(item.address);
      // What failed was not done, so it can be sent again; for a parent that was there before there is no reason to.
      const tooEarly = parent !== undefined && context.fresh.has(parent) && !known.has(parent);
      if (mayPass && sent.fate === 'failed' && tooEarly) {
        this.#failed.set(item, sent);
      } else this.#record(item, sent, attempt, causeOf(result));
    });
    if (result.ok && result.nameless !== undefined) {
      const addresses = batch.map(({ address }) => address);
      // What gets another round gets another reply.
      const told = batch.some((item) => this.#failed.has(item)) ? this.#unsaid : context.warnings;
      told.push(namelessWarning(result.nameless, addresses, fates));
    }
  }

  #record(item: CreateItem, sent: SentItem, attempt: string, cause: string | undefined): void {
    const { context } = this;
    const note = sent.fate === 'unknown' ? (sent.error?.message ?? cause ?? UNACCOUNTED) : undefined;
    context.record({
      address: item.address,
      action: 'create',
      outcome: sent.fate,
      ...(sent.id !== undefined && { id: sent.id }),
      ...(sent.taskId !== undefined && { taskId: sent.taskId }),
      ...(sent.fate === 'failed' && sent.error !== undefined && { error: sent.error }),
      ...(note !== undefined && { attempt, note }),
      ...(sent.fate === 'pending' && cause !== undefined && { note: cause }),
    });
    if (sent.fate === 'unknown') context.doubt++;
    if (sent.fate === 'done' && sent.id !== undefined) {
      context.ids.set(item.address, sent.id);
      context.fresh.add(item.address);
    }
    this.#done++;
    context.ports.onProgress?.({
      stage: `creating ${this.kind.name.replaceAll('-', ' ')}s`,
      done: this.#done,
      total: this.#total,
    });
  }
}

function sentItem(result: SendResult, position: number): SentItem {
  if (result.ok) return result.items[position] ?? { fate: 'unknown' };
  if (result.failure.problem === 'unknown') return { fate: 'unknown' };
  return { fate: 'failed', error: errorOfCall(result.failure) };
}
