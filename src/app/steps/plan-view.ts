import { kinds } from '../../kinds/registry.js';
import type { Impact, StateEntry } from '../../model/index.js';
import type { FactsOf, RuleOf } from '../../render/index.js';

const ruleOf: RuleOf = (kind, path) => kinds.get(kind)?.fields[path];
const factsOf: FactsOf = (kind) => kinds.get(kind)?.facts;

/** How a plan is shown: kinds in the order in which they are applied, owners by what people call them where the state or the report has it. */
export function planViewOptions<Options extends object>(
  options: Options,
  entries: Iterable<StateEntry>,
  impact?: Impact,
): Options & { kinds: readonly string[]; ownerNames: ReadonlyMap<string, string>; ruleOf: RuleOf; factsOf: FactsOf } {
  const ownerNames = new Map<string, string>();
  for (const { id, name } of impact?.groups ?? []) if (id !== undefined && name !== undefined) ownerNames.set(id, name);
  for (const { kind, id, values } of entries) {
    const title = id === undefined ? undefined : kinds.get(kind)?.title?.(values);
    if (id !== undefined && title !== undefined) ownerNames.set(id, title);
  }
  return { ...options, kinds: kinds.all.map((kind) => kind.name), ownerNames, ruleOf, factsOf };
}
