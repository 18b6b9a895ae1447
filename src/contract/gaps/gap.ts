import type { EndpointName } from '../endpoints.js';

/** The operation that a gap is about, or the subject where it concerns several. */
export type GapSubject =
  | EndpointName
  | 'names'
  | 'requests'
  | 'fields'
  | 'states'
  | 'authentication'
  | 'failures'
  | 'limits';

/**
 * One thing that the interface leaves open ("not shown", or two readings): the question, the default choice of the
 * sandbox, the switch of the sandbox for another choice, and the setting of the project file that tells the client.
 * Without a switch the choice is fixed; without a setting the client accepts every answer.
 */
export interface InterfaceGap {
  readonly id: string;
  readonly about: GapSubject;
  readonly question: string;
  readonly choice: string;
  /** Path below `options` of a sandbox fixture. */
  readonly sandboxOption?: string;
  /** Path below an account of `adwright.yaml`. */
  readonly setting?: string;
}

/** A row of the lists of gaps. */
export const gap = (
  id: string,
  about: GapSubject,
  question: string,
  choice: string,
  sandboxOption?: string,
  setting?: string,
): InterfaceGap => ({
  id,
  about,
  question,
  choice,
  ...(sandboxOption !== undefined && { sandboxOption }),
  ...(setting !== undefined && { setting }),
});
