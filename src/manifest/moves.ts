import { diagnostic } from '../diagnostics/diagnostic.js';
import type { Address, Forgotten, ManifestSection, Moved, Resource } from '../model/index.js';
import { kindOf, nameOf } from '../model/index.js';
import { placeName, type Report } from './report.js';
import { didYouMean, quoted } from './suggest.js';

/** Checks `moved` and `forgotten` against what is declared. */
export function checkMoves(
  moved: readonly Moved[],
  forgotten: readonly Forgotten[],
  resources: ReadonlyMap<Address, Resource>,
  declared: ReadonlySet<Address>,
  sections: readonly ManifestSection[],
  report: Report,
): void {
  const kinds = sections.map(({ kind }) => kind);
  const wellFormed = (address: Address, { source }: Moved | Forgotten): boolean => {
    if (kinds.includes(kindOf(address)) && nameOf(address) !== '') return true;
    const detail = `${quoted(address)} is not an address. Kinds: ${kinds.join(', ')}.${didYouMean(kindOf(address), kinds)}`;
    report(diagnostic('bad-address', { detail, source }));
    return false;
  };
  const sources = new Map<Address, Moved>();
  const targets = new Set(moved.map(({ to }) => to));
  for (const move of moved) {
    const { from, to, source } = move;
    const formed = [wellFormed(from, move), wellFormed(to, move)];
    if (formed.includes(false)) continue;
    const wrong = (detail: string, related?: Moved) => {
      report(diagnostic('bad-move', { detail, address: to, source, related: related && [related.source] }));
    };
    const earlier = sources.get(from);
    if (earlier !== undefined)
      wrong(`${from} is moved twice; the other place is ${placeName(earlier.source)}.`, earlier);
    sources.set(from, move);
    if (from === to) wrong('from and to are the same.');
    else if (kindOf(from) !== kindOf(to)) wrong(`A ${kindOf(from)} cannot become a ${kindOf(to)}.`);
    else if (resources.has(from) || declared.has(from)) wrong(`${from} is still declared.`);
    else if (!resources.has(to) && !declared.has(to) && !moved.some((other) => other.from === to)) {
      const same = [...resources.keys()].filter((one) => kindOf(one) === kindOf(to));
      wrong(`${to} is not declared.${didYouMean(to, same)}`);
    }
  }
  for (const entry of forgotten) {
    const { address, source } = entry;
    if (!wellFormed(address, entry)) continue;
    if (resources.has(address) || declared.has(address)) {
      report(diagnostic('still-declared', { detail: `${address} is declared.`, address, source }));
    } else if (targets.has(address)) {
      report(diagnostic('bad-move', { detail: `${address} is forgotten and the target of a move.`, address, source }));
    }
  }
}
