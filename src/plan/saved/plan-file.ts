import { createHash } from 'node:crypto';
import type { Plan } from '../../model/index.js';

/** The form of saved plan that this version writes and reads. */
export const PLAN_FORMAT = 2;

/** The last key of the file: a digest of everything before it. */
export const FILE_DIGEST = 'fileDigest';

/**
 * A plan as a file: the value itself, in pieces, since a plan of a million changes is longer than a string can be. It
 * holds digests of images and no secrets, but bids and addresses of pages.
 */
export function* planFilePieces(plan: Plan): Generator<string> {
  const digest = new ContentDigest();
  let separator = '{';
  for (const [key, value] of Object.entries({ adwrightPlan: PLAN_FORMAT, ...plan })) {
    if (value === undefined) continue;
    yield `${separator}\n ${digest.key(key)}: `;
    separator = ',';
    if (key === 'changes') yield* changePieces(plan.changes, digest);
    else yield digest.value(value);
  }
  yield `,\n "${FILE_DIGEST}": "${digest.end()}"\n}\n`;
}

/** One change a line. */
function* changePieces(changes: Plan['changes'], digest: ContentDigest): Generator<string> {
  let separator = '[';
  for (const change of changes) {
    yield `${separator}\n  ${digest.value(change)}`;
    separator = ',';
  }
  yield changes.length === 0 ? '[]' : '\n ]';
}

/** Characters that are digested at once. */
const PIECE = 1 << 16;

/**
 * SHA-256 over the keys and values of a plan's file in their order, whatever the white space and the line ends around
 * them. It tells of an edit or a mistake in copying; it is no signature. What was reviewed is named by `--expect`.
 */
export class ContentDigest {
  readonly #hash = createHash('sha256');
  #pending = '';

  key(name: string): string {
    const text = JSON.stringify(name);
    this.#add(`${text}:`);
    return text;
  }

  value(value: unknown): string {
    const text = JSON.stringify(value);
    this.#add(`${text}\n`);
    return text;
  }

  end(): string {
    return this.#hash.update(this.#pending).digest('hex');
  }

  #add(text: string): void {
    this.#pending += text;
    if (this.#pending.length < PIECE) return;
    this.#hash.update(this.#pending);
    this.#pending = '';
  }
}
