import { Buffer } from 'node:buffer';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import type { Change, KindRegistry, Plan } from '../../model/index.js';
import { JsonMembers, type MemberReader, TooLong } from './json-members.js';
import { ContentDigest, FILE_DIGEST, PLAN_FORMAT } from './plan-file.js';
import { SavedChanges } from './read-plan.js';

const FORMAT = 'adwrightPlan';
const CHANGES = 'changes';

/** Bytes of one value of the plan, and of one change. */
const LONGEST = { value: 500_000_000, item: 16_777_216 };

const BOM = Buffer.from('\uFEFF');

/**
 * Reads a saved plan in pieces, as a plan of a million changes is longer than a string can be. What is no plan of this
 * version is an error; a plan that does not fit its own digest, or that Adwright never wrote like this, does not fit as a
 * whole (exit 6).
 */
export class PlanFileReader implements MemberReader {
  readonly #members = new Map<string, unknown>();
  readonly #changes: SavedChanges;
  readonly #digest = new FileDigest();
  readonly #json = new JsonMembers(CHANGES, LONGEST, this);
  /** The first bytes, until there are enough to know a mark by which some programs tell UTF-8. */
  #head: Buffer | undefined = Buffer.alloc(0);
  #key = '';
  #isList = false;
  #twice: string | undefined;

  /** `keep`: what of a change the caller needs; all of it if left out. */
  constructor(
    readonly file: string,
    kinds: KindRegistry,
    keep?: (change: Change) => Change,
  ) {
    this.#changes = new SavedChanges(kinds, keep);
  }

  /** The piece must not be changed afterwards. */
  take(piece: Buffer): void {
    let rest = piece;
    if (this.#head !== undefined) {
      rest = this.#head.length === 0 ? piece : Buffer.concat([this.#head, piece]);
      if (rest.length < BOM.length) {
        this.#head = rest;
        return;
      }
      this.#head = undefined;
      if (rest.subarray(0, BOM.length).equals(BOM)) rest = rest.subarray(BOM.length);
    }
    this.#parse(() => this.#json.take(rest));
  }

  key(name: string): void {
    this.#key = name;
    if (this.#members.has(name)) this.#twice ??= name;
    this.#members.set(name, undefined);
    if (name === CHANGES) this.#isList = true;
    if (name !== FILE_DIGEST) this.#digest.key(name);
  }

  value(value: unknown): void {
    this.#members.set(this.#key, value);
    if (this.#key === CHANGES) this.#isList = false;
    if (this.#key !== FILE_DIGEST) this.#digest.value(value);
  }

  item(value: unknown): void {
    this.#digest.value(value);
    this.#changes.take(value, this.#members);
  }

  plan(): Plan {
    const { file } = this;
    const isMap = this.#parse(() => {
      if (this.#head !== undefined) this.#json.take(this.#head);
      return this.#json.end();
    });
    const members = this.#members;
    if (!isMap || !members.has(FORMAT)) throw this.#refused('it is another document.');
    const [format, named] = [members.get(FORMAT), members.get(FILE_DIGEST)];
    if (format !== PLAN_FORMAT) {
      const has = typeof format === 'number' ? `it has format ${format}` : 'its format is not a number';
      throw this.#refused(`${has}; this version reads format ${PLAN_FORMAT}.`);
    }
    if (this.#twice !== undefined) throw altered(file, `it has the key ${JSON.stringify(this.#twice)} twice`);
    if (named !== this.#digest.end()) throw altered(file, 'its content does not match its digest');
    members.delete(FORMAT);
    members.delete(FILE_DIGEST);
    const read = this.#changes.plan(members, this.#isList);
    if ('fault' in read) throw altered(file, `it matches its digest, but is not a valid plan: ${read.fault}`);
    return read;
  }

  #parse<Result>(parse: () => Result): Result {
    try {
      return parse();
    } catch (error) {
      if (error instanceof SyntaxError) throw this.#refused('it is not JSON, or it was cut off.');
      if (!(error instanceof TooLong)) throw error;
      throw this.#refused('it is no plan: one of its values is longer than Adwright writes any.');
    }
  }

  #refused(detail: string): Failure {
    return new Failure([diagnostic('plan-file-invalid', { detail: `${this.file}: ${detail}` })]);
  }
}

/** A plan that is in memory as a text. */
export function parsePlanFile(content: string, file: string, kinds: KindRegistry): Plan {
  const reader = new PlanFileReader(file, kinds);
  reader.take(Buffer.from(content, 'utf8'));
  return reader.plan();
}

/** The digest of what can be written again. */
class FileDigest {
  readonly #digest = new ContentDigest();
  #isBroken = false;

  key(name: string): void {
    this.#digest.key(name);
  }

  value(value: unknown): void {
    try {
      this.#digest.value(value);
    } catch (error) {
      // Lists inside lists without an end can be parsed, but not written.
      if (!(error instanceof RangeError)) throw error;
      this.#isBroken = true;
    }
  }

  end(): string | undefined {
    return this.#isBroken ? undefined : this.#digest.end();
  }
}

function altered(file: string, detail: string): Failure {
  const text = `${file} was changed after it was made: ${detail}. No write was sent.`;
  return new Failure([diagnostic('plan-file-altered', { detail: text })], 'stale-plan');
}
