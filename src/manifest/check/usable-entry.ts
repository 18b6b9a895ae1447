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

/** What is live, as an entry; with a name where the section names its entries. */
export interface LiveEntry {
  readonly name?: string | undefined;
  readonly entry: Values;
}

/** Says of each what of it can be used, in their order. */
type EntriesCheck = <Live extends LiveEntry>(
  live: readonly Live[],
) => Promise<readonly (readonly [Live, UsableEntry])[]>;

/**
 * What of live things can go into a manifest: the service may hold values that the interface's own rules forbid.
 * Fields with a fault are left out; without one that is required there is no entry. Made once for a section.
 */
export function usableEntries(section: ManifestSection, settings: SectionSettings): EntriesCheck {
  const schema = entrySchema(section.schema);
  const { required = [] } = schema;
  // A map names its entries, which the quick look does not see.
  const isSound = section.schema.type === 'array' ? soundnessOf(schema) : () => false;
  const checkOne = async ({ name, entry: live }: LiveEntry): Promise<UsableEntry> => {
    const leftOut: { field: string; why: string }[] = [];
    let entry = live;
    for (;;) {
      const fault = await firstFault(section, { name, entry }, settings, isSound);
      if (fault === undefined) return { entry, leftOut };
      const { field = '', why } = fault;
      leftOut.push({ field, why });
      if (!Object.hasOwn(entry, field) || required.includes(field)) return { entry: undefined, leftOut };
      entry = Object.fromEntries(Object.entries(entry).filter(([key]) => key !== field));
    }
  };
  return async (live) => {
    // Mostly all are sound, and one look at all of them settles it where no row has to do with another.
    const sound = section.rowByRow === true ? live.map(({ entry }) => entry).filter(isSound) : [];
    const usual = new Set(sound.length > 0 && areFaultless(section, sound, settings) ? sound : []);
    const all: (readonly [(typeof live)[number], UsableEntry])[] = [];
    for (const one of live) {
      const { entry } = one;
      all.push([one, usual.has(entry) ? { entry, leftOut: [] } : await checkOne(one)]);
    }
    return all;
  };
}

function entrySchema(schema: SchemaNode): SchemaNode {
  const entry = schema.items ?? schema.additionalProperties;
  return typeof entry === 'object' ? entry : {};
}

interface Fault {
  readonly field: string | undefined;
  readonly why: string;
}

async function firstFault(
  section: ManifestSection,
  { name, entry }: LiveEntry,
  settings: SectionSettings,
  isSound: Soundness,
): Promise<Fault | undefined> {
  const value = name === undefined ? [entry] : { [name]: entry };
  const checks = new EntryChecks(section, value);
  const accepted = isSound(entry) ? { value, rejected: [] } : await checks.accept();
  if (checks.faults.length === 0 && accepted !== undefined) checks.expand(accepted, settings);
  return checks.faults[0];
}

/** Whether entries that the quick look found sound have no fault either when they become resources. */
function areFaultless(section: ManifestSection, value: readonly Values[], settings: SectionSettings): boolean {
  const checks = new EntryChecks(section, value);
  checks.expand({ value, rejected: [] }, settings);
  return checks.faults.length === 0;
}

/** What the checks of manifests say of entries. */
class EntryChecks {
  readonly faults: Fault[] = [];
  readonly #section: ManifestSection;
  readonly #document: UnwrittenDocument;

  constructor(section: ManifestSection, value: unknown) {
    this.#section = section;
    this.#document = new UnwrittenDocument(value);
  }

  async accept(): Promise<AcceptedEntries | undefined> {
    const { value } = this.#document;
    checkTexts(this.#section.schema, value, [], this.#document, this.#report);
    return await acceptEntries(this.#section, value, [], this.#document, this.#report);
  }

  expand(accepted: AcceptedEntries, settings: SectionSettings): void {
    const part = { section: this.#section, document: this.#document, base: [], images: new Map(), ...accepted };
    sectionResources(part, settings, this.#report);
  }

  readonly #report: Report = ({ severity, summary, detail, source }) => {
    if (severity !== 'error') return;
    const [, field] = source === undefined ? [] : this.#document.pathOf(source);
    this.faults.push({ field: field === undefined ? undefined : String(field), why: detail ?? summary });
  };
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
