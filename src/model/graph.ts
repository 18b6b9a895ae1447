import type { SourcePlace } from '../diagnostics/diagnostic.js';
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

/** Everything the manifests say, checked against itself. */
export interface ResourceGraph {
  /** In manifest order, file by file; parents need not come before their children. */
  readonly resources: ReadonlyMap<Address, Resource>;
  readonly moved: readonly Moved[];
  readonly forgotten: readonly Forgotten[];
  /** SHA-256 over the parsed manifests and the files they name: the same for the same meaning, whatever the comments. */
  readonly digest: string;
  /** The manifest and keyword files that were read, relative to the project. */
  readonly files: readonly string[];
}
