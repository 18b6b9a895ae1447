import type { Change, Changes, FieldRules, KindRegistry, Value } from '../../model/index.js';
import { canonicalText } from '../../model/index.js';
import { TextDigest } from './text-digest.js';

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

const DIGEST_DIGITS = 16;

export interface PlanBinding {
  readonly uid: string;
  readonly lineage?: string | undefined;
}

/**
 * Takes the changes of a plan in order. Equal plans have equal digests, whenever and wherever they are made: no time, no
 * position in a file, no wording.
 */
export class PlanDigest {
  readonly #text = new TextDigest();
  readonly #kinds: KindRegistry;

  constructor({ uid, lineage }: PlanBinding, kinds: KindRegistry) {
    this.#text.add(JSON.stringify([uid, lineage ?? null]));
    this.#kinds = kinds;
  }

  see(change: Change): void {
    this.#text.add(`${changeFingerprint(change, this.#kinds)}\n`);
  }

  end(): string {
    return this.#text.end().slice(0, DIGEST_DIGITS);
  }
}

export function planDigest(binding: PlanBinding, changes: Changes, kinds: KindRegistry): string {
  const digest = new PlanDigest(binding, kinds);
  for (const change of changes) digest.see(change);
  return digest.end();
}
