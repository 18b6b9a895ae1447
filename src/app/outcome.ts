import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { TextOptions } from '../render/index.js';

/** How text for people is laid out. */
export interface Layout extends TextOptions {
  readonly verbose: boolean;
}

/** Text, or how it is made once it is known for which window. */
export type Words = string | ((layout: Layout) => string);

/** The text of words, laid out; `layout` is asked only where it matters. */
export function laidOut(words: Words, layout: () => Layout): string {
  return typeof words === 'string' ? words : words(layout());
}

/** Text for people, a JSON document, or what a program reads as it is. */
export type Form = 'text' | 'json' | 'verbatim';

/** What it means for whoever waits for the end; each is an exit code of the command, see docs/commands.md. */
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

/** What a use case came to, for people and for programs. */
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
