import type { SourcePlace } from '../../diagnostics/diagnostic.js';
import type { FieldPath, ManifestSection, SectionSettings, Values } from '../../model/index.js';
import type { LocatedDocument } from '../source/located-document.js';
import type { Report } from '../source/report.js';
import { checkTexts } from './check-texts.js';
import { type AcceptedEntries, acceptEntries } from './entries.js';
import type { SchemaNode } from './schema-node.js';
import { sectionResources } from './section-resources.js';
import { type Soundness, soundnessOf } from './soundness.js';

export interface UsableEntry {
  /** Undefined when what is left would not be a valid entry. */
  readonly entry: Values | undefined;
  /** What was left out, and why. */
  readonly leftOut: readonly { readonly field: string; readonly why: string }[];
}

/** `name` is given where the section names its entries. */
export type EntryCheck = (name: string | undefined, live: Values) => Promise<UsableEntry>;

/**
 * What of live things can go into a manifest: the service may hold values that the interface's own rules forbid.
 * Fields with a fault are left out; without one that is required there is no entry. Made once for a section.
 */
export function usableEntries(section: ManifestSection, settings: SectionSettings): EntryCheck {
  const schema = entrySchema(section.schema);
  const { required = [] } = schema;
  // A map names its entries, which the quick look does not see.
  const isSound = section.schema.type === 'array' ? soundnessOf(schema) : () => false;
  return async (name, live) => {
    const leftOut: { field: string; why: string }[] = [];
    let entry = live;
    for (;;) {
      const fault = await firstFault(section, name, entry, settings, isSound);
      if (fault === undefined) return { entry, leftOut };
      const { field = '', why } = fault;
      leftOut.push({ field, why });
      if (!Object.hasOwn(entry, field) || required.includes(field)) return { entry: undefined, leftOut };
      entry = Object.fromEntries(Object.entries(entry).filter(([key]) => key !== field));
    }
  };
}

function entrySchema(schema: SchemaNode): SchemaNode {
  const entry = schema.items ?? schema.additionalProperties;
  return typeof entry === 'object' ? entry : {};
}

async function firstFault(
  section: ManifestSection,
  name: string | undefined,
  entry: Values,
  settings: SectionSettings,
  isSound: Soundness,
): Promise<{ readonly field: string | undefined; readonly why: string } | undefined> {
  const value = name === undefined ? [entry] : { [name]: entry };
  const document = new UnwrittenDocument(value);
  const faults: { field: string | undefined; why: string }[] = [];
  const report: Report = ({ severity, summary, detail, source }) => {
    if (severity !== 'error') return;
    const [, field] = source === undefined ? [] : document.pathOf(source);
    faults.push({ field: field === undefined ? undefined : String(field), why: detail ?? summary });
  };
  let accepted: AcceptedEntries | undefined = { value, rejected: [] };
  if (!isSound(entry)) {
    checkTexts(section.schema, value, [], document, report);
    accepted = await acceptEntries(section, value, [], document, report);
  }
  if (faults.length === 0 && accepted !== undefined) {
    const part = { section, document, base: [], images: new Map(), ...accepted };
    sectionResources(part, settings, report);
  }
  return faults[0];
}

/** A value that no one has written yet: its places are numbers that refer to paths. */
class UnwrittenDocument implements LocatedDocument {
  readonly file = '';
  readonly #paths: FieldPath[] = [];

  constructor(readonly value: unknown) {}

  place(path: FieldPath): SourcePlace {
    return { file: this.file, line: this.#paths.push([...path]), column: 1 };
  }

  pathOf({ line }: SourcePlace): FieldPath {
    return this.#paths[line - 1] ?? [];
  }

  offset(): number {
    return 0;
  }

  line(): string {
    return '';
  }

  written(): undefined {
    return undefined;
  }
}
