import { createHash } from 'node:crypto';
import type { Change, FieldRules, KindRegistry, Value } from '../../model/index.js';
import { canonicalText } from '../../model/index.js';

/** What an apply of this change depends on: what is to be done, and the `prior` and `observed` it was judged by. */
export function changeFingerprint(change: Change, kinds: KindRegistry): string {
  const rules = kinds.get(change.kind)?.fields ?? {};
  const fields = change.fields.map(({ path, desired, prior, observed }) => [
    path,
    text(rules, path, desired),
    text(rules, path, prior),
    text(rules, path, observed),
  ]);
  return JSON.stringify([change.address, change.action, change.id ?? null, fields]);
}

function text(rules: FieldRules, path: string, value: Value | undefined): string | null {
  if (value === undefined) return null;
  return canonicalText(rules[path]?.type ?? 'tree', value);
}

/** Equal plans have equal digests, whenever and wherever they are made: no time, no position in a file, no wording. */
export function planDigest(
  binding: { readonly uid: string; readonly lineage?: string | undefined },
  changes: readonly Change[],
  kinds: KindRegistry,
): string {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([binding.uid, binding.lineage ?? null]));
  for (const change of changes) hash.update(changeFingerprint(change, kinds)).update('\n');
  return hash.digest('hex').slice(0, DIGEST_DIGITS);
}

const DIGEST_DIGITS = 16;
