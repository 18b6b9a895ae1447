import { createHash } from 'node:crypto';
import { diagnostic } from '../diagnostics/diagnostic.js';
import { Failure } from '../diagnostics/failure.js';
import type { KindRegistry, Plan } from '../model/index.js';
import { faultOfPlan } from './plan-shape.js';

/** The form of saved plan that this version writes and reads. */
const PLAN_FORMAT = 2;

/** The last key of the file: a digest of everything before it. */
const FILE_DIGEST = 'fileDigest';

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
class ContentDigest {
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

/**
 * Reads a saved plan. What is no plan of this version is an error; a plan that does not fit its own digest, or that
 * Adwright never wrote like this, does not fit as a whole (exit 6).
 */
export function parsePlanFile(content: string, file: string, kinds: KindRegistry): Plan {
  const refuse = (detail: string) => new Failure([diagnostic('plan-file-invalid', { detail: `${file}: ${detail}` })]);
  let value: unknown;
  try {
    value = JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch {
    throw refuse('it is not JSON, or it was cut off.');
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'adwrightPlan'))
    throw refuse('it is some other document.');
  const { adwrightPlan: format, [FILE_DIGEST]: named, ...plan } = value as Readonly<Record<string, unknown>>;
  if (format !== PLAN_FORMAT) {
    const has = typeof format === 'number' ? `it has format ${format}` : 'its format is no number';
    throw refuse(`${has}; this version reads format ${PLAN_FORMAT}.`);
  }
  if (named !== digestOf(value)) throw altered(file, 'its content is not what its digest was made of');
  const fault = faultOfPlan(plan, kinds);
  if (fault !== undefined) throw altered(file, `it fits its digest, but is no plan that Adwright makes: ${fault}`);
  return plan as unknown as Plan;
}

function digestOf(value: object): string | undefined {
  const digest = new ContentDigest();
  try {
    for (const [key, part] of Object.entries(value)) {
      if (key === FILE_DIGEST) continue;
      digest.key(key);
      if (key === 'changes' && Array.isArray(part)) for (const change of part) digest.value(change);
      else digest.value(part);
    }
  } catch (error) {
    // Lists inside lists without an end can be parsed, but not written.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return digest.end();
}

function altered(file: string, detail: string): Failure {
  const text = `${file} was changed after it was made: ${detail}. No write was sent.`;
  return new Failure([diagnostic('plan-file-altered', { detail: text })], 'stale-plan');
}
