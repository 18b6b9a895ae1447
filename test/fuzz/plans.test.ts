import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawnChanges } from '../../src/app/steps/plan-page.js';
import { Failure } from '../../src/diagnostics/failure.js';
import type { Change, Plan } from '../../src/model/index.js';
import { heldUp } from '../../src/model/index.js';
import { bindPlan } from '../../src/plan/saved/bind-plan.js';
import { changeFingerprint, planDigest } from '../../src/plan/saved/plan-digest.js';
import { planFilePieces } from '../../src/plan/saved/plan-file.js';
import { parsePlanFile } from '../../src/plan/saved/read-plan-file.js';
import { summarise } from '../../src/plan/saved/summary.js';
import { planDocument, renderPlanMarkdown, renderPlanText } from '../../src/render/index.js';
import { type ChangeSetting, changeSetting, changeView } from '../../src/render/view/change-view.js';
import { creative, doubtful, group, inputs, keyword, kinds, observation, plan, state } from '../plan/support.js';
import { pageData, planPage, RULES } from '../render/plan-page.js';
import { samplePlan } from '../render/sample-plan.js';
import { edited, edits, TIMEOUT, tried } from './support.js';

const SERVICE = { baseUrl: 'https://ads.example.com', platformSegment: 'ads' };
const textOf = (one: object) => [...planFilePieces(one as Plan)].join('');

/** A plan of every kind of change that can be carried out, and one that cannot. */
async function real(): Promise<Plan> {
  const [K, L] = [keyword('5', { price: '2', status: 'enable' }), keyword('6', { price: '2', status: 'enable' })];
  const live = (id: string) =>
    observation(id, { price: '1', status: 'enable' }, { facts: { word: '女鞋', groupId: '9' } });
  const given = inputs([group('a'), creative('a'), group('b'), K, L], {
    service: SERVICE,
    state: state([doubtful(group('b'))]),
    guardrails: { maxPrice: '1' },
  });
  return (await plan(given, { keyword: { found: { 'keyword/5': live('5'), 'keyword/6': live('6') } } })).plan;
}

function read(text: string): Plan | undefined {
  try {
    return parsePlanFile(text, 'p.json', kinds);
  } catch (error) {
    // Anything else would reach the user as a bug in Adwright.
    if (!(error instanceof Failure)) throw error;
    expect(['error', 'stale-plan']).toContain(error.ending);
    return undefined;
  }
}

type Json = unknown;
interface Mutation {
  readonly steps: readonly number[];
  readonly what: 'replace' | 'remove' | 'double' | 'rename';
  readonly value: Json;
}

const odd = fc.oneof(
  fc.constantFrom<Json>(null, [], {}, [null], '', 0, -1, 1.5, 1e30, true, '1e3', '__proto__', 'keyword/5', '0.90'),
  fc.jsonValue({ maxDepth: 2 }),
);

const mutations = fc.array(
  fc.record<Mutation>({
    steps: fc.array(fc.nat(40), { minLength: 1, maxLength: 7 }),
    what: fc.constantFrom('replace', 'remove', 'double', 'rename'),
    value: odd,
  }),
  { minLength: 1, maxLength: 3 },
);

/** Changes one place of a document: goes down by the steps as far as there is something to go into. */
function mutated(document: Json, { steps, what, value }: Mutation): Json {
  const [step = 0, ...rest] = steps;
  if (typeof document !== 'object' || document === null) return value;
  const keys = Object.keys(document);
  const key = keys[step % Math.max(1, keys.length)];
  if (key === undefined) return value;
  const inner = (document as Record<string, Json>)[key];
  const goesOn = rest.length > 0 && typeof inner === 'object' && inner !== null;
  if (Array.isArray(document)) {
    const at = Number(key);
    const before = document.slice(0, at);
    const after = document.slice(at + 1);
    if (goesOn) return [...before, mutated(inner, { steps: rest, what, value }), ...after];
    if (what === 'remove') return [...before, ...after];
    if (what === 'double') return [...before, inner, inner, ...after];
    return [...before, value, ...after];
  }
  const { [key]: _gone, ...others } = document as Record<string, Json>;
  if (goesOn) return { ...others, [key]: mutated(inner, { steps: rest, what, value }) };
  if (what === 'remove') return others;
  if (what === 'rename') return { ...others, [typeof value === 'string' ? value : JSON.stringify(value)]: inner };
  return { ...others, [key]: value };
}

/** As JSON has it: a mutation may have put back what was there, and the changes of a plan that was read are no array. */
const plain = (one: Plan): unknown => JSON.parse(JSON.stringify(one));

it(
  'a saved plan that was edited as text is the plan that was saved, or refused',
  async () => {
    const saved = await real();
    const text = textOf(saved);
    const snippets = ['"', ',', '[', ']', '{', '}', 'null', '0', '\\', ' ', '\n', '"allow":["maxPrice"],', '\uFEFF'];
    await tried(edits(text.length, snippets), (list) => {
      const found = read(edited(text, list));
      if (found === undefined) return;
      expect(plain(found)).toEqual(plain(saved));
    });
  },
  TIMEOUT,
);

it(
  'a saved plan of another structure is the plan that was saved, or refused',
  async () => {
    const saved = await real();
    const document = JSON.parse(textOf(saved)) as Json;
    await tried(mutations, (list) => {
      const found = read(JSON.stringify(list.reduce(mutated, document)));
      if (found !== undefined) expect(plain(found)).toEqual(plain(saved));
    });
  },
  TIMEOUT,
);

/** Makes every digest and count fit, as someone would who knows how they are made. */
function refitted(document: Json): string {
  const value = document as Plan;
  try {
    const summary = { ...value.summary, ...summarise(value.changes, 0, 0) };
    return textOf({ ...value, summary, digest: planDigest(value, value.changes, kinds) });
  } catch {
    try {
      return textOf(value);
    } catch {
      return JSON.stringify(document) ?? '';
    }
  }
}

it(
  'a saved plan whose digests were made to fit can be shown, and carries out nothing but what is planned now',
  async () => {
    const fresh = await real();
    const planned = new Map([...fresh.changes].map((change) => [change.address, changeFingerprint(change, kinds)]));
    const sample = { ...samplePlan(), service: SERVICE, manifestDigest: 'm' };
    for (const start of [fresh, sample]) expect(read(refitted(start))?.changes).toHaveLength(start.changes.length);
    await tried(fc.tuple(fc.constantFrom<object>(fresh, sample), mutations), async ([start, list]) => {
      const found = read(refitted(list.reduce<Json>(mutated, JSON.parse(JSON.stringify(start)))));
      if (found === undefined) return;
      renderPlanText(found, { color: false, width: 80 });
      renderPlanMarkdown(found, {});
      JSON.stringify(planDocument(found));
      // A page holds all of it, and says of each change what the text says.
      const page = pageData(await planPage(found, { drawn: drawnChanges(found) }));
      const views = (changes: Iterable<Change>, setting: ChangeSetting) =>
        [...changes].map((change) => changeView(change, setting));
      if (page !== undefined)
        expect(views(page.plan.changes, page.setting)).toEqual(
          views(found.changes, changeSetting(found, heldUp(found), RULES)),
        );
      try {
        const { changes } = bindPlan(found, fresh, kinds);
        expect(new Set([...changes].map(({ address }) => address)).size).toBe(changes.length);
        for (const change of changes) {
          expect(changeFingerprint(change, kinds)).toBe(planned.get(change.address));
          expect([...fresh.changes]).toContainEqual(change);
        }
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        expect(error.ending).toBe('stale-plan');
      }
    });
  },
  TIMEOUT,
);
