import type { BaselineMark, FieldRules, Values } from '../model/index.js';
import { baselineMark, canonicalText } from '../model/index.js';
import type { FieldDifference } from './diff.js';

/** The mark of a thing whose managed values are these. */
export function markOf(id: string, rules: FieldRules, values: Values): BaselineMark {
  const fields: [number, string][] = [];
  let index = 0;
  for (const name in rules) {
    const value = values[name];
    const rule = rules[name];
    if (value !== undefined && rule !== undefined) fields.push([index, canonicalText(rule.type, value)]);
    index++;
  }
  return baselineMark(id, fields);
}

/** The values of the fields that the mark covers, or nothing where one of them is not known. */
function covered(mark: BaselineMark, rules: FieldRules, values: Values): Values | undefined {
  const kept: Record<string, Values[string]> = {};
  for (const [index, name] of Object.keys(rules).entries()) {
    if ((mark.mask & (1 << index)) === 0) continue;
    const value = values[name];
    if (value === undefined) return undefined;
    kept[name] = value;
  }
  return kept;
}

/**
 * The baseline keeps a digest, not the values; `prior` is found by asking which values give that digest. Each field that
 * differs was last either as the manifest has it (then the service drifted) or as the service has it (then the
 * manifest was edited). If no such mixture fits, the field changed on both sides and its prior is not known.
 */
export function withPrior(
  differences: readonly FieldDifference[],
  mark: BaselineMark | undefined,
  rules: FieldRules,
  desired: Values,
  observed: Values,
): readonly FieldDifference[] {
  if (mark === undefined || differences.length === 0) return differences;
  const names = Object.keys(rules);
  const inMark = differences.filter(({ path }) => (mark.mask & (1 << names.indexOf(path))) !== 0);
  // Where both agree, the manifest's spelling goes into the digest, as it did when the mark was made.
  const agreed = { ...observed, ...desired };
  for (let choice = 0; choice < 1 << inMark.length; choice++) {
    const candidate: Record<string, Values[string]> = { ...agreed };
    inMark.forEach(({ path, observed: live }, bit) => {
      if ((choice & (1 << bit)) === 0 && live !== undefined) candidate[path] = live;
    });
    const values = covered(mark, rules, candidate);
    if (values === undefined || markOf(mark.id, rules, values).digest !== mark.digest) continue;
    return differences.map((difference) => {
      const bit = inMark.indexOf(difference);
      if (bit < 0) return difference;
      const drift = (choice & (1 << bit)) !== 0;
      const prior = drift ? difference.desired : difference.observed;
      return { ...difference, drift, ...(prior !== undefined && { prior }) };
    });
  }
  return differences.map((difference) => (inMark.includes(difference) ? { ...difference, drift: true } : difference));
}
