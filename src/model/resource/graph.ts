import type { SourcePlace } from '../../diagnostics/diagnostic.js';
import type { Address } from './address.js';
import type { Resources } from './resources.js';

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
  readonly resources: Resources;
  readonly moved: readonly Moved[];
  readonly forgotten: readonly Forgotten[];
  /** Where the state knows what may have come from one of these, nothing is planned. */
  readonly emptySources?: readonly EmptySource[];
  /** The manifest and keyword files that were read, relative to the project. */
  readonly files: readonly string[];
}
