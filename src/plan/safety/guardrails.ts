import type { Change, FieldChange, FieldRole, Finding, Guardrails, KindRegistry, Value } from '../../model/index.js';
import { ACTIONABLE, compareDecimals, PAUSED, plural, wildcardMatcher } from '../../model/index.js';
import type { GuardrailRule } from './rules.js';

type FindingParts = Omit<Finding, 'allowed'> & { readonly rule: GuardrailRule };

/** Every guardrail of the project file against every change that an apply would carry out, as the changes pass. */
export class GuardrailCheck {
  readonly #rails: Guardrails;
  readonly #kinds: Kinds;
  readonly #found: FindingParts[] = [];
  #acting = 0;
  #paused = 0;

  constructor(rails: Guardrails, kinds: Kinds) {
    this.#rails = rails;
    this.#kinds = kinds;
  }

  see(change: Change): void {
    if (!ACTIONABLE.has(change.action)) return;
    this.#acting++;
    if (pauses(change, this.#kinds)) this.#paused++;
    this.#found.push(
      ...checkBid(this.#rails, change, this.#kinds),
      ...checkHosts(this.#rails, change),
      ...checkProtected(this.#rails, change),
    );
  }

  findings(allow: readonly string[]): readonly Finding[] {
    const { maxChanges, maxPauses } = this.#rails;
    const counted = [
      ...checkCount('maxChanges', maxChanges, this.#acting, 'change', 'changes'),
      ...checkCount('maxPauses', maxPauses, this.#paused, 'thing paused', 'things paused'),
    ];
    return [...this.#found, ...counted].map((finding) => ({ ...finding, allowed: allow.includes(finding.rule) }));
  }
}

function at(change: Change): Pick<FindingParts, 'address' | 'source'> {
  return { address: change.address, ...(change.source !== undefined && { source: change.source }) };
}

type Kinds = Pick<KindRegistry, 'get'>;

export function fieldWithRole({ kind, fields }: Change, role: FieldRole, kinds: Kinds): FieldChange | undefined {
  const rules = kinds.get(kind)?.fields;
  return fields.find(({ path }) => rules?.[path]?.role === role);
}

function checkBid(rails: Guardrails, change: Change, kinds: Kinds): readonly FindingParts[] {
  const price = fieldWithRole(change, 'bid', kinds);
  if (price === undefined || typeof price.desired !== 'string') return [];
  const findings: FindingParts[] = [];
  if (rails.maxPrice !== undefined && compareDecimals(price.desired, rails.maxPrice) > 0) {
    findings.push({ rule: 'maxPrice', ...at(change), detail: `price ${price.desired} is above ${rails.maxPrice}` });
  }
  const from = price.observed ?? price.prior;
  const percent = rails.maxPriceChangePercent;
  if (percent !== undefined && typeof from === 'string' && exceedsPercent(from, price.desired, percent)) {
    const detail = `price ${from} → ${price.desired} is a change of more than ${percent} %`;
    findings.push({ rule: 'maxPriceChangePercent', ...at(change), detail });
  }
  return findings;
}

/** |to − from| / from > percent / 100, without floats. From 0 (the group's bid) or no number nothing can be said. */
function exceedsPercent(from: string, to: string, percent: string): boolean {
  if (!/^\d+(\.\d+)?$/.test(from)) return false;
  const scale = 6;
  const units = (text: string) => {
    const [whole = '0', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  };
  const [old, wanted, limit] = [units(from), units(to), units(percent)];
  if (old === 0n) return false;
  const change = wanted > old ? wanted - old : old - wanted;
  return change * 100n * 10n ** BigInt(scale) > limit * old;
}

function checkHosts(rails: Guardrails, change: Change): readonly FindingParts[] {
  const allowed = rails.allowedHosts;
  if (allowed === undefined) return [];
  const hosts = new Set(change.fields.flatMap(({ desired }) => (desired === undefined ? [] : hostsIn(desired))));
  return [...hosts]
    .filter((host) => !allowed.some((one) => host === one || host.endsWith(`.${one}`)))
    .map((host) => ({ rule: 'allowedHosts', ...at(change), detail: `the host ${host} is not in allowedHosts` }));
}

/** Hosts of the http(s) addresses inside a value, lower case, without port. Browsers take a backslash for a slash. */
export function hostsIn(value: Value): readonly string[] {
  if (typeof value === 'string') {
    const host = /^https?:\/\/(?:[^/\\?#@]*@)?(\[[^\]]*\]|[^/\\?#:]*)/i.exec(value)?.[1];
    return host === undefined || host === '' ? [] : [host.toLowerCase()];
  }
  return Object.values(value).flatMap((inner: Value) => hostsIn(inner));
}

function checkProtected(rails: Guardrails, change: Change): readonly FindingParts[] {
  const pattern = rails.protected?.find((one) => wildcardMatcher(one)(change.address));
  if (pattern === undefined) return [];
  return [{ rule: 'protected', ...at(change), detail: `${change.action} of what ${pattern} protects` }];
}

export function pauses(change: Change, kinds: Kinds): boolean {
  const field = fieldWithRole(change, 'switch', kinds);
  return field?.desired === PAUSED && field.observed !== PAUSED;
}

function checkCount(
  rule: GuardrailRule,
  most: number | undefined,
  count: number,
  one: string,
  many: string,
): readonly FindingParts[] {
  return most === undefined || count <= most ? [] : [{ rule, detail: `${plural(count, one, many)}; at most ${most}` }];
}
