import type { Static, TSchema } from '@sinclair/typebox';
import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { CheckedSchema } from '../../schema/checked-schema.js';
import type { SectionSettings } from '../ports/project.js';
import type { Address } from '../resource/address.js';
import type { Origin, Resource } from '../resource/resource.js';
import type { ImageValue } from '../resource/value.js';

/** Other words for the values of a field: sets of words that one table uses together, each word with its value. */
export type WordSets = readonly Readonly<Record<string, string>>[];

export type FieldPath = readonly (string | number)[];

/** Types of images that can be decoded, and so checked. */
export type ImageType = 'jpeg' | 'png' | 'gif' | 'webp';

/** What an image file must be like. Sizes are pixels and bytes of the decoded file. */
export interface ImageRule {
  readonly types: readonly ImageType[];
  /** The interface states no types: `types` are those that every service takes, and another one is a doubt, not a fault. */
  readonly open?: true;
  readonly maxBytes?: number;
  readonly minWidth?: number;
  readonly minHeight?: number;
  readonly maxWidth?: number;
  readonly maxHeight?: number;
  /** Width divided by height, inclusive. */
  readonly ratio?: { readonly min: number; readonly max: number };
}

/** A file that a manifest names as an image. `path` is relative to the section's value. */
export interface ImageReference {
  readonly path: FieldPath;
  readonly file: string;
  readonly rule: ImageRule;
}

/** A file on the web that a manifest names, and what the interface wants of it. */
export interface RemoteReference {
  readonly path: FieldPath;
  readonly url: string;
  readonly rule: RemoteRule;
}

export interface RemoteRule {
  /** Media types, in lower case. */
  readonly types: readonly string[];
  readonly maxBytes: number;
}

export interface SectionContext {
  /**
   * Origin of what `path` names inside the section's value. Where one entry gives several resources, `own` names what
   * refers to this one (the group's name in its list): that is the place of the resource as a whole.
   */
  origin(path: FieldPath, own?: FieldPath): Origin;
  /** The image that was loaded for a reference; undefined when it was refused (and already reported). */
  image(path: FieldPath): ImageValue | undefined;
  report(
    code: DiagnosticCode,
    path: FieldPath,
    detail: string,
    options?: { readonly address?: Address; readonly onKey?: boolean; readonly related?: readonly FieldPath[] },
  ): void;
  readonly settings: SectionSettings;
}

/**
 * The part of a manifest that belongs to one kind. The manifest stage parses and validates against `schema`, loads the
 * images, and asks the kind for its resources; it knows nothing else of the kind.
 */
export interface ManifestSection {
  /** The kind that it belongs to: what its addresses start with. */
  readonly kind: string;
  /** Top-level key: `groups`. */
  readonly key: string;
  /** Of the whole value under the key. Scalars are text as written; see model/schema-types.ts. */
  readonly schema: TSchema;
  /** Of one entry of it. */
  readonly check: CheckedSchema<TSchema>;
  /** Two things that agree in these fields are likely the same under another name. */
  readonly likeness?: readonly string[];
  /**
   * The service's listing is matched with what was submitted by the same fields: two things that agree in them could not be
   * told apart, unless both have an id.
   */
  readonly knownByLikeness?: true;
  /**
   * Each entry of the list gives one resource and depends on no other: an ASCII id as its name, fields always in one order,
   * no parents, images or remote files. Such a list may be read page by page.
   */
  readonly rowByRow?: true;
  /** Fields that list names of other entries, each with the kind of what they name. */
  readonly references?: Readonly<Record<string, string>>;
  images?(value: unknown): readonly ImageReference[];
  remotes?(value: unknown): readonly RemoteReference[];
  /** Rules that a schema cannot state, and the resources. Called only with a value that the schema accepts. */
  expand(value: unknown, context: SectionContext): readonly Resource[];
  readonly files?: SectionFiles;
}

/** Tables of the same things: text, or sheets of workbooks. */
export interface SectionFiles {
  readonly key: string;
  /** Of a row, apart from its name. */
  readonly schema: TSchema;
  readonly check: CheckedSchema<TSchema>;
  /** Headings of each field besides its own name. A dot leads into a map: `negativeWords.phrase`. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  readonly words?: Readonly<Record<string, WordSets>>;
  /** Where the section is a map: the column with the name of each entry. */
  readonly rowKey?: string;
  readonly leftOut?: LeftOutRows;
}

/** Rows that are other things, in files of the console that hold several kinds of them. */
export interface LeftOutRows {
  /** Every entry of such a file has a text in this field. */
  readonly lacks: string;
  /** Headings of that field in tables of one's own, where a row may lack it. */
  readonly ownHeadings: readonly string[];
  /** What such a row is, by the first of these columns with a text; `always`: also of a row with a text in the field. */
  readonly kinds: readonly { readonly heading: string; readonly what: string; readonly always?: true }[];
}

/** A section whose parts take what its schema accepts. */
interface SectionOf<Schema extends TSchema> extends Omit<ManifestSection, 'schema' | 'images' | 'remotes' | 'expand'> {
  readonly schema: Schema;
  images?(value: Static<Schema>): readonly ImageReference[];
  remotes?(value: Static<Schema>): readonly RemoteReference[];
  expand(value: Static<Schema>, context: SectionContext): readonly Resource[];
}

export function defineSection<Schema extends TSchema>(section: SectionOf<Schema>): ManifestSection {
  return section;
}
