import { diagnostic } from '../../diagnostics/diagnostic.js';
import type { Address, Forgotten, ManifestSection, Moved, Resources } from '../../model/index.js';
import { addressOf, kindOf, nameOf } from '../../model/index.js';
import { placeName, type Report } from '../source/report.js';
import { didYouMean, namesByKind, quoted } from '../source/suggest.js';

/**
 * Checks `moved` and `forgotten` against what is declared. Entries are kept for states that have not seen them yet, so
 * they compose: a name may move on, or be forgotten in the end.
 */
export function checkMoves(
  moved: readonly Moved[],
  forgotten: readonly Forgotten[],
  resources: Resources,
  declared: ReadonlySet<Address>,
  sections: readonly ManifestSection[],
  report: Report,
): void {
  const kinds = sections.map(({ kind }) => kind);
  const wellFormed = (address: Address, { source }: Moved | Forgotten): boolean => {
    if (kinds.includes(kindOf(address)) && nameOf(address) !== '' && !/\s/u.test(address)) return true;
    if (/\s/u.test(address)) {
      const detail = `${quoted(address)} holds white space: is it two addresses? Write each on its own line.`;
      report(diagnostic('bad-address', { detail, source }));
      return false;
    }
    const detail = `${quoted(address)} is not an address. Kinds: ${kinds.join(', ')}.${didYouMean(kindOf(address), kinds)}`;
    report(diagnostic('bad-address', { detail, source }));
    return false;
  };
  const hints = namesByKind(resources);
  const sources = new Map<Address, Moved>();
  const arrivals = new Map<Address, Moved>();
  const targets = new Set(moved.map(({ to }) => to));
  const ends = new Set([...moved.map(({ from }) => from), ...forgotten.map(({ address }) => address)]);
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
    const other = arrivals.get(to);
    if (other !== undefined && other.from !== from) {
      wrong(
        `${other.from} and ${from} both move to ${to}, and a name can mean only one thing; the other place is ${placeName(other.source)}. If it had one name after the other, write a chain: from the first name to the second, and from the second to ${to}.`,
        other,
      );
    }
    arrivals.set(to, move);
    if (from === to) wrong('from and to are the same.');
    else if (kindOf(from) !== kindOf(to)) wrong(`A ${kindOf(from)} cannot become a ${kindOf(to)}.`);
    else if (resources.has(from) || declared.has(from)) wrong(`${from} is still declared.`);
    else if (!resources.has(to) && !declared.has(to) && !ends.has(to)) {
      const meant = hints(kindOf(to)).nearest(nameOf(to));
      const hint = meant === undefined ? '' : ` Did you mean ${quoted(addressOf(kindOf(to), meant))}?`;
      wrong(`${to} is not declared.${hint}`);
    }
  }
  for (const move of firstOfCircles(sources)) {
    const detail = `The moves from ${move.from} form a cycle.`;
    report(diagnostic('bad-move', { detail, address: move.to, source: move.source }));
  }
  for (const entry of forgotten) {
    const { address, source } = entry;
    if (!wellFormed(address, entry)) continue;
    if (resources.has(address) || declared.has(address)) {
      report(diagnostic('still-declared', { detail: `${address} is declared.`, address, source }));
    } else if (targets.has(address) && sources.has(address)) {
      report(diagnostic('bad-move', { detail: `${address} is both forgotten and moved.`, address, source }));
    }
  }
}

/** One move of each circle. Every name is walked through once. */
function firstOfCircles(bySource: ReadonlyMap<Address, Moved>): readonly Moved[] {
  const found: Moved[] = [];
  const seen = new Set<Address>();
  for (const start of bySource.values()) {
    const way = new Set<Address>();
    let move: Moved | undefined = start;
    while (move !== undefined && !seen.has(move.from)) {
      seen.add(move.from);
      way.add(move.from);
      move = bySource.get(move.to);
    }
    if (move !== undefined && way.has(move.from) && move.from !== move.to) found.push(move);
  }
  return found;
}
