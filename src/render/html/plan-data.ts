import { heldAmong } from '../../model/change/held-up.js';
import type { Change } from '../../model/change/plan.js';
import type { DrawnThing } from '../../model/kind/drawing.js';
import type { FactRules } from '../../model/kind/fact-rule.js';
import type { FieldRule } from '../../model/kind/field-rule.js';
import { changeSetting, SPEAKS_FOR_ITSELF } from '../view/change-view.js';
import { ownerIdOf } from '../view/fact-view.js';
import { type Packed, type PackedJson, pack, unpack } from './packed.js';
import type { Drawn, PageChanges, PageImage } from './page-changes.js';

/** What is embedded in a page about a plan, as JSON: all its changes, and what the view knows of their kinds. */
export interface PlanData {
  readonly createdAt: string;
  readonly unread: boolean;
  readonly forget: number;
  readonly kinds: readonly string[];
  readonly rules: Readonly<Record<string, Readonly<Record<string, ShownRule>>>>;
  readonly facts: Readonly<Record<string, FactRules>>;
  readonly owners: readonly (readonly [string, string])[];
  readonly findings: readonly (readonly [string, PageFindings])[];
  readonly changes: Packed;
  /** Drawings that differ, and of which change they are: its number, after, before; -1 for none. */
  readonly drawings: readonly DrawnThing[];
  readonly drawn: readonly (readonly [number, number, number])[];
  readonly images: readonly (readonly [string, PageImage])[];
  readonly costs: readonly (readonly [string, string])[];
}

type PageFindings = PageChanges['findings'] extends ReadonlyMap<string, infer Found> ? Found : never;
/** Of the rule of a field, what the view asks for. */
type ShownRule = Pick<FieldRule, 'role' | 'meanings'>;

export function planData(page: PageChanges, { createdAt, unread }: { createdAt: string; unread?: true }): PlanData {
  const { plan, setting, costs } = page;
  const rules: Record<string, Record<string, ShownRule>> = {};
  const facts: Record<string, FactRules> = {};
  const owners = new Set<string>();
  const drawings = new Map<string, { readonly number: number; readonly thing: DrawnThing }>();
  const drawn: [number, number, number][] = [];
  const numberOf = (thing: DrawnThing | undefined) => {
    if (thing === undefined) return -1;
    const key = JSON.stringify(thing);
    const known = drawings.get(key) ?? { number: drawings.size, thing };
    drawings.set(key, known);
    return known.number;
  };
  for (const [index, change] of plan.changes.entries()) {
    const ofKind = rules[change.kind] ?? {};
    rules[change.kind] = ofKind;
    for (const { path } of change.fields) {
      const rule = ofKind[path] === undefined ? setting.ruleOf(change.kind, path) : undefined;
      if (rule !== undefined)
        ofKind[path] = { role: rule.role, ...(rule.meanings !== undefined && { meanings: rule.meanings }) };
    }
    facts[change.kind] ??= setting.factsOf(change.kind) ?? {};
    const owner = page.ownerNames.size > 0 ? ownerIdOf(change, setting.factsOf) : undefined;
    if (owner !== undefined && page.ownerNames.has(owner)) owners.add(owner);
    const own = page.drawn.get(change);
    if (own !== undefined) drawn.push([index, numberOf(own.after), numberOf(own.before)]);
  }
  return {
    createdAt,
    unread: unread === true,
    forget: plan.summary.forget,
    kinds: page.kinds,
    rules,
    facts,
    owners: [...owners].map((id) => [id, page.ownerNames.get(id) ?? '']),
    findings: [...page.findings],
    changes: pack(plan.changes.map((change) => trimmed(change, facts[change.kind] ?? {}))),
    drawings: [...drawings.values()].map(({ thing }) => thing),
    drawn,
    images: [...page.images],
    costs: [...costs],
  };
}

/** A change without what no page shows, and without what its address says already. */
function trimmed(change: Change, rules: FactRules): PackedJson {
  const { kind, action, id, source, reason, desiredDigest, attempt } = change;
  const name = change.address.slice(kind.length + 1);
  const facts: Record<string, string> = {};
  let isKnown = false;
  for (const fact in change.facts) {
    const told = change.facts[fact];
    if (told === undefined || !SHOWN_FACTS.has(rules[fact]?.role ?? 'other')) continue;
    facts[fact] = told;
    isKnown = true;
  }
  const { todo, parents, blocksChildren, drift, fields } = change;
  // What is undefined is left out when it is packed.
  return {
    kind,
    name,
    action,
    drift,
    fields,
    id: id === name ? undefined : id,
    source: source === undefined ? undefined : { file: source.file, line: source.line },
    facts: isKnown ? facts : undefined,
    reason: SPEAKS_FOR_ITSELF.has(action) ? undefined : reason,
    todo,
    parents,
    blocksChildren,
    desiredDigest: action === 'blocked' ? desiredDigest : undefined,
    attempt: action === 'unresolved' && attempt !== undefined ? { id: attempt.id } : undefined,
  } as unknown as PackedJson;
}

const SHOWN_FACTS: ReadonlySet<string> = new Set(['title', 'owner', 'review', 'cause']);

/** The page's changes again, from what is embedded. */
export function readPlanData(data: PlanData): PageChanges {
  const changes = unpack(data.changes).map((one) => {
    const { name, ...change } = one as unknown as Omit<Change, 'reason'> & {
      readonly name: string;
      readonly reason?: string;
    };
    return { ...change, reason: change.reason ?? '', address: `${change.kind}/${name}` };
  });
  const { createdAt, unread, rules, facts, costs } = data;
  const setting = changeSetting({ createdAt, ...(unread && { unread }) }, heldAmong(changes), {
    ruleOf: (kind, path) => rules[kind]?.[path] as FieldRule | undefined,
    factsOf: (kind) => facts[kind],
  });
  const drawn = new Map<Change, Drawn>();
  for (const [index, after, before] of data.drawn) {
    const change = changes[index];
    const [will, did] = [data.drawings[after], data.drawings[before]];
    if (change !== undefined)
      drawn.set(change, { ...(will !== undefined && { after: will }), ...(did !== undefined && { before: did }) });
  }
  return {
    plan: { changes, summary: { forget: data.forget } },
    setting,
    kinds: data.kinds,
    ownerNames: new Map(data.owners),
    findings: new Map(data.findings),
    drawn,
    images: new Map(data.images),
    costs: new Map(costs),
  };
}
