import type { BaselineMark, FieldRule, FieldRules, ShownAs, Value, Values } from '../../model/index.js';
import { baselineMark, canonicalText, sameSent, sameShown, sameValue } from '../../model/index.js';
import type { FieldDifference } from './diff.js';

/** The mark of a thing whose managed values are these; `shown`: what the service shows in place of some of them. */
export function markOf(id: string, rules: FieldRules, values: Values, shown?: Values): BaselineMark {
  const sent = baselineValues(rules, values);
  let differs = false;
  for (const name in shown) differs ||= values[name] !== undefined;
  return differs ? baselineMark(id, sent, baselineValues(rules, { ...values, ...shown })) : baselineMark(id, sent);
}

function baselineValues(rules: FieldRules, values: Values): [number, string][] {
  const fields: [number, string][] = [];
  for (const name in rules) {
    const value = values[name];
    const rule = rules[name];
    if (value !== undefined && rule?.bit !== undefined) fields.push([rule.bit, canonicalText(rule.type, value)]);
  }
  return fields;
}

/** Whether the mark is of these values, whatever the service was seen to show in their place. */
export function isMarkOf(mark: BaselineMark, rules: FieldRules, values: Values): boolean {
  return sameSent(markOf(mark.id, rules, values), mark);
}

/** The values of the fields that the mark covers, or nothing where one of them is not known. */
function covered(mark: BaselineMark, rules: FieldRules, values: Values): Values | undefined {
  const kept: Record<string, Values[string]> = {};
  for (const name in rules) {
    if (!isMarked(mark, rules[name])) continue;
    const value = values[name];
    if (value === undefined) return undefined;
    kept[name] = value;
  }
  return kept;
}

const isMarked = ({ mask }: BaselineMark, rule: FieldRule | undefined) =>
  rule?.bit !== undefined && (mask & (1 << rule.bit)) !== 0;

export interface MarkedThing {
  readonly rules: FieldRules;
  readonly desired: Values;
  readonly observed: Values;
  /** The value of another thing that a field of this one is shown as. */
  readonly known?: (rule: ShownAs) => Value | undefined;
}

type MarkVerdict = 'edit' | 'drift' | 'in-effect';

/** What a field that differs may have been when the mark was made, and what it is if it was. */
interface Possibility {
  readonly sent: Value;
  /** What the service showed then, where that was something else. */
  readonly shown?: Value;
  readonly prior?: Value | undefined;
  readonly verdict: MarkVerdict;
}

/**
 * The baseline keeps a digest, not the values; `prior` is found by asking which values give that digest. Each field that
 * differs was last either as the manifest has it (then the service drifted, or shows something in its place) or as the
 * service has it (then the manifest was edited). If no such mixture fits, the field changed on both sides and its prior is
 * not known. `shown` are the fields that are in effect although they read differently; they are no differences.
 */
export function judgeByMark(
  differences: readonly FieldDifference[],
  mark: BaselineMark,
  thing: MarkedThing,
): { readonly differences: readonly FieldDifference[]; readonly shown: Values } {
  const inMark = differences.filter(({ path }) => isMarked(mark, thing.rules[path]));
  if (isAsShown(mark, thing, inMark))
    return { differences: differences.map((one) => (inMark.includes(one) ? asEdit(one) : one)), shown: {} };
  const chosen = whatFits(mark, thing, inMark);
  const shown: Record<string, Value> = {};
  const told = differences.flatMap((difference) => {
    if (!inMark.includes(difference)) return [difference];
    const one = chosen?.get(difference.path);
    if (one === undefined) return [{ ...difference, drift: true }];
    if (one.verdict === 'in-effect') {
      if (difference.observed !== undefined) shown[difference.path] = difference.observed;
      return [];
    }
    const { prior } = one;
    return [{ ...difference, drift: one.verdict === 'drift', ...(prior !== undefined && { prior }) }];
  });
  return { differences: told, shown };
}

const asEdit = (difference: FieldDifference): FieldDifference =>
  difference.observed === undefined ? difference : { ...difference, drift: false, prior: difference.observed };

/** By far the most, of which there may be a million: the service has what it had, and the manifest was edited. */
function isAsShown(mark: BaselineMark, { rules, desired, observed }: MarkedThing, fields: readonly FieldDifference[]) {
  const live: Record<string, Value> = { ...observed, ...desired };
  for (const field of fields) if (field.observed !== undefined) live[field.path] = field.observed;
  const kept = covered(mark, rules, live);
  return kept !== undefined && markOf(mark.id, rules, kept).digest === mark.digest;
}

type Chosen = ReadonlyMap<string, Possibility>;

/** First what fits in every bit; then by what was sent, if the service shows another thing by now; then by what it shows. */
function whatFits(mark: BaselineMark, thing: MarkedThing, fields: readonly FieldDifference[]): Chosen | undefined {
  const { rules } = thing;
  // Where both agree, the manifest's spelling goes into the digest, as it did when the mark was made.
  const agreed: Values = { ...thing.observed, ...thing.desired };
  const fits = (possible: (field: FieldDifference) => readonly Possibility[], same: typeof sameSent) => {
    for (const chosen of mixtures(fields, possible)) {
      const sent: Record<string, Value> = { ...agreed };
      const shown: Record<string, Value> = {};
      for (const [path, one] of chosen) {
        sent[path] = one.sent;
        if (one.shown !== undefined) shown[path] = one.shown;
      }
      const kept = covered(mark, rules, sent);
      if (kept !== undefined && same(markOf(mark.id, rules, kept, shown), mark)) return chosen;
    }
    return undefined;
  };
  const exact = fits(
    (field) => possibilities(field, thing),
    (candidate) => candidate.digest === mark.digest,
  );
  if (exact !== undefined || !fields.some(({ path }) => rules[path]?.shownAs !== undefined)) return exact;
  const bySent = fits((field) => possibilities(field, thing).filter(({ shown }) => shown === undefined), sameSent);
  return bySent ?? fits((field) => [asLive(field)], sameShown);
}

/** Every way to take one possibility for each field. */
function* mixtures(
  fields: readonly FieldDifference[],
  possible: (field: FieldDifference) => readonly Possibility[],
): Generator<Chosen> {
  const options = fields.map(possible);
  const count = options.reduce((product, { length }) => product * length, 1);
  for (let choice = 0; choice < count; choice++) {
    const chosen = new Map<string, Possibility>();
    let rest = choice;
    for (const [index, { path }] of fields.entries()) {
      const own = options[index] as readonly Possibility[];
      chosen.set(path, own[rest % own.length] as Possibility);
      rest = Math.floor(rest / own.length);
    }
    yield chosen;
  }
}

const asLive = ({ desired, observed }: FieldDifference): Possibility => ({
  sent: observed ?? desired ?? '',
  prior: observed,
  verdict: 'edit',
});

function possibilities(field: FieldDifference, thing: MarkedThing): readonly Possibility[] {
  const { path, desired: wanted, observed: live } = field;
  const rule = thing.rules[path];
  if (wanted === undefined || live === undefined || rule === undefined) return [asLive(field)];
  const asWanted = (verdict: MarkVerdict): Possibility => ({ sent: wanted, prior: wanted, verdict });
  const { shownAs } = rule;
  if (shownAs === undefined) return [asLive(field), asWanted('drift')];
  const { of } = shownAs;
  const known = thing.known?.(shownAs);
  const isKnown = known !== undefined && sameValue(rule.type, known, live);
  if (!shownAs.fits(wanted, live)) {
    if (of === undefined) return [asLive(field), asWanted('drift')];
    // The manifest may have had the value that is shown as another.
    const before: Possibility = { sent: of.value, prior: of.value, verdict: 'edit' };
    return [asLive(field), asWanted('drift'), { ...before, shown: live }, ...(isKnown ? [before] : [])];
  }
  const otherwise = of === undefined || isKnown ? 'in-effect' : 'drift';
  const asShown = known === undefined ? 'in-effect' : otherwise;
  return [asLive(field), asWanted(otherwise), { ...asWanted(asShown), shown: live }];
}

/** The differences with what the mark says of them. */
export function withPrior(
  differences: readonly FieldDifference[],
  mark: BaselineMark | undefined,
  rules: FieldRules,
  desired: Values,
  observed: Values,
): readonly FieldDifference[] {
  if (mark === undefined) return differences;
  return judgeByMark(differences, mark, { rules, desired, observed }).differences;
}
