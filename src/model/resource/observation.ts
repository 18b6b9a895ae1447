import type { Values } from './value.js';

/** What the service says of one thing now. `values` has the shape and the spelling of a manifest. */
export interface Observation {
  readonly id: string;
  readonly values: Values;
  /** What is read and not managed: review states, reasons, the word, the group id, lowest prices. */
  readonly facts: Readonly<Record<string, string>>;
  /** When it was read, ISO 8601. */
  readonly at: string;
  /** The thing cannot be worked with although the service names it (deleted): what it is, in words. */
  readonly unusable?: string;
  /** It was returned more than once, and not with one review: what differs, in words. Its facts are those of one reading. */
  readonly disputed?: string;
  /** A review is under way: a value that is not in effect yet may still come. */
  readonly underReview?: boolean;
}
