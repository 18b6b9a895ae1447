/**
 * Matches a whole text against a pattern in which `*` matches any text and everything else for itself. Each part of
 * the pattern is looked for once, from left to right, so that the time is linear however many `*` there are.
 */
export function wildcardMatcher(pattern: string): (text: string) => boolean {
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.pop();
  if (tail === undefined) return (text) => text === pattern;
  const searches = rest.filter((part) => part !== '').map((part) => ({ part, find: searchFor(part) }));
  return (text) => {
    const end = text.length - tail.length;
    if (end < head.length || !text.startsWith(head) || !text.endsWith(tail)) return false;
    let at = head.length;
    for (const { part, find } of searches) {
      const found = find(text, at);
      if (found < 0 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}

type Search = (text: string, from: number) => number;

/** Below this the engine's own search costs next to nothing, however badly part and text suit it. */
const LONG_PART = 64;

/** Where a part begins in a text, or -1. Knuth, Morris and Pratt for long parts: the engine's search may take a product of lengths. */
function searchFor(part: string): Search {
  if (part.length < LONG_PART) return (text, from) => text.indexOf(part, from);
  let borders: Uint32Array | undefined;
  return (text, from) => {
    borders ??= bordersOf(part);
    let matched = 0;
    for (let at = from; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      while (matched > 0 && part.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0;
      if (part.charCodeAt(matched) === unit) matched++;
      if (matched === part.length) return at + 1 - matched;
    }
    return -1;
  };
}

/** For each prefix of `part`, the length of the longest proper prefix that is its suffix as well. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  let length = 0;
  for (let at = 1; at < part.length; at++) {
    while (length > 0 && part.charCodeAt(at) !== part.charCodeAt(length)) length = borders[length - 1] ?? 0;
    if (part.charCodeAt(at) === part.charCodeAt(length)) length++;
    borders[at] = length;
  }
  return borders;
}
