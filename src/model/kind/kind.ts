import type { EndpointName } from '../../contract/index.js';
import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { ItemError } from '../change/result.js';
import type { CallFailure, CallOptions, ProjectFiles, ServicePort } from '../ports/ports.js';
import type { Limits } from '../ports/project.js';
import type { Address } from '../resource/address.js';
import type { Observation } from '../resource/observation.js';
import type { Resource } from '../resource/resource.js';
import type { Values } from '../resource/value.js';
import type { StateEntry } from '../state/state.js';
import type { DrawnThing } from './drawing.js';
import type { FactRules } from './fact-rule.js';
import type { FieldRules } from './field-rule.js';
import type { FieldTable, RulesFor } from './field-table.js';
import type { FieldPath, ManifestSection } from './manifest-section.js';

/** What the kinds may use to reach the service. */
export interface KindPorts {
  readonly service: ServicePort;
  readonly files: ProjectFiles;
  readonly limits: Limits;
  readonly timeZone: string;
  /** ISO 8601 time of now, for the age of a reading. */
  readonly now: () => string;
  readonly signal?: AbortSignal;
}

/**
 * What to look for at the service: a resource, what the state remembers of one, what was just updated, or an id that a
 * person named. Only a resource has an `origin`, by which it is known again.
 */
export interface ObserveTarget {
  readonly address: Address;
  readonly id?: string;
  /** What is desired, or was sent: evidence for a thing whose id is not known yet. */
  readonly desired: Values;
  /** Only things listed or updated after this time can be it. */
  readonly since?: string;
}

export interface ObservedBatch {
  readonly found: readonly (readonly [ObserveTarget, Observation])[];
  readonly missing: readonly ObserveTarget[];
  /** Listed and matched by no target. */
  readonly unclaimed?: readonly Observation[];
  /** Of what is missing, by address: why what is listed may be it and does not settle it, in words. */
  readonly unsure?: ReadonlyMap<Address, string>;
}

/** A read that failed for good. */
export class ObserveFailure extends Error {
  readonly failure: CallFailure;
  constructor(failure: CallFailure) {
    super(failure.message);
    this.name = 'ObserveFailure';
    this.failure = failure;
  }
}

/** A target of a kind that is known by the id in its address. */
export interface KnownTarget extends ObserveTarget {
  readonly id: string;
}

export interface CreateItem<Desired = Values> {
  readonly address: Address;
  readonly desired: Desired;
  /** Real id of the parent. */
  readonly parentId?: string;
}

/** Something that belongs to a parent. */
export interface ChildItem<Desired = Values> extends CreateItem<Desired> {
  readonly parentId: string;
}

export interface UpdateItem<Desired = Values> {
  readonly address: Address;
  readonly id: string;
  readonly desired: Desired;
  readonly observed: Values;
  /** When `observed` was read, ISO 8601; absent where nothing was read. */
  readonly observedAt?: string;
  /** Names of the fields that differ. */
  readonly changed: readonly string[];
}

/** What the reply says of one item, in the order of the batch. */
export interface SentItem {
  readonly fate: 'done' | 'pending' | 'failed' | 'unknown';
  readonly id?: string;
  readonly taskId?: string;
  /** Why it failed, or why it is in doubt. */
  readonly error?: ItemError;
}

export type SendResult =
  | {
      readonly ok: true;
      readonly items: readonly SentItem[];
      readonly cause?: string;
      /** Reasons in the reply that belong to no known item: each is shown once, next to the items. */
      readonly nameless?: readonly ItemError[];
      readonly quotaRemaining?: number;
    }
  | { readonly ok: false; readonly failure: CallFailure };

/** Makes things. Not idempotent: the engine journals each batch and sends it once. */
export interface CreateAbility<Item = CreateItem> {
  readonly endpoint: EndpointName;
  /** Cuts items into the fewest calls; no batch holds more than `most` items. */
  batch(items: readonly Item[], ports: KindPorts, most: number): readonly (readonly Item[])[];
  /** Exactly one call. */
  send(batch: readonly Item[], ports: KindPorts, options: CallOptions): Promise<SendResult>;
}

/** Sets values. Idempotent: repeated at need, and read back by `observe`. */
export interface UpdateAbility<Item = UpdateItem> {
  readonly endpoint: EndpointName;
  batch(items: readonly Item[], ports: KindPorts): readonly (readonly Item[])[];
  send(batch: readonly Item[], ports: KindPorts, options: CallOptions): Promise<SendResult>;
}

/** What the service says of the account as a whole (accountInfo), by the interface's field names. */
export type AccountFacts = Readonly<Record<string, string | undefined>>;

/** A likely mistake that only what is live shows. Those that share code and reason are reported as one. */
export interface Caution {
  readonly code: DiagnosticCode;
  /** What several may have in common, as the beginning of a sentence. */
  readonly reason: string;
  /** What is particular to this one. */
  readonly particular?: string;
  readonly path?: FieldPath;
}

/** Looks at one thing; without an observation it is about to be created. Called for every thing there is: cheap. */
export type CautionCheck = (resource: Resource, observation: Observation | undefined) => readonly Caution[];

/** Texts of a thing that keep its members from being shown. */
export interface BlockingTexts {
  readonly texts: readonly string[];
  /** Only a member whose whole text this is, or every member whose text holds it. */
  readonly blocks: 'equal' | 'containing';
  /** Where they are in the thing. */
  readonly path: FieldPath;
}

/** What an observed thing belongs to, and the text that it is shown for. */
export interface Membership {
  readonly ownerKind: string;
  readonly ownerId: string;
  readonly text: string;
}

/** Everything Adwright knows of one kind of thing. An ability that the kind lacks is an absent member. */
export interface Kind {
  readonly name: string;
  readonly section: ManifestSection;
  /** Everything of each field; `fields` are the rules of the same. */
  readonly table: FieldTable;
  readonly fields: FieldRules;
  /** What the facts of an observation are; absent where none of them has a role. */
  readonly facts?: FactRules;
  /** `assigned`: the service gives an id at creation; `address`: known by the id in its address; `parent`: by its parent and name. */
  readonly identity: 'assigned' | 'address' | 'parent';
  /** Remembered one by one with values, or (where there may be a million) as a digest in the baseline. */
  readonly memory: 'entry' | 'baseline';
  /** The kind of the parent, for `parent` identity. */
  readonly parentKind?: string;
  /** What a person does where the interface has no operation. */
  readonly byHand: {
    readonly create?: string;
    readonly update: string;
    readonly missing?: string;
    /** What to look for when a creating call's outcome is unknown. */
    readonly unknown?: string;
  };
  /** Likely mistakes that only what is live shows; made once for a plan. */
  readonly cautions?: (account: AccountFacts) => CautionCheck;
  blockingTexts?(desired: Values): readonly BlockingTexts[];
  /** How it looks, of a kind that people see; of what was applied or read as well. Undefined where too little is known. */
  draw?(values: Values, address: Address): DrawnThing | undefined;
  /** What people call a thing that others belong to. */
  title?(desired: Values): string | undefined;
  readonly membership?: (observation: Observation) => Membership | undefined;
  /** What is live as an entry of a manifest, with a name for it where entries have names. */
  readonly manifestEntry?: (observation: Observation) => { readonly name?: string; readonly entry: Values };
  /** What was last applied as an entry of a manifest, of a kind that cannot be read; images are still what the state has of them. */
  readonly rememberedEntry?: (entry: StateEntry) => { readonly name?: string; readonly entry: Values };
  /**
   * Everything live that has something to manage. Absent where the interface lists nothing: there a person names ids, and
   * `observe` reads them.
   */
  list?(ports: KindPorts): AsyncIterable<readonly Observation[]>;
  observe?(targets: readonly ObserveTarget[], ports: KindPorts): AsyncIterable<ObservedBatch>;
  /** The same for the pages of a long list, a page being read only when there is a call to be made for it. */
  observeRows?(pages: AsyncIterable<readonly ObserveTarget[]>, ports: KindPorts): AsyncIterable<ObservedBatch>;
  readonly create?: CreateAbility;
  readonly update?: UpdateAbility;
}

/**
 * A kind whose abilities take what its own section made: `Desired` values, targets with an id where the address has it, and
 * items with a parent where the kind has one. The engine hands each kind only its own.
 */
interface KindOf<Desired extends Values, Target extends ObserveTarget, Item extends CreateItem<Desired>>
  extends Omit<Kind, 'table' | 'fields' | 'blockingTexts' | 'title' | 'observe' | 'observeRows' | 'create' | 'update'> {
  readonly table: FieldTable & { readonly [Name in keyof Desired]-?: unknown };
  readonly fields: RulesFor<Desired>;
  blockingTexts?(desired: Desired): readonly BlockingTexts[];
  title?(desired: Desired): string | undefined;
  observe?(targets: readonly Target[], ports: KindPorts): AsyncIterable<ObservedBatch>;
  observeRows?(pages: AsyncIterable<readonly Target[]>, ports: KindPorts): AsyncIterable<ObservedBatch>;
  readonly create?: CreateAbility<Item>;
  readonly update?: UpdateAbility<UpdateItem<Desired>>;
}

/** `Desired`: what a manifest may manage of it; each of its fields is in the table and has a rule. */
export function defineKind<
  Desired extends Values,
  Target extends ObserveTarget = ObserveTarget,
  Item extends CreateItem<Desired> = CreateItem<Desired>,
>(kind: KindOf<Desired, Target, Item>): Kind {
  return kind;
}

/** Kinds in the order in which they are planned and applied. */
export interface KindRegistry {
  readonly all: readonly Kind[];
  get(name: string): Kind | undefined;
}
