import type { Diagnostic, SourcePlace } from '../diagnostics/diagnostic.js';
import type { Address } from './address.js';
import type { Resource } from './resource.js';

/** A manifest name changed: the same object, no second one. */
export interface Moved {
  readonly from: Address;
  readonly to: Address;
  readonly source: SourcePlace;
}

export interface Forgotten {
  readonly address: Address;
  readonly source: SourcePlace;
}

/**
 * Lists so long that they are read page by page, again and again, instead of being held. Until they were walked through
 * once, `resources` does not know what they hold, and nobody knows whether they are sound.
 */
export interface ResourceRows {
  readonly whole: boolean;
  /**
   * All rows in manifest order; what is in no such list is not among them. The first walk checks and registers them, and
   * hands out no more of them once it has met an error.
   */
  pages(): AsyncIterable<readonly Resource[]>;
  /** Walks through what was not walked through yet. */
  complete(): Promise<void>;
  /** Everything that is held: what is in no long list. */
  others(): Iterable<Resource>;
  /** How many rows there are likely to be; exact once `whole`. */
  readonly expected: number;
  /** What the first walk found. Not to be planned from where one of them is an error. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A place that manifests or rows were to come from, and nothing did. */
export interface EmptySource {
  /** A sentence without its end: "ads/brand-b is an empty folder". */
  readonly what: string;
  /** The only kind that could come from there; every one where it is absent. */
  readonly kind?: string;
  readonly source?: SourcePlace;
}

/** Everything the manifests say, checked against itself. */
export interface ResourceGraph {
  /** In manifest order, file by file; parents need not come before their children. */
  readonly resources: ReadonlyMap<Address, Resource>;
  /** Present where some lists are read page by page. */
  readonly rows?: ResourceRows;
  readonly moved: readonly Moved[];
  readonly forgotten: readonly Forgotten[];
  /** Where the state knows what may have come from one of these, nothing is planned. */
  readonly emptySources?: readonly EmptySource[];
  /** SHA-256 over the parsed manifests and the files they name: the same for the same meaning, whatever the comments. */
  readonly digest: string;
  /** The manifest and keyword files that were read, relative to the project. */
  readonly files: readonly string[];
}

/** What is held in memory: with long lists everything else, without them all there is. */
export function heldResources({ rows, resources }: ResourceGraph): Iterable<Resource> {
  return rows === undefined ? resources.values() : rows.others();
}
