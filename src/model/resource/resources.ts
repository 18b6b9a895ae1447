import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Address } from './address.js';
import type { Resource } from './resource.js';

/**
 * What the manifests describe. Most of it is held in memory; the rows of long lists are read in batches, and read again
 * when one of them is asked for. Small and large manifests are used in the same way: what is held, the batches, `finish`.
 */
export interface Resources {
  /** Everything but the rows of long lists, in manifest order. */
  held(): Iterable<Resource>;
  /**
   * The rows of long lists in manifest order; nothing where there are none. The first reading checks and registers them,
   * and hands out no more of them once it has met an error.
   */
  batches(): AsyncIterable<readonly Resource[]>;
  /** How many rows the batches are likely to have; exact once they were read. */
  readonly expected: number;

  /** Of what was read so far, as the members below are. */
  get(address: Address): Resource | undefined;
  has(address: Address): boolean;
  readonly size: number;
  /** A number that grows along the order of the manifests. */
  position(address: Address): number | undefined;
  /** In manifest order, file by file; parents need not come before their children. */
  keys(): Iterable<Address>;
  values(): Iterable<Resource>;

  /** Reads what was not read yet, and says what only the whole shows. */
  finish(): Promise<Finished>;
}

/** What is looked for at the service: all resources, or a part of them. */
export type ResourcePart = Pick<Resources, 'held' | 'batches' | 'expected'>;

/** What is known once everything was read. */
export interface Finished {
  /** What was found since the manifests were loaded. Nothing is planned where one of them is an error. */
  readonly diagnostics: readonly Diagnostic[];
  /** SHA-256 over the parsed manifests and the files they name: the same for the same meaning, whatever the comments. */
  digest(): string;
}
