import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { kinds } from '../src/kinds/registry.js';
import { BACKENDS } from '../src/state/registry.js';
import { moduleState, parseModule, type Resolve } from './support/module-state.js';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/** docs/architecture: who may import whom. A folder may always import itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[] | 'everything'>> = {
  diagnostics: [],
  contract: [],
  files: [],
  schema: [],
  model: ['diagnostics', 'contract', 'schema'],
  manifest: ['model', 'diagnostics', 'files', 'schema'],
  project: ['manifest', 'state', 'model', 'diagnostics', 'files', 'schema'],
  plan: ['model', 'diagnostics', 'schema'],
  apply: ['model', 'diagnostics'],
  render: ['model', 'diagnostics'],
  state: ['model', 'diagnostics', 'files', 'schema'],
  api: ['model', 'contract', 'diagnostics'],
  kinds: ['model', 'contract', 'diagnostics', 'schema'],
  queries: ['model', 'contract', 'diagnostics'],
  sandbox: ['contract', 'files', 'schema'],
  app: [
    'diagnostics',
    'contract',
    'files',
    'schema',
    'model',
    'manifest',
    'project',
    'plan',
    'apply',
    'render',
    'state',
    'api',
    'kinds',
    'queries',
    'sandbox',
  ],
  library: ['app', 'api', 'render', 'model', 'diagnostics'],
  cli: 'everything',
  'index.ts': 'everything',
};

/** What works with things of any kind, and asks the kind or the role of a field or of a fact. */
const ENGINE = ['manifest', 'project', 'plan', 'apply', 'state', 'model', 'render', 'app'];

const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative(SRC, join(entry.parentPath, entry.name)));

const folderOf = (file: string) => file.split('/')[0] ?? '';
const textOf = (file: string) => readFileSync(join(SRC, file), 'utf8');

/** Code without its comments: a comment may speak of anything. */
const CODE = new Map(
  files.map((file) => [
    file,
    textOf(file)
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replace(/(^|[\s;{])\/\/.*$/gm, '$1'),
  ]),
);
const codeOf = (file: string) => CODE.get(file) ?? '';

/** What is wrong with each file that has something wrong: one test looks at hundreds of files. */
const wrongIn = (among: readonly string[], faultsOf: (file: string) => readonly unknown[]) =>
  Object.fromEntries(among.map((file) => [file, faultsOf(file)] as const).filter(([, faults]) => faults.length > 0));

function importsOf(file: string): readonly string[] {
  const found = codeOf(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g);
  return [...found].flatMap(([, target]) => (target?.startsWith('.') ? [target] : []));
}

describe('the import table', () => {
  it('knows every folder of src', () => {
    expect([...new Set(files.map(folderOf))].sort()).toEqual(
      Object.keys(MAY_IMPORT)
        .filter((one) => files.some((file) => folderOf(file) === one))
        .sort(),
    );
  });

  it('each file imports only what it may', () => {
    const tooMuch = wrongIn(files, (file) => {
      const allowed = MAY_IMPORT[folderOf(file)];
      if (allowed === 'everything') return [];
      const targets = importsOf(file)
        .map((target) => relative(SRC, resolve(SRC, dirname(file), target)))
        .map(folderOf)
        // `..` is package.json, for the version.
        .filter((folder) => folder !== folderOf(file) && folder !== '..');
      return targets.filter((folder) => !allowed?.includes(folder));
    });
    expect(tooMuch).toEqual({});
  });
});

/** The rooms of a folder, from the ground up: a file imports from its own room and from those below. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  manifest: ['source', 'files', 'yaml', 'check', 'workbook', 'table', 'images', 'long-lists', 'graph', 'write'],
  model: ['text', 'resource', 'state', 'change', 'ports', 'kind', ''],
  plan: ['prior', 'observe', 'impact', 'safety', 'compare', 'saved', ''],
  sandbox: ['values', 'settings', 'account', 'storage', 'call', 'rules', 'routes', 'http', ''],
  kinds: ['entries', 'calls', 'live', ...kinds.all.map(({ name }) => name), ''],
  contract: ['records', '', 'gaps', 'openapi'],
  api: ['transport', 'encode', 'login', 'replies', 'judge', 'calls', ''],
  state: [
    'machine',
    'stored',
    'lock',
    'log',
    'backends',
    ...[...BACKENDS.keys()].map((name) => `backends/${name}`),
    '',
  ],
  render: ['characters', 'view', 'text', 'json', 'markdown', 'html', 'html/browser', 'diagnostics', ''],
  app: [
    '',
    'workspace',
    'state',
    'service',
    'steps',
    'drill',
    'edits',
    'runs/account',
    'runs/manifests',
    'runs/changes',
    'runs/state',
    'fleet',
  ],
  cli: ['process', 'terminal', 'define', 'completion', 'commands', ''],
};

describe('the rooms', () => {
  const roomOf = (file: string) => file.split('/').slice(1, -1).join('/');
  const withRooms = files.filter((file) => ROOMS[folderOf(file)] !== undefined);

  it('each file is in a room of the list, and imports only from its own and those below', () => {
    const above = wrongIn(withRooms, (file) => {
      const rooms = ROOMS[folderOf(file)] ?? [];
      if (!rooms.includes(roomOf(file))) return ['is in no room of the list'];
      return targetsOf(file)
        .filter((target) => folderOf(target) === folderOf(file))
        .filter((target) => rooms.indexOf(roomOf(target)) > rooms.indexOf(roomOf(file)));
    });
    expect(above).toEqual({});
  });

  it('no files import each other in a circle, types included', () => {
    expect(circles(new Map(files.map((file) => [file, targetsOf(file)])))).toEqual([]);
  });

  it('finds a circle where there is one', () => {
    const arrows = { a: ['b'], b: ['c'], c: ['b'], d: ['a'] };
    expect(circles(new Map(Object.entries(arrows)))).toEqual(['b → c → b']);
  });
});

/** Files of src that the file imports. */
function targetsOf(file: string): readonly string[] {
  return importsOf(file)
    .map((target) => relative(SRC, resolve(SRC, dirname(file), target)).replace(/\.js$/, '.ts'))
    .filter((target) => files.includes(target));
}

function circles(arrows: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, way: readonly string[]) => {
    if (way.includes(file)) found.push([...way.slice(way.indexOf(file)), file].join(' → '));
    if (done.has(file)) return;
    done.add(file);
    for (const next of arrows.get(file) ?? []) walk(next, [...way, file]);
  };
  for (const file of arrows.keys()) walk(file, []);
  return found;
}

describe('exported names', () => {
  /** Names that mean the same in both places: folders that may not import each other, or one member of each kind. */
  const SHARED: Readonly<Record<string, string>> = {
    JsonObject: 'the client and the sandbox read JSON apart from each other',
    isObject: 'the same',
    jsonText: 'the same',
    dayNumber: 'the sandbox counts days apart from the queries',
    text: 'a text, in the schema of what is written by hand and of what is read back',
    login: 'the operation, and its command',
    componentReport: 'the operation, and its query',
    creativeReport: 'the operation, and its query',
    keywordPackages: 'the operation, and its query',
    keywordTags: 'the operation, and its query',
    manifestEntry: 'of each kind',
    measurable: 'of each kind that sends images',
  };
  const found = new Map<string, Set<string>>();
  // A command and a function of the library are called like their use case.
  for (const file of files.filter((one) => !/^(?:cli\/commands|library)\//.test(one))) {
    for (const [, name = ''] of codeOf(file).matchAll(
      /^export (?:interface|type|class|(?:async )?function\*?|const) (\w+)/gm,
    ))
      found.set(name, (found.get(name) ?? new Set()).add(file));
  }

  it('have one meaning each', () => {
    const twins = [...found].filter(([name, where]) => where.size > 1 && SHARED[name] === undefined);
    expect(twins.map(([name, where]) => `${name}: ${[...where].join(', ')}`)).toEqual([]);
  });

  it.each(Object.keys(SHARED))('%s is still in two places', (name) => {
    expect(found.get(name)?.size).toBeGreaterThan(1);
  });
});

describe('the engine', () => {
  const names = kinds.all.map((kind) => kind.name);
  const engine = files.filter((file) => ENGINE.includes(folderOf(file)));

  it('names no kind', () => {
    const named = wrongIn(engine, (file) =>
      [...literalsIn(codeOf(file)), ...keysIn(codeOf(file))].filter(
        (text) => names.includes(text) && OTHER_MEANING[file]?.includes(text) !== true,
      ),
    );
    expect(named).toEqual({});
  });

  /** A keyword of JSON Schema; one operation of the interface, which is about these two. */
  const OTHER_MEANING: Readonly<Record<string, readonly string[]>> = {
    'manifest/check/entries.ts': ['keyword'],
    'app/runs/changes/unbind.ts': ['picture', 'group'],
  };

  const fieldNames = new Set(kinds.all.flatMap((kind) => Object.keys(kind.fields)));
  /** Words that mean something else as well: only what is taken out of values by such a name is a field of a kind. */
  const ALSO_ELSEWHERE: ReadonlySet<string> = new Set([
    ...['name', 'title', 'type', 'status', 'content', 'tags', 'icon', 'url', 'remark', 'developer'],
  ]);
  /** The role `price` of a text in a schema. */
  const TEXT_ROLES: Readonly<Record<string, readonly string[]>> = {
    'model/kind/schema-types.ts': ['price'],
    'manifest/check/schema-faults.ts': ['price'],
    'manifest/check/soundness.ts': ['price'],
  };

  it('names no field of a kind', () => {
    const named = wrongIn(engine, (file) => {
      const code = codeOf(file);
      const words = [...literalsIn(code), ...keysIn(code), ...membersIn(code)];
      const own = words.filter((word) => fieldNames.has(word) && !ALSO_ELSEWHERE.has(word));
      return [
        ...own.filter((word) => TEXT_ROLES[file]?.includes(word) !== true),
        ...takenFromValues(code).filter((word) => fieldNames.has(word)),
      ];
    });
    expect(named).toEqual({});
  });

  const factNames = new Set(kinds.all.flatMap((kind) => Object.keys(kind.facts ?? {})));
  it('names no fact of a kind', () => {
    const named = wrongIn(engine, (file) => takenFromFacts(codeOf(file)).filter((word) => factNames.has(word)));
    expect(named).toEqual({});
  });

  it.each([
    ["facts['cause']", ['cause']],
    ['change.facts?.status', ['status']],
    ["change.facts?.['groupId']", ['groupId']],
    ['const { word, groupId: id } = facts;', ['word', 'groupId']],
    ["name !== 'word'", ['word']],
    ['entry.status', []],
  ])('would find the fact in %s', (code, found) => {
    expect(takenFromFacts(code).filter((word) => factNames.has(word))).toEqual(found);
  });

  it.each([
    ["values['price']", ['price']],
    ['desired?.status', ['status']],
    ["kind.fields['url']", ['url']],
    ["path === 'tags'", ['tags']],
    ["item.observed['status'] === x", ['status']],
    ['entry.status', []],
  ])('would find the field in %s', (code, found) => {
    expect(takenFromValues(code)).toEqual(found);
  });
});

const literalsIn = (code: string) => [...code.matchAll(/'([^'\n]*)'/g)].map(([, text]) => text ?? '');
const keysIn = (code: string) => [...code.matchAll(/[{,]\s*'?([A-Za-z-]+)'?\s*:/g)].map(([, text]) => text ?? '');
const membersIn = (code: string) => [...code.matchAll(/\.([A-Za-z]+)\b/g)].map(([, text]) => text ?? '');
/** `values['x']`, `desired.x` and `path === 'x'`. */
const takenFromValues = (code: string) =>
  [
    ...code.matchAll(/\b(?:values|desired|observed|prior|fields|rules)\??\.([A-Za-z]+)\b/g),
    ...code.matchAll(/\b(?:values|desired|observed|prior|fields|rules|stored|sent|live)(?:\?\.)?\['([A-Za-z]+)'\]/g),
    ...code.matchAll(/\bpath [!=]== '([A-Za-z]+)'/g),
  ].map(([, text]) => text ?? '');

/** `facts.x`, `facts['x']`, `{ x } = facts` and `name === 'x'`. */
const takenFromFacts = (code: string) => [
  ...[
    ...code.matchAll(/\bfacts\??\.([A-Za-z]+)\b/g),
    ...code.matchAll(/\bfacts(?:\?\.)?\['([A-Za-z]+)'\]/g),
    ...code.matchAll(/\bname [!=]== '([A-Za-z]+)'/g),
  ].map(([, text]) => text ?? ''),
  ...[...code.matchAll(/\{([^{}]*)\} = (?:[a-z]+\.)?facts\b/g)].flatMap(([, names]) =>
    (names ?? '').split(',').map((one) => one.split(/[:=]/)[0]?.trim() ?? ''),
  ),
];

describe('the disk', () => {
  /** What opens a file by its path. `files/` is the way to all files that a branch or a user can put anything in place of. */
  const OPENING = /^(?:open|openSync|readFile|readFileSync|createReadStream|opendir|openAsBlob)$/;
  /** Who opens files without it: those of this machine, of the user, and new ones. */
  const OPENERS: Readonly<Record<string, string>> = {
    'app/runs/account/export-files.ts': 'new files only',
    'app/runs/account/export-table.ts': 'new files only',
    'api/login/token-store.ts': 'the user’s own folder',
    'state/machine/machine-memory.ts': 'the user’s own folder',
    'state/machine/host-identity.ts': '/proc',
    'state/machine/durable-files.ts': 'folders, to flush them',
    'state/lock/file-lock.ts': 'new files only',
    'state/backends/file/file-journal.ts': 'new files only',
    'sandbox/storage/data-file.ts': 'folders, to flush them',
    'sandbox/storage/store.ts': 'appends to what was just read',
  };
  const openedBy = (file: string) =>
    [...codeOf(file).matchAll(/import\s+([^;]*?)\s+from\s+'(?:node:)?fs(?:\/promises)?'/g)].flatMap(([, names]) =>
      // A whole module under one name could open anything.
      /^(?:type\s+)?\{/.test(names ?? '')
        ? (names ?? '').split(/[{},\s]+/).filter((name) => OPENING.test(name))
        : [names],
    );

  it('no other file opens files', () => {
    const others = files.filter((file) => folderOf(file) !== 'files' && OPENERS[file] === undefined);
    const opening = wrongIn(others, (file) => [
      ...openedBy(file),
      ...(codeOf(file).match(/import\(\s*'(?:node:)?fs|require\(|getBuiltinModule\('(?:node:)?fs/g) ?? []),
    ]);
    expect(opening).toEqual({});
  });

  it.each(Object.keys(OPENERS))('%s still needs its exception', (file) => {
    expect(openedBy(file)).not.toEqual([]);
  });
});

describe('the outside world', () => {
  const inner = files.filter((file) => folderOf(file) !== 'cli');

  /** The lock holds the number of the process; a program that uses the library does not have to give it. */
  const LOCK_OWNER = 'library/project-options.ts';
  it('the library takes nothing of the process but its number', () => {
    expect(codeOf(LOCK_OWNER).match(/\bconsole\.|\bprocess\.\w+|from 'node:process'/g)).toEqual(['process.pid']);
  });

  it('only the command line uses console and process', () => {
    const others = inner.filter((file) => file !== LOCK_OWNER);
    const used = wrongIn(
      others,
      (file) => codeOf(file).match(/\bconsole\.[a-z]+\(|\bprocess\.|from 'node:process'/g) ?? [],
    );
    expect(used).toEqual({});
  });

  /** Where a library user who passes none gets the machine's clock or jitter, and names of temporary files. */
  const DEFAULTS = ['api/clock.ts', 'api/client.ts', 'sandbox/index.ts', 'sandbox/storage/owner.ts'];
  it('clock and random ids are passed in', () => {
    const others = inner.filter((file) => !DEFAULTS.includes(file));
    const taken = wrongIn(
      others,
      (file) => codeOf(file).match(/\bDate\.now\(|new Date\(\)|Math\.random\(|randomUUID/g) ?? [],
    );
    expect(taken).toEqual({});
  });
});

describe('state of the process', () => {
  const parsed = new Map(files.map((file) => [join(SRC, file), parseModule(join(SRC, file), textOf(file))]));
  const inSrc: Resolve = (specifier, { fileName }) =>
    parsed.get(resolve(dirname(fileName), specifier.replace(/\.js$/, '.ts')));

  it('no module keeps anything between calls: what is remembered belongs to an object that the caller owns', () => {
    const kept = wrongIn(files, (file) => {
      const source = parsed.get(join(SRC, file));
      return source === undefined ? ['is not parsed'] : moduleState(source, inSrc);
    });
    expect(kept).toEqual({});
  });

  const other = parseModule(
    '/other.ts',
    `export function counter() { let count = 0; return () => ++count; }
     export const twice = (work: () => number) => () => work() + work();
     export class Memory { #seen = new Set(); add(one: string) { this.#seen.add(one); } }`,
  );
  const whatIn = (text: string) =>
    moduleState(parseModule('/module.ts', text), (specifier) => (specifier === './other.js' ? other : undefined)).map(
      ({ what }) => what,
    );

  it.each([
    ['let loaded: Parser | undefined;', 'loaded is a variable'],
    ['export let count = 0;', 'count is a variable'],
    ['var [first] = list;', '[first] is a variable'],
    ['const compiled = new WeakMap<object, Check>();', 'compiled is a WeakMap'],
    ['const lists = new WeakSet();', 'lists is a WeakSet'],
    ['const refused = new Map<string, Failure>();', 'refused is a Map that is not declared as ReadonlyMap'],
    ['export const seen = new Set(["a"]);', 'seen is a Set that is not declared as ReadonlySet'],
    ['const waiting: (() => void)[] = [];', 'waiting is empty and not declared as read-only'],
    ['const cache: Record<string, number> = {};', 'cache is empty and not declared as read-only'],
    ['const limits = { most: 5 }; export function raise() { limits.most++; }', 'limits.most changes'],
    ['const list = ["a"]; export const more = () => list.push("b");', 'list changes'],
    ['const bytes = new Uint8Array(4); export class A { put() { bytes[0] = 1; } }', 'bytes[0] changes'],
    ['export function ask() { ask.count = (ask.count ?? 0) + 1; }', 'ask.count changes'],
    ['export function keep(one: string) { Object.assign(globalThis, { one }); }', 'globalThis changes'],
    ['class A { static last = ""; }', 'static last is a variable'],
    ['class A { static readonly known = new Map(); }', 'known is a Map that is not declared as ReadonlyMap'],
    ['const next = (() => { let at = 0; return () => at++; })();', 'next is a function with a memory'],
    ['import { counter } from "./other.js"; const next = counter();', 'next is made by counter, which remembers'],
    ['import { counter as by } from "./other.js"; const next = by();', 'next is made by by, which remembers'],
    ['import { Memory } from "./other.js"; const m = new Memory();', 'm is made by Memory, which remembers'],
    ['const A = /a/g; export const has = (text: string) => A.test(text);', 'A remembers where it was in a text'],
  ])('is found in %s', (text, what) => {
    expect(whatIn(text)).toEqual([what]);
  });

  it.each([
    'const WORDS: ReadonlySet<string> = new Set(["a"]);',
    'const NONE: readonly string[] = [];',
    'const PLAIN = new Uint8Array(128); for (const sign of "abc") PLAIN[sign.charCodeAt(0)] = 1;',
    'const WORDS = ["a"] as const; export const first = () => [...WORDS].sort()[0];',
    'export function count() { let n = 0; const seen = new Set(); seen.add(n); n++; return seen; }',
    'import { twice } from "./other.js"; const work = twice(() => 1);',
    'const A = /a/g; export const without = (text: string) => text.replace(A, "");',
    'const list = ["a"]; export function sorted(list: string[]) { return list.sort(); }',
    'declare const VERSION: string;',
  ])('is not found in %s', (text) => {
    expect(whatIn(text)).toEqual([]);
  });
});
