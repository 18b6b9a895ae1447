/**
 * Patterns of file paths: `*` and `?` inside one name, `**` for any number of folders, `[a-z]`, `[!a-z]` and `{a,b}`.
 * Everything else is itself. Names that begin with a dot match only where the pattern writes the dot. The time grows
 * with the length of the path and of the pattern, whatever either holds: a library that turns patterns into regular
 * expressions takes forever for a pattern with several `*`.
 */
export interface PathPattern {
  /** As it was written. */
  readonly text: string;
  /** The folder in which the first wildcard is, or the whole path where there is none. No `/` at its end. */
  readonly base: string;
  /** Whether the pattern names one file, `base`. */
  readonly plain: boolean;
  /** Whether a path below `base` matches the rest of the pattern. */
  matches(path: string): boolean;
  /** Whether it would if letter case did not count. */
  matchesAnyCase(path: string): boolean;
  /** Whether something in this folder may match. */
  mayLeadOn(folder: string): boolean;
}

/** Most patterns that braces may expand to. */
const MOST_ALTERNATIVES = 1000;

const MAGIC = /[*?[{]/;
const ANY_FOLDERS = '**';

/** Undefined where braces expand to more alternatives than are tried. */
export function readPathPattern(pattern: string): PathPattern | undefined {
  const names = pattern.split('/').filter((name, index) => name !== '.' && (name !== '' || index === 0));
  const first = names.findIndex((name) => MAGIC.test(name));
  const plain = first < 0;
  const base = (plain ? names : names.slice(0, first)).join('/');
  if (plain)
    return { text: pattern, base, plain, matches: () => false, matchesAnyCase: () => false, mayLeadOn: () => false };
  const rest = names.slice(first).join('/');
  const alternatives = readSteps(rest);
  if (alternatives === undefined) return undefined;
  let lower: typeof alternatives | undefined;
  return {
    text: pattern,
    base,
    plain,
    matches: (path) => matchesOneOf(alternatives, path),
    matchesAnyCase(path) {
      lower ??= readSteps(rest.toLowerCase()) ?? [];
      return matchesOneOf(lower, path.toLowerCase());
    },
    mayLeadOn: (folder) => alternatives.some((steps) => leadsOn(steps, folder.split('/'))),
  };
}

function readSteps(pattern: string): readonly (readonly Step[])[] | undefined {
  return expandBraces(pattern)?.map((one) =>
    one.split('/').map((name) => (name === ANY_FOLDERS ? ANY_FOLDERS : nameMatcher(name))),
  );
}

function matchesOneOf(alternatives: readonly (readonly Step[])[], path: string): boolean {
  const names = path.split('/');
  return alternatives.some((steps) => matchFolders(steps, names));
}

/** Its names match the first steps, up to a `**`, and there is a step left for what is inside. */
function leadsOn(steps: readonly Step[], names: readonly string[]): boolean {
  const star = steps.indexOf(ANY_FOLDERS);
  const fixed = star < 0 ? steps.slice(0, -1) : steps.slice(0, star);
  if (star < 0 && names.length > fixed.length) return false;
  return fixed.every((step, index) => {
    const name = names[index];
    return name === undefined || step === ANY_FOLDERS || step(name);
  });
}

type Step = typeof ANY_FOLDERS | ((name: string) => boolean);

/** After a mismatch only the last `**` takes one folder more: an earlier one could not do better. */
function matchFolders(steps: readonly Step[], names: readonly string[]): boolean {
  let step = 0;
  let name = 0;
  let back: { readonly step: number; name: number } | undefined;
  while (name < names.length) {
    const wanted = steps[step];
    const found = names[name] ?? '';
    if (wanted === ANY_FOLDERS) {
      back = { step, name };
      step++;
    } else if (wanted?.(found) === true) {
      step++;
      name++;
    } else {
      if (back === undefined || names[back.name]?.startsWith('.') !== false) return false;
      back.name++;
      name = back.name;
      step = back.step + 1;
    }
  }
  return steps.slice(step).every((one) => one === ANY_FOLDERS);
}

const STAR = '*';
const ANY_CHARACTER = '?';

/** One character of a name, or a run of them. */
type Token = typeof STAR | typeof ANY_CHARACTER | { readonly one: string } | { readonly set: RegExp };

/** The same walk inside one name. */
function nameMatcher(pattern: string): (name: string) => boolean {
  const tokens = readTokens(pattern);
  const dotted = pattern.startsWith('.');
  return (name) => {
    if (name.startsWith('.') && !dotted) return false;
    const characters = [...name];
    let token = 0;
    let at = 0;
    let back: { readonly token: number; at: number } | undefined;
    while (at < characters.length) {
      const wanted = tokens[token];
      if (wanted === STAR) {
        back = { token, at };
        token++;
      } else if (wanted !== undefined && matchesOne(wanted, characters[at] ?? '')) {
        token++;
        at++;
      } else {
        if (back === undefined) return false;
        back.at++;
        at = back.at;
        token = back.token + 1;
      }
    }
    return tokens.slice(token).every((one) => one === STAR);
  };
}

function matchesOne(token: Exclude<Token, typeof STAR>, character: string): boolean {
  if (token === ANY_CHARACTER) return true;
  return 'one' in token ? token.one === character : token.set.test(character);
}

function readTokens(pattern: string): readonly Token[] {
  const tokens: Token[] = [];
  const set = /\[([!^]?)(\]?[^\]]*)\]/uy;
  for (let at = 0; at < pattern.length; ) {
    const character = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
    set.lastIndex = at;
    const [whole = '', not = '', inside = ''] = (character === '[' && set.exec(pattern)) || [];
    const range = inside === '' ? undefined : setToken(not !== '', inside);
    if (range !== undefined) {
      tokens.push(range);
      at += whole.length;
      continue;
    }
    // Several in a row are one.
    if (character === STAR && tokens.at(-1) !== STAR) tokens.push(STAR);
    else if (character === ANY_CHARACTER) tokens.push(ANY_CHARACTER);
    else if (character !== STAR) tokens.push({ one: character });
    at += character.length;
  }
  return tokens;
}

/** Undefined where the range runs backwards. */
function setToken(not: boolean, inside: string): Token | undefined {
  const escaped = inside.replace(/[\\\]^[]/gu, '\\$&');
  try {
    return { set: new RegExp(`^[${not ? '^' : ''}${escaped.replace(/^-|-$/gu, '\\-')}]$`, 'u') };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** `a{b,c{d,e}}` as `ab`, `acd`, `ace`. Braces without a comma, or without an end, are themselves. */
function expandBraces(pattern: string): readonly string[] | undefined {
  const queue = [{ text: pattern, from: 0 }];
  const done: string[] = [];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { text, from } = next;
    const braces = nextBraces(text, from);
    if (braces === undefined) done.push(text);
    else {
      const before = text.slice(0, braces.from);
      const after = text.slice(braces.to);
      queue.push(...braces.alternatives.map((one) => ({ text: before + one + after, from: before.length })));
    }
    if (queue.length + done.length > MOST_ALTERNATIVES) return undefined;
  }
  return done;
}

function nextBraces(
  text: string,
  from: number,
): { readonly from: number; readonly to: number; readonly alternatives: readonly string[] } | undefined {
  const open: { readonly at: number; readonly commas: number[] }[] = [];
  let found: { readonly at: number; readonly commas: readonly number[]; readonly end: number } | undefined;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '{') open.push({ at, commas: [] });
    else if (character === ',') open.at(-1)?.commas.push(at);
    else if (character === '}') {
      const closed = open.pop();
      // The outermost pair counts: what is inside of it is looked at again afterwards.
      const outer = found === undefined || (closed !== undefined && closed.at < found.at);
      if (closed !== undefined && closed.commas.length > 0 && outer) found = { ...closed, end: at };
      if (open.length === 0 && found !== undefined) break;
    }
  }
  if (found === undefined) return undefined;
  const bounds = [found.at, ...found.commas, found.end];
  const alternatives = bounds.slice(1).map((end, index) => text.slice((bounds[index] ?? 0) + 1, end));
  return { from: found.at, to: found.end + 1, alternatives };
}
