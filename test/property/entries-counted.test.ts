import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allFaults, loadManifests } from '../../src/manifest/graph/load-manifests.js';
import { loadProject } from '../../src/project/project.js';
import { folderOf, PROJECT, SECTIONS } from '../manifest/support.js';

/** `ADWRIGHT_FUZZ_SECONDS=300 npm run test:fuzz` for a run by hand. */
const RUNS = 40 * Math.max(1, Number(process.env['ADWRIGHT_FUZZ_SECONDS'] ?? 1));

/** The lines of one entry; `n` is its own number, from which its address follows. */
type Written = (n: number) => readonly string[];
interface Form {
  readonly address: (n: number) => string;
  readonly sound: readonly Written[];
  readonly faulty: readonly Written[];
}

const LINKS = '[{ text: a, url: "https://e.com/" }, { text: b, url: "https://e.com/b" }]';
/** Written by hand: what of each section is to be taken, and what is to be refused, each in its own lines. */
const FORMS: Readonly<Record<string, Form>> = {
  keywords: {
    address: (n) => `keyword/${n}`,
    sound: [
      (n) => [`  - id: ${n}`, '    matchType: exact'],
      (n) => [`  - { id: ${n}, price: 1.20 }`],
      (n) => [`  - id: ${n}`, '    word: 女鞋 #1', '    url: ""'],
      (n) => [`  - id: ${n}`, '    word: red', '      shoes'],
    ],
    faulty: [
      (n) => [`  - id: ${n}`, '    matchType: Exact #精确'],
      (n) => [`  - id: ${n}`, '    price: 1.20元 #出价'],
      (n) => [`  - id:${n}`, '    price:9.50'],
      (n) => [`  - id:\u00a0${n}`, '    price:\u00a09.50'],
      (n) => [`  - ${n}`, '    9.50'],
      (n) => [`  - "id: ${n}`, '    price: 2"'],
      (n) => [`  - id: ${n}`, '    status: paused #停用'],
      (n) => [`  - id: ${n}`, '    status:'],
      (n) => [`  - [id, ${n}]`],
      (n) => [`  - |`, `    id: ${n}`],
      () => ['  - ~'],
      () => ['  - price: 1 #x'],
      (n) => [`  - id: ${n} #精确`, '    id: 7'],
      (n) => [`  - id: ${n}`, '    price: *none'],
      (n) => [`  - id: ${n}`, '    price: !x 1'],
      (n) => [`  - id: "${n} " #x`],
    ],
  },
  pictures: {
    address: (n) => `picture/${n}`,
    sound: [(n) => [`  - id: ${n}`, '    tags: [a, b]'], (n) => [`  - id: ${n}`, '    tags:', '      - 夏季 #1']],
    faulty: [
      (n) => [`  - id: ${n}`, '    tags: 夏季 #主图'],
      (n) => [`  - id:${n}`, '    tags:[a]'],
      (n) => [`  - id: ${n}`, '    tags: a', '      b'],
      (n) => [`  - id: ${n}`, '    tag: [a] #x'],
    ],
  },
  groups: {
    address: (n) => `group/g${n}`,
    sound: [
      (n) => [`  g${n}:`, '    campaignId: 1', `    name: n${n} #1`, '    price: 1'],
      (n) => [`  g${n}: { campaignId: 1, name: n${n}, price: "1" }`],
    ],
    faulty: [
      (n) => [`  g${n}:`, '    campaignId: 1', `    name: n${n}`, '    price: 1', '    status: paused #停用'],
      (n) => [`  g${n}: a`, '    b'],
      (n) => [`  g${n}: campaignId:1`, '    name:x'],
      (n) => [`  g${n}:`, '    campaignId: x #1', `    name: n${n}`, '    price: 1'],
      (n) => [`  g${n}:`],
      (n) => [`  "g ${n}":`, '    campaignId: 1', `    name: n${n}`, '    price: 1'],
    ],
  },
  apps: {
    address: (n) => `app/a${n}`,
    sound: [(n) => [`  a${n}:`, '    title: 鞋城', '    type: iOS', `    appUrl: https://e.com/${n}`, `    id: ${n}`]],
    faulty: [
      (n) => [`  a${n}: 鞋城 #x`],
      (n) => [`  a${n}:`, '    title: 鞋城', '    type: Windows #x', `    appUrl: https://e.com/${n}`, `    id: ${n}`],
      (n) => [`  a${n}:`, '    title: 鞋城', '    type: iOS', `    appUrl: https://e.com/${n}`],
      (n) => [
        `  a${n}:`,
        '    title: 鞋城',
        '    type: iOS',
        `    appUrl: https://e.com/${n}`,
        '    icon: none.png #x',
      ],
    ],
  },
  richCreatives: {
    address: (n) => `rich-creative/id:${n}/sublinks-mobile`,
    sound: [(n) => [`  - groupIds: ["${n}"]`, '    creative: sublinks-mobile', `    content: ${LINKS}`]],
    faulty: [
      (n) => [`  - groupIds: ["${n}"]`, '    creative: Sublinks-mobile #x', `    content: ${LINKS}`],
      (n) => [`  - groupIds:["${n}"]`, '    creative:sublinks-mobile'],
      (n) => [`  - groupIds: "${n}" #x`, '    creative: sublinks-mobile', `    content: ${LINKS}`],
      () => ['  - groups: []', '    creative: sublinks-mobile', `    content: ${LINKS}`],
      (n) => [`  - groupIds: ["${n}"]`, '    creative: sublinks-mobile', '    content: a #b'],
    ],
  },
  forgotten: {
    address: (n) => `keyword/forgotten-${n}`,
    sound: [],
    faulty: [
      () => ['  - group/a', '    group/b'],
      () => ['  - gruop/a #x'],
      () => ['  - {group: a} #x'],
      () => ['  - "group/a "'],
    ],
  },
};

/** Rows of a keyword file, one line each. */
const ROWS: Form = {
  address: (n) => `keyword/${n}`,
  sound: [(n) => [`${n},1.20,exact`], (n) => [`"${n}",,`], (n) => [`="${n}",0,phrase`]],
  faulty: [
    (n) => [`${n},1.20元,exact`],
    (n) => [`${n},,Exact`],
    (n) => [`${n},1,exact,extra`],
    () => [',1.20,'],
    (n) => [`${n}E+3,1,`],
    (n) => [`-${n},1,`],
  ],
};

interface Entry {
  readonly address: string;
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly isFaulty: boolean;
}

type Choice = readonly [isFaulty: boolean, which: number];

/** Lines of entries, one after the other, and where each of them is. */
function written(form: Form, choices: readonly Choice[], first: number, file: string, lines: string[]): Entry[] {
  return choices.flatMap(([isFaulty, which], index) => {
    const forms = isFaulty ? form.faulty : form.sound;
    const one = forms[which % Math.max(1, forms.length)];
    if (one === undefined) return [];
    const n = first + index;
    const from = lines.length + 1;
    lines.push(...one(n));
    return [{ address: form.address(n), file, from, to: lines.length, isFaulty }];
  });
}

const choices = fc.array(fc.tuple(fc.boolean(), fc.nat(1000)), { maxLength: 5 });
const sections = Object.keys(FORMS);

it(
  'entries read are entries taken and entries with an error reported, whichever reader reads them',
  async () => {
    const root = await folderOf({ 'adwright.yaml': PROJECT, 'ads/a.yaml': '', 'ads/k.csv': '' });
    const { project } = await loadProject(root);
    const account = project?.accounts.get('main');
    if (project === undefined || account === undefined) throw new Error('no project');
    let rejected = 0;
    const given = fc.record({
      sections: fc.record(Object.fromEntries(sections.map((key) => [key, choices]))),
      order: fc.shuffledSubarray(sections, { minLength: 1 }),
      // Like faults of one column are told with the first three places.
      rows: fc.array(fc.tuple(fc.boolean(), fc.nat(1000)), { maxLength: 3 }),
      // Sound entries around the others: more than half in the plain form lets the small reader take the rest.
      padding: fc.constantFrom(0, 60),
      paging: fc.constantFrom(undefined, 40, 200, 100_000),
    });
    await fc.assert(
      fc.asyncProperty(given, async (one) => {
        const lines = ['version: 1', 'keywordFiles: [k.csv]'];
        const entries: Entry[] = [];
        for (const [index, key] of one.order.entries()) {
          const form = FORMS[key] as Form;
          const chosen = one.sections[key] ?? [];
          const pad = form.sound.length > 0 ? one.padding : 0;
          if (chosen.every(([isFaulty]) => !isFaulty && form.sound.length === 0) && pad === 0) continue;
          lines.push(`${key}:`);
          const before = entries.length;
          entries.push(...written(form, chosen, 1000 * (index + 1), 'ads/a.yaml', lines));
          const sound = Array.from({ length: pad }, (_, n): Choice => [false, n % 2 === 0 ? 0 : 1]);
          entries.push(...written(form, sound, 1000 * (index + 1) + 100, 'ads/a.yaml', lines));
          if (entries.length === before) lines.pop();
        }
        const table = ['id,price,matchType'];
        entries.push(...written(ROWS, one.rows, 90_000, 'ads/k.csv', table));
        await writeFile(join(root, 'ads/a.yaml'), `${lines.join('\n')}\n`);
        await writeFile(join(root, 'ads/k.csv'), `${table.join('\n')}\n`);
        const paging = one.paging === undefined ? { from: Number.POSITIVE_INFINITY } : { from: 0, page: one.paging };
        const loaded = await loadManifests({ project, account, sections: SECTIONS, paging });
        const { graph } = loaded;
        const diagnostics = await allFaults(loaded);
        const errors = diagnostics.filter(({ severity }) => severity === 'error');
        const places = errors.flatMap(({ source, field, related = [] }) =>
          source === undefined ? [] : [source, ...(field === undefined ? [] : related)],
        );
        const hasError = ({ file, from, to }: Entry) =>
          places.some((place) => place.file === file && place.line >= from && place.line <= to);
        const told = entries.filter(hasError);
        const taken = entries.filter((entry) => !hasError(entry) && graph.resources.has(entry.address));
        const text = `${lines.join('\n')}\n${table.join('\n')}\n${errors.map(({ code, source }) => `${source?.file}:${source?.line} ${code}`).join('\n')}`;
        expect(taken.length + told.length, text).toBe(entries.length);
        expect(
          told.map(({ address }) => address),
          text,
        ).toEqual(entries.filter(({ isFaulty }) => isFaulty).map(({ address }) => address));
        // The net is for what no one thought of: here each rejection has words of its own.
        expect(
          errors.filter(({ code }) => code === 'entry-dropped'),
          text,
        ).toEqual([]);
        rejected += told.length;
      }),
      { numRuns: RUNS },
    );
    expect(rejected).toBeGreaterThan(RUNS);
  },
  120_000 + RUNS * 60_000,
);
