import type { DiagnosticCode } from '../../diagnostics/codes.js';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import type {
  AccountFacts,
  Address,
  Caution,
  CautionCheck,
  Change,
  FieldPath,
  Kind,
  KindRegistry,
  Observation,
  Resource,
  ResourceGraph,
} from '../../model/index.js';
import { describedBy, type ObservedPart } from '../observe/observe.js';
import type { PriorEntries } from '../prior/learnt.js';
import { BlockedTexts } from './blocked-texts.js';

/** A warning names at most this many of the things that it is about. */
const NAMED = 5;
/** At most this many different reasons are shown for a code; the rest are only counted. */
const REASONS = 50;

/** Everything that shares a code and a reason. Of all but the first few only the number is kept. */
interface Shared {
  readonly code: DiagnosticCode;
  readonly reason: string;
  readonly first: Resource;
  readonly path: FieldPath | undefined;
  readonly related: Resource | undefined;
  readonly named: string[];
  count: number;
}

/** What a plan is made from, as far as cautions need it. */
export interface CautionInputs {
  readonly graph: ResourceGraph;
  readonly kinds: KindRegistry;
  readonly accountFacts?: AccountFacts;
}

/**
 * Likely mistakes that only what is live shows: hosts, bids, reviews, negative words against the group's own keywords.
 * The kinds say what is one; here they are gathered as the readings arrive, and nothing is kept of a thing without one.
 */
export class Cautions {
  readonly #inputs: CautionInputs;
  readonly #includes: (address: Address) => boolean;
  readonly #checks = new Map<Kind, CautionCheck | undefined>();
  readonly #blocked: BlockedTexts;
  readonly #shared = new Map<string, Shared>();
  readonly #reasons = new Map<DiagnosticCode, number>();

  constructor(inputs: CautionInputs, entries: PriorEntries, includes: (address: Address) => boolean) {
    this.#inputs = inputs;
    this.#includes = includes;
    this.#blocked = new BlockedTexts(inputs.graph, entries, inputs.kinds);
  }

  seeLive({ kind, batch }: ObservedPart): void {
    const check = this.#checkOf(kind);
    for (const [target, observation] of batch.found) {
      if (!this.#includes(target.address)) continue;
      const resource = describedBy(target, this.#inputs.graph);
      if (resource === undefined) continue;
      if (check !== undefined) this.take(resource, check(resource, observation));
      this.#blocks(kind, resource, observation);
    }
  }

  /** What cannot be read is looked at once, when it is about to be made. */
  seeCreation({ action, address, kind: name }: Change): void {
    if (action !== 'create') return;
    const kind = this.#inputs.kinds.get(name);
    const check = kind === undefined ? undefined : this.#checkOf(kind);
    const resource = this.#inputs.graph.resources.get(address);
    if (check !== undefined && resource !== undefined) this.take(resource, check(resource, undefined));
  }

  warnings(): readonly Diagnostic[] {
    return [...this.#shared.values()].map(({ code, reason, first, path, related, named, count }) => {
      const more = count > named.length ? `, and ${count - named.length} more` : '';
      return diagnostic(code, {
        detail: `${reason}: ${named.join(', ')}${more}.`,
        ...(count === 1 && { address: first.address }),
        source: first.origin.place(path),
        excerpt: first.origin.excerpt?.(path),
        related: related === undefined ? undefined : [related.origin.place()],
      });
    });
  }

  #checkOf(kind: Kind): CautionCheck | undefined {
    if (!this.#checks.has(kind)) this.#checks.set(kind, kind.cautions?.(this.#inputs.accountFacts ?? {}));
    return this.#checks.get(kind);
  }

  take(resource: Resource, cautions: readonly Caution[]): void {
    for (const { code, reason, particular, path } of cautions) {
      const name = particular === undefined ? resource.address : `${resource.address} (${particular})`;
      this.#add(code, reason, name, resource, path, undefined);
    }
  }

  #blocks(kind: Kind, resource: Resource, observation: Observation): void {
    const member = this.#blocked.any ? kind.membership?.(observation) : undefined;
    if (member === undefined) return;
    for (const { owner, text, blocks, path } of this.#blocked.by(member)) {
      const reason =
        blocks === 'equal'
          ? `The negative “${text}” of ${owner.address} is the text of`
          : `The negative “${text}” of ${owner.address} is contained in the text of`;
      this.#add('own-word-blocked', reason, `${resource.address} (“${member.text}”)`, owner, path, resource);
    }
  }

  #add(
    code: DiagnosticCode,
    reason: string,
    name: string,
    resource: Resource,
    path: FieldPath | undefined,
    related: Resource | undefined,
  ): void {
    const key = `${code} ${reason}`;
    const known = this.#shared.get(key);
    if (known !== undefined) {
      known.count++;
      if (known.named.length < NAMED) known.named.push(name);
      return;
    }
    const reasons = (this.#reasons.get(code) ?? 0) + 1;
    this.#reasons.set(code, reasons);
    if (reasons > REASONS + 1) return this.#add(code, 'Further reasons', name, resource, path, related);
    const told = reasons > REASONS ? 'Further reasons' : reason;
    this.#shared.set(`${code} ${told}`, {
      code,
      reason: told,
      first: resource,
      path,
      related,
      named: [name],
      count: 1,
    });
  }
}
