import { createHash } from 'node:crypto';

/** A place in the journal: after the entry of this number, with the digest of everything up to there. */
export interface JournalMark {
  readonly after: number;
  readonly chain: string;
}

/** Where a journal begins and ends, as it is stored next to parts of one. */
export interface JournalHead {
  readonly start: JournalMark;
  readonly end: JournalMark;
}

export const EMPTY_CHAIN = '0'.repeat(32);

/** The running digest: of a piece of the journal, and of all that came before it. */
export function chainOf(before: string, piece: string): string {
  return createHash('sha256').update(before).update('\n').update(piece).digest('hex').slice(0, 32);
}

/** The digests of a journal from where it begins, one for each line. A snapshot keeps the one of the entry it ends at. */
export class JournalChain {
  readonly #marks: JournalMark[];

  constructor(start: JournalMark) {
    this.#marks = [start];
  }

  get start(): JournalMark {
    return this.#marks[0] as JournalMark;
  }

  get end(): JournalMark {
    return this.#marks.at(-1) as JournalMark;
  }

  get marks(): readonly JournalMark[] {
    return this.#marks;
  }

  add(mark: JournalMark): void {
    this.#marks.push(mark);
  }

  /**
   * The digest at a number; undefined before the start. Between two lines, or past the end (a snapshot that was moved here
   * has numbers that this journal never had), it follows from the one before.
   */
  at(number: number): string | undefined {
    const before = this.#marks.findLast(({ after }) => after <= number);
    if (before === undefined || before.after === number) return before?.chain;
    return chainOf(before.chain, String(number));
  }

  /** The same with one more line. */
  with(mark: JournalMark): JournalChain {
    const longer = new JournalChain(this.start);
    for (const one of this.#marks.slice(1)) longer.add(one);
    longer.add(mark);
    return longer;
  }

  /** The same from a number on. */
  from(number: number): JournalChain {
    const rest = new JournalChain({ after: number, chain: this.at(number) ?? EMPTY_CHAIN });
    for (const mark of this.#marks) if (mark.after > number) rest.add(mark);
    return rest;
  }
}
