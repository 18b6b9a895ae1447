import { hash } from 'node:crypto';
import type { Change, Changes } from '../../model/change/plan.js';
import { type Address, nameOf } from '../../model/resource/address.js';
import { displayWidth } from '../characters/measure.js';
import { visible } from '../characters/visible.js';
import { type FactsOf, ownerIdOf, rejectionOf, titleText } from './fact-view.js';
import { bidEdit } from './price-factor.js';
import { waitsFor } from './remarks.js';
import { type BySection, sectionOf } from './sections.js';
import { showsReason, signature } from './signature.js';
import { type Alike, type SortedChange, SortedRows } from './sorted-rows.js';
import type { RuleOf, SectionName } from './wording.js';

export interface SortSetting {
  readonly asOf: string;
  readonly held: ReadonlySet<Address>;
  readonly ruleOf: RuleOf;
  readonly factsOf: FactsOf;
}

/** What is told of all changes together. */
export interface Passed {
  /** The latest time at which something was read; undefined where nothing was. */
  readonly lastRead: string | undefined;
  /** Creations that wait for something else. */
  readonly awaited: number;
}

export interface SortedChanges extends Passed {
  /** By section, and in it by kind, in the order in which they first appear. */
  readonly sections: BySection<SortedRows>;
}

class Passing {
  #lastRead: string | undefined;
  #awaited = 0;

  see({ observedAt }: Change, waits: string | undefined): void {
    if (observedAt !== undefined && (this.#lastRead === undefined || observedAt > this.#lastRead))
      this.#lastRead = observedAt;
    if (waits !== undefined) this.#awaited++;
  }

  end(): Passed {
    return { lastRead: this.#lastRead, awaited: this.#awaited };
  }
}

/** What a page needs of them: it sorts its changes in the browser. */
export function whatPasses(changes: Iterable<Change>, { held }: Pick<SortSetting, 'held'>): Passed {
  const passing = new Passing();
  for (const change of changes) passing.see(change, waitsFor(change, held));
  return passing.end();
}

/** Goes through the changes once. */
export function sortChanges(changes: Changes, setting: SortSetting): SortedChanges {
  const sections = new Map<SectionName, Map<string, Bucket>>();
  const passing = new Passing();
  let index = 0;
  for (const change of changes) {
    const section = sectionOf(change);
    const row = section && bucketOf(sections, section, change.kind, setting).add(change, index);
    passing.see(change, row?.waits);
    index++;
  }
  const rows = [...sections].map(
    ([name, kinds]) => [name, new Map([...kinds].map(([kind, bucket]) => [kind, bucket.rows]))] as const,
  );
  return { sections: new Map(rows), ...passing.end() };
}

function bucketOf(
  sections: Map<SectionName, Map<string, Bucket>>,
  section: SectionName,
  kind: string,
  setting: SortSetting,
): Bucket {
  let kinds = sections.get(section);
  if (kinds === undefined) {
    kinds = new Map();
    sections.set(section, kinds);
  }
  let bucket = kinds.get(kind);
  if (bucket === undefined) {
    bucket = new Bucket(setting);
    kinds.set(kind, bucket);
  }
  return bucket;
}

/** What is longer than this is compared by its digest. */
const SHORT = 60;

/** The changes of one section and kind. */
class Bucket {
  readonly rows = new SortedRows();
  readonly #alike = new Map<string, Alike>();

  constructor(readonly setting: SortSetting) {}

  add(change: Change, index: number): SortedChange {
    const { asOf, held, ruleOf, factsOf } = this.setting;
    const alike = this.#alikeOf(signature(change, asOf), change, ruleOf);
    alike.count++;
    const row: SortedChange = {
      index,
      alike,
      name: memberName(change, factsOf),
      owner: ownerIdOf(change, factsOf),
      review: rejectionOf(change, factsOf),
      waits: waitsFor(change, held),
      file: change.source?.file,
      line: change.source?.line ?? 0,
      columns: displayWidth(visible(change.address)),
    };
    this.rows.push(row);
    return row;
  }

  #alikeOf(text: string, change: Change, ruleOf: RuleOf): Alike {
    const key = text.length <= SHORT ? text : hash('sha256', text, 'base64');
    let alike = this.#alike.get(key);
    if (alike === undefined) {
      alike = { edit: bidEdit(change, ruleOf), long: mayBeLong(change), count: 0 };
      this.#alike.set(key, alike);
    }
    return alike;
  }
}

function memberName(change: Change, factsOf: FactsOf): string {
  const title = titleText(change, factsOf);
  return visible(nameOf(change.address)) + (title === undefined ? '' : ` ${visible(title)}`);
}

export const LONG_BODY = 3;

/** Spares the comparing of what is short anyway. */
function mayBeLong(change: Change): boolean {
  if (showsReason(change)) return true;
  return change.fields.length >= LONG_BODY || change.fields.some((field) => typeof field.desired === 'object');
}
