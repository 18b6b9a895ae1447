import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/sandbox/index.js';
import { Account, WRITES } from './account.js';
import { applyEdit, EDITS, type Edit, emptyModel, KEYWORD_IDS, manifestText, PICTURE_IDS } from './manifest-model.js';

/**
 * `npm run test:fuzz` tries 100. `ADWRIGHT_PROPERTY_RUNS=2000 npx vitest run test/property` looks further;
 * `ADWRIGHT_PROPERTY_SEED` repeats a run.
 */
const RUNS = Number(process.env['ADWRIGHT_PROPERTY_RUNS'] ?? 3);
const SEED = process.env['ADWRIGHT_PROPERTY_SEED'];

interface Round {
  readonly edits: readonly Edit[];
  /** Made after the back: which thing, and to what. */
  readonly drift: readonly (readonly [number, number])[];
  readonly faults: readonly Fault[];
  /** Whether someone looks into the console afterwards and says what came of things in doubt. */
  readonly settles: boolean;
}

const KINDS = [
  'reset-before',
  'reset-after',
  'truncated',
  'html',
  'wrong-length',
  'refuse-all',
  'no-effect',
  'throttle',
  'token',
] as const;

const fault = fc
  .tuple(fc.constantFrom(...WRITES), fc.constantFrom(...KINDS), fc.integer({ min: 1, max: 3 }))
  // A created group cannot be read: a service that lies about having made one is believed.
  .filter(([operation, kind]) => kind !== 'no-effect' || operation.startsWith('update'))
  .map(
    ([operation, kind, from]): Fault => ({
      operation: operation as Fault['operation'],
      kind,
      from,
      ...(kind === 'refuse-all' && { code: 90001, message: 'closed' }),
    }),
  );
const status = fc
  .tuple(fc.constantFrom(...WRITES), fc.constantFrom(400, 413, 429, 500, 503), fc.integer({ min: 1, max: 3 }))
  .map(
    ([operation, code, from]): Fault => ({
      operation: operation as Fault['operation'],
      kind: 'status',
      status: code,
      from,
    }),
  );

const edit = fc.tuple(fc.constantFrom(...EDITS), fc.nat(20), fc.nat(20));
const round: fc.Arbitrary<Round> = fc.record({
  edits: fc.array(edit, { minLength: 1, maxLength: 9 }),
  drift: fc.array(fc.tuple(fc.nat(5), fc.nat(3)), { maxLength: 2 }),
  faults: fc.array(fc.oneof({ weight: 3, arbitrary: fault }, status), { maxLength: 2 }),
  settles: fc.boolean(),
});

async function driftAway(account: Account, drift: Round['drift']): Promise<void> {
  for (const [thing, to] of drift) {
    const id = KEYWORD_IDS[thing];
    if (id !== undefined)
      await account.sandbox.control.change({ keywords: [{ id, groupId: '41000001', price: `${to}.75` }] });
    else
      await account.sandbox.control.change({ pictures: [{ picId: PICTURE_IDS[thing % 2] ?? '', tags: [`别${to}`] }] });
  }
}

const LISTED_WITHOUT_A_WRITE: ReadonlySet<string> = new Set(['blocked', 'unresolved', 'pending', 'forget']);
const INCOMPLETE: ReadonlySet<string> = new Set(['failed', 'skipped', 'held', 'unknown']);

async function playRound(
  account: Account,
  model: ReturnType<typeof emptyModel>,
  { edits, drift, faults, settles }: Round,
): Promise<void> {
  for (const one of edits) applyEdit(model, one);
  await account.write(manifestText(model));
  await driftAway(account, drift);

  const before = await account.state();
  const forgotten = new Set(
    [...before.entries.values()].flatMap(({ address, kind, id }) =>
      model.forgotten.includes(address) ? [`${kind} ${id}`] : [],
    ),
  );
  const first = await account.apply(faults);
  expect(new Set(first.items.map(({ address }) => address)).size, 'one result for each item').toBe(first.items.length);
  for (const one of forgotten) forgottenEver.get(account)?.add(one);
  expect(await account.unaccounted(forgottenEver.get(account) ?? new Set())).toEqual([]);

  // Whatever is not in effect was said to be so.
  const short = new Set(first.items.filter(({ outcome }) => INCOMPLETE.has(outcome)).map(({ address }) => address));
  const after = await account.plan();
  for (const { address, action } of after.changes) {
    if (!LISTED_WITHOUT_A_WRITE.has(action))
      expect(short, `${action} of ${address} after the apply`).toContain(address);
  }

  const second = await account.apply();
  expect(await account.unaccounted(forgottenEver.get(account) ?? new Set())).toEqual([]);
  if (short.size === 0)
    expect(
      second.writes.map(({ operation }) => operation),
      'writes of a second apply',
    ).toEqual([]);
  if (settles) await account.settleByLooking();
  account.wait(60);
}

const forgottenEver = new WeakMap<Account, Set<string>>();

describe('for any account, manifest, edit, drift and fault', () => {
  it(
    'a plan after an apply lists only what the apply said, nothing is made twice, and no id is lost',
    async () => {
      const icon = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
        .png()
        .toBuffer();
      await fc.assert(
        fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
          const account = await Account.open(icon);
          forgottenEver.set(account, new Set());
          try {
            const model = emptyModel();
            for (const one of rounds) await playRound(account, model, one);
          } finally {
            await account.close();
          }
        }),
        { numRuns: RUNS, ...(SEED !== undefined && { seed: Number(SEED) }) },
      );
    },
    120_000 + RUNS * 3_000,
  );
});
