import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Ending } from '../diagnostics/failure.js';
import type { TextOptions } from '../render/index.js';

/** How text for people is laid out. */
export interface Layout extends TextOptions {
  readonly verbose: boolean;
}

/** Text, or how it is made once it is known for which window; in pieces, where it may be longer than a string can be. */
export type Words = string | ((layout: Layout) => string | Iterable<string>);

/** The text of words, laid out; `layout` is asked only where it matters. */
export function laidOut(words: Words, layout: () => Layout): string {
  const text = typeof words === 'string' ? words : words(layout());
  return typeof text === 'string' ? text : [...text].join('');
}

/** Text for people, a JSON document, or what a program reads as it is. */
export type Form = 'text' | 'json' | 'verbatim';

/** What it means for the caller that waits for the end; each is an exit code of the command, see docs/commands.md. */
export type Meaning =
  | 'done'
  | 'error'
  | 'changes'
  | 'incomplete'
  | 'unresolved'
  | 'finding'
  | 'stalePlan'
  | 'locked'
  | 'notReady'
  | 'interrupted';

const OF_ENDING: Readonly<Record<Ending, Meaning>> = {
  error: 'error',
  'stale-plan': 'stalePlan',
  locked: 'locked',
  unresolved: 'unresolved',
  stopped: 'incomplete',
  'not-ready': 'notReady',
  interrupted: 'interrupted',
};

/** What the end of a run that could not continue means. */
export const meaningOfEnding = (ending: Ending): Meaning => OF_ENDING[ending];

/** Meanings of several runs, the gravest first: it is the meaning of them all. */
const GRAVITY: readonly Meaning[] = [
  'interrupted',
  'locked',
  'stalePlan',
  'error',
  'notReady',
  'finding',
  'unresolved',
  'incomplete',
  'changes',
  'done',
];

export function gravest(meanings: Iterable<Meaning>): Meaning {
  const all = new Set(meanings);
  return GRAVITY.find((one) => all.has(one)) ?? 'done';
}

/** The result of a use case, for people and for programs. */
export interface Outcome {
  readonly meaning: Meaning;
  readonly text?: Words;
  /** In place of `text`, where it may be longer than a string can be: whole lines, made while they are written. */
  readonly lines?: Iterable<string>;
  /** What `text` is, where it is not for people. */
  readonly form?: Form;
  readonly document?: Readonly<Record<string, unknown>>;
  readonly diagnostics?: readonly Diagnostic[];
}

export function result(text: Words, document: Outcome['document'], meaning: Meaning = 'done'): Outcome {
  return { meaning, text, ...(document !== undefined && { document }) };
}
