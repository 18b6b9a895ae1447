import type { Plan } from '../../model/index.js';
import { TextDigest } from './text-digest.js';

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

/**
 * SHA-256 over the keys and values of a plan's file in their order, whatever the white space and the line ends around
 * them. It tells of an edit or a mistake in copying; it is no signature. What was reviewed is named by `--expect`.
 */
export class ContentDigest {
  readonly #text = new TextDigest();

  key(name: string): string {
    const text = JSON.stringify(name);
    this.#text.add(`${text}:`);
    return text;
  }

  value(value: unknown): string {
    const text = JSON.stringify(value);
    this.#text.add(`${text}\n`);
    return text;
  }

  end(): string {
    return this.#text.end();
  }
}
