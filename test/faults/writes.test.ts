import pMap from 'p-map';
import { expect, test, vi } from 'vitest';
import { FAULT_KINDS, type FaultKind } from '../../src/sandbox/index.js';
import { documentOf } from '../support/documents.js';
import type { World } from '../support/scenario/world.js';
import { faultyWorld, onlyTried, tableText } from './faulty-world.js';

vi.setConfig({ testTimeout: 120_000 });

/** `npm run test:crash` tries every fault with every operation; `npm test` each once, with the operations in turn. */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';

/** Every operation that an apply writes with, and the kind whose items it is about. */
const KINDS = {
  addGroups: 'group',
  addRichCreatives: 'rich-creative',
  addAppTask: 'app',
  updateKeywords: 'keyword',
  updatePictureTags: 'picture',
} as const;
type WriteOperation = keyof typeof KINDS;
const OPERATIONS = Object.keys(KINDS) as readonly WriteOperation[];

const PLANNED = [
  'app/shop',
  'group/a',
  'group/b',
  'keyword/501',
  'keyword/502',
  'picture/701',
  'rich-creative/id:10/sublinks-mobile',
  'rich-creative/id:9/sublinks-mobile',
];

/** The code that the contract (section 4) gives a run that ended with these outcomes. */
function documentedCode(outcomes: readonly string[]): number {
  if (outcomes.includes('unknown')) return 4;
  return outcomes.some((one) => ['failed', 'skipped', 'held'].includes(one)) ? 3 : 0;
}

type Item = Pick<ReturnType<typeof documentOf<'apply'>>['items'][number], 'address' | 'outcome' | 'attempt'>;

interface Met {
  readonly kind: FaultKind;
  readonly operation: WriteOperation;
}

/** What became of each operation's items. What must hold in every case is checked on the way. */
async function writeWith(faults: readonly Met[], times: number) {
  const world = await faultyWorld(...faults.map(({ kind }) => kind));
  world.sandbox.control.addFaults(...faults.map((fault) => ({ ...fault, times })));
  const run = await world.run(['apply', '--auto-approve', '--quiet', '--json']);
  const { items } = documentOf('apply', run);
  expect(items.map(({ address }) => address).sort(), 'one result an item').toEqual(PLANNED);
  expect(run.code, 'the exit code').toBe(documentedCode(items.map(({ outcome }) => outcome)));
  await goOn(world, items);
  return faults.map(({ kind, operation }) => {
    const about = items.filter(({ address }) => address.startsWith(`${KINDS[operation]}/`));
    return [`${kind} ${operation}`, [...new Set(about.map(({ outcome }) => outcome))].sort().join('+')] as const;
  });
}

/** What a person does next: looks in the console, writes down what is in doubt, applies. Nothing is there twice. */
async function goOn(world: World, items: readonly Item[]): Promise<void> {
  const { control } = world.sandbox;
  control.clearFaults();
  const lines = items.flatMap(({ address, outcome, attempt }) => {
    if (outcome !== 'unknown') return [];
    const id = idAtService(world, address);
    return `- { address: "${address}", attempt: "${attempt}", ${id === undefined ? 'absent: true' : `id: "${id}"`} }\n`;
  });
  if (lines.length > 0) await world.write('resolutions.yaml', lines.join(''));
  const again = await world.json('apply', ['apply', '--auto-approve', '--quiet']);
  expect(again).toMatchObject({ code: 0, stderr: '' });
  const { groups, creatives, tasks } = control.state();
  for (const name of ['A', 'B']) expect(groups.filter((one) => one.name === name).length).toBeLessThanOrEqual(1);
  expect([creatives.length <= 2, tasks.length <= 1]).toEqual([true, true]);
}

function idAtService(world: World, address: string): string | undefined {
  const { groups, creatives, tasks } = world.sandbox.control.state();
  const [kind, name = ''] = address.split('/');
  if (kind === 'group') return groups.find((one) => one.name === name.toUpperCase())?.id;
  if (kind === 'rich-creative') return creatives.find((one) => `id:${one.groupId}` === name)?.id;
  return tasks.length > 0 ? '910999' : undefined;
}

/** Faults that end a run at the first operation that meets them, at once or when they stay. */
const ENDING: Readonly<Record<number, readonly FaultKind[]>> = { 1: ['quota'], 0: ['throttle', 'token'] };

/** The faults of each run: every kind with every operation, or each kind once with the operations in turn. */
function runsOf(kinds: readonly FaultKind[], times: number): readonly (readonly Met[])[] {
  const isEnding = (kind: FaultKind) => ENDING[times]?.includes(kind) === true;
  const [ending, others] = [kinds.filter(isEnding), kinds.filter((kind) => !isEnding(kind))];
  if (FULL) {
    const all = (kind: FaultKind) => OPERATIONS.map((operation) => ({ kind, operation }));
    return [...others.map(all), ...ending.flatMap((kind) => all(kind).map((one) => [one]))];
  }
  const count = OPERATIONS.length;
  const met = (kind: FaultKind, turn: number): Met => ({ kind, operation: OPERATIONS[turn % count] ?? 'addGroups' });
  const rounds = Array.from({ length: Math.ceil(others.length / count) }, (_, round) =>
    others.slice(round * count, (round + 1) * count).map((kind, index) => met(kind, index + round)),
  );
  return [...rounds, ...ending.map((kind, index) => [met(kind, index)])];
}

/** The outcomes as the table of what is expected has them; those that were not tried are not compared. */
async function expectOutcomes(kinds: readonly FaultKind[], times: number, table: string): Promise<void> {
  const cells = new Map<string, string>();
  await pMap(
    runsOf(kinds, times),
    async (faults) => {
      const found = await writeWith(faults, times).catch((error: Error) => {
        const where = faults.map(({ kind, operation }) => `${kind} at ${operation}`);
        throw new Error(`${where.join(', ')}: ${error.message}`, { cause: error });
      });
      for (const [place, cell] of found) cells.set(place, cell);
    },
    { concurrency: 4 },
  );
  expect(new Set([...cells.keys()].map((place) => place.split(' ')[0])).size, 'every fault is tried').toBe(
    kinds.length,
  );
  expect(tableText(kinds, OPERATIONS, (kind, operation) => cells.get(`${kind} ${operation}`))).toBe(
    FULL ? table : onlyTried(table, cells),
  );
}

test('every item gets the outcome that is proven, whatever happens to one call', async () => {
  await expectOutcomes(
    FAULT_KINDS,
    1,
    `
fault         addGroups  addRichCreatives  addAppTask  updateKeywords  updatePictureTags
latency       done       done              pending     done            done
status        unknown    unknown           unknown     done            done
throttle      done       done              pending     done            done
reset-before  unknown    unknown           unknown     done            done
reset-after   unknown    unknown           unknown     done            done
truncated     unknown    unknown           unknown     done            done
cut           unknown    unknown           unknown     done            done
html          unknown    unknown           unknown     done            done
empty         unknown    unknown           unknown     done            done
hang          unknown    unknown           unknown     done            done
stall         unknown    unknown           unknown     done            done
quota         skipped    skipped           skipped     skipped         skipped
token         done       done              pending     done            done
refuse-all    failed     failed            failed      failed          failed
wrong-length  unknown    done+unknown      pending     done            done
echo          unknown    unknown           unknown     done            done
no-effect     done       done              pending     failed          failed
`,
  );
});

test('and whatever happens to every call', async () => {
  await expectOutcomes(
    ['status', 'throttle', 'reset-after', 'token', 'refuse-all'],
    0,
    `
fault        addGroups  addRichCreatives  addAppTask  updateKeywords  updatePictureTags
status       unknown    unknown           unknown     failed          failed
throttle     skipped    skipped           skipped     skipped         skipped
reset-after  unknown    unknown           unknown     done            done
token        skipped    skipped           skipped     skipped         skipped
refuse-all   failed     failed            failed      failed          failed
`,
  );
});

test('what was written and cannot be read back is not called done, and the run stops where the service cannot be read', async () => {
  const kinds = FULL
    ? (['html', 'throttle', 'refuse-all', 'wrong-length'] as const)
    : (['html', 'wrong-length'] as const);
  const rows = await pMap(kinds, async (kind) => {
    const world = await faultyWorld();
    for (const operation of ['getKeywords', 'listPictures'] as const) {
      world.sandbox.control.addFaults({ operation, kind, from: 2, times: 0 });
    }
    const run = await world.json('apply', ['apply', '--auto-approve', '--quiet']);
    expect(run.code).toBe(3);
    expect(run.document.items.map(({ address }) => address).sort()).toEqual(PLANNED);
    return [kind, ...run.document.items.map(({ address, outcome }) => `${address.split('/')[0]} ${outcome}`)].join(
      ', ',
    );
  });
  const unsent = 'app skipped, rich-creative skipped, rich-creative skipped';
  const sent = 'app pending, rich-creative done, rich-creative done';
  const all = [
    `html, group done, group done, keyword failed, keyword failed, picture skipped, ${unsent}`,
    `throttle, group done, group done, keyword failed, keyword failed, picture skipped, ${unsent}`,
    `refuse-all, group done, group done, keyword failed, keyword failed, picture failed, ${unsent}`,
    // Read, and not among what was read: that is no reason to stop.
    `wrong-length, group done, group done, keyword done, keyword failed, picture failed, ${sent}`,
  ];
  expect(rows).toEqual(all.filter((row) => kinds.some((kind) => row.startsWith(`${kind},`))));
});

test('a list with more results than items proves nothing either', async () => {
  const world = await faultyWorld();
  world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'wrong-length', by: 1 });
  const { code, document } = await world.json('apply', ['apply', '--auto-approve', '--quiet', '--target', 'group/*']);
  expect({ code, outcomes: document.items.map(({ outcome }) => outcome) }).toEqual({
    code: 4,
    outcomes: ['unknown', 'unknown'],
  });
  expect(document.items[0]?.note).toContain('3 ids for 2 groups');
});

const FEW_UNBINDINGS: readonly FaultKind[] = ['reset-after', 'html', 'quota', 'refuse-all', 'wrong-length'];

test('unbinding tells of every group, and of none that it was done unless the service says so', async () => {
  const kinds = FAULT_KINDS.filter((kind) => FULL || FEW_UNBINDINGS.includes(kind));
  const rows = await pMap(
    kinds,
    async (kind) => {
      const world = await faultyWorld(kind);
      world.sandbox.control.addFaults({ operation: 'unbindPictures', kind });
      const { code, document } = await world.json('rows', [
        'pictures',
        'unbind',
        'unbind.yaml',
        '--auto-approve',
        '--quiet',
      ]);
      return `${kind} ${code} ${document.rows.map((row) => row['outcome']).join(', ')}`;
    },
    { concurrency: 4 },
  );
  const passed = ['latency', 'status', 'throttle', 'reset-before', 'reset-after', 'truncated', 'cut', 'html', 'empty'];
  const all = [
    ...[...passed, 'hang', 'stall'].map((kind) => `${kind} 0 done, done`),
    'quota 3 failed, failed',
    'token 0 done, done',
    'refuse-all 3 failed, failed',
    'wrong-length 3 done, failed',
    'echo 0 done, done',
    'no-effect 0 done, done',
  ];
  expect(rows).toEqual(all.filter((row) => kinds.some((kind) => row.startsWith(`${kind} `))));
});
