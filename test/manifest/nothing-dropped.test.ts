import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { groupSection } from '../../src/kinds/group/schema.js';
import { keywordSection } from '../../src/kinds/keyword/schema.js';
import { acceptEntries } from '../../src/manifest/check/entries.js';
import { sectionResources } from '../../src/manifest/check/section-resources.js';
import { diskFiles } from '../../src/manifest/files/file-system.js';
import { loadImages } from '../../src/manifest/images/load-images.js';
import type { LocatedDocument } from '../../src/manifest/source/located-document.js';
import type { ManifestSection } from '../../src/model/index.js';
import { loadProject } from '../../src/project/project.js';
import { parseResolutions } from '../../src/project/resolutions.js';
import { parseUnbinding } from '../../src/project/unbinding.js';
import { png } from './image-files.js';
import { folderOf, group, load, loadText, PROJECT } from './support.js';

const GROUP = 'groups:\n  g:\n    campaignId: 1\n    name: n\n    price: 1\n';

describe('a warning at a value silences no error there', () => {
  it.each([
    ['keywords:\n  - id: 1\n    matchType: Exact #精确\n', ['4:16 text-cut-by-comment', '4:16 not-allowed'], 'exact'],
    [`${GROUP}    status: paused #停用\n`, ['7:13 text-cut-by-comment', '7:13 not-allowed'], 'pause'],
    ['keywords:\n  - id: 1\n    price: 1.20元 #出价\n', ['4:12 text-cut-by-comment', '4:12 bad-price'], 'yuan'],
    ['pictures:\n  - id: 1\n    tags: 夏季 #主图\n', ['4:11 text-cut-by-comment', '4:11 wrong-shape'], 'a list'],
    ['apps:\n  a: title\n    b\n', ['3:6 text-over-lines', '3:6 wrong-shape'], 'a map'],
    ['groups: a\n  b\n', ['2:9 text-over-lines', '2:9 wrong-shape'], 'a map'],
    ['forgotten: group/a #b\n', ['2:12 text-cut-by-comment', '2:12 wrong-shape'], 'a list'],
  ])('%j', async (text, expected, words) => {
    const { found, detail } = await loadText(text);
    expect(found).toEqual(expected.map((one) => `ads/a.yaml:${one}`));
    expect(detail('not-allowed') + detail('bad-price') + detail('wrong-shape')).toContain(words);
  });
});

describe('a list item that is one text over two lines', () => {
  it.each([
    ['keywords:\n  - id:80001234\n    price:9.50\n', 'A space is missing after "id:"'],
    ['keywords:\n  - id:\u00a080001234\n    price:\u00a09.50\n', '"id:" (U+00A0 is none)'],
    ['keywords:\n  - id:\u300080001234\n    price:\u30009.50\n', '"id:" (U+3000 is none)'],
    ['keywords:\n  - 80001234\n    9.50\n', 'not the text "80001234 9.50"'],
    ['keywords:\n  - "id: 1\n    price: 2"\n', 'not the text "id: 1 price: 2"'],
    ['pictures:\n  - id:1\n    tags:[a]\n', 'A space is missing after "id:"'],
    ['richCreatives:\n  - groups:[g]\n    creative:x\n', 'A space is missing after "groups:"'],
    ['moved:\n  - from:group/a\n    to:group/b\n', 'A space is missing after "from:"'],
  ])('%j is an error', async (text, words) => {
    const { found, detail, graph } = await loadText(text);
    expect(found).toEqual(['ads/a.yaml:3:5 text-over-lines', 'ads/a.yaml:3:5 wrong-shape']);
    expect(detail('wrong-shape')).toContain(words);
    expect(graph.resources.size).toBe(0);
  });

  it('is not an address that is forgotten', async () => {
    const { errors, detail } = await loadText('forgotten:\n  - group/a\n    group/b\n');
    expect(errors).toEqual(['ads/a.yaml:3:5 bad-address']);
    expect(detail('bad-address')).toContain('is it two addresses?');
  });

  it('is not an address that moves', async () => {
    const { errors } = await loadText(`${group()}moved:\n  - from: group/a\n      group/b\n    to: group/g\n`);
    expect(errors).toEqual(['ads/a.yaml:8:5 bad-address']);
  });
});

it('a keyword file without any line is an error', async () => {
  for (const content of ['', '\n\n', '\uFEFF']) {
    const { errors, detail } = await load({
      'ads/a.yaml': 'version: 1\nkeywordFiles: [k.csv]\n',
      'ads/k.csv': content,
    });
    expect(errors).toEqual(['ads/k.csv:1:1 csv-heading-missing']);
    expect(detail('csv-heading-missing')).toContain('empty');
  }
});

describe('the other files of a project', () => {
  it.each(['- address:group/a\n  attempt:x\n', '- address: group/a\n  absent: yes #确认\n  attempt: x\n'])(
    'resolutions %j settle nothing, and say so',
    async (text) => {
      await expect(parseResolutions(text, 'resolutions.yaml')).rejects.toThrow();
    },
  );

  it.each(['- groupId:1\n  picIdList:[2]\n', '- groupId: 1号 #组\n  picIdList: ["2"]\n'])(
    'a list of pictures to unbind: %j',
    async (text) => {
      await expect(parseUnbinding(text, 'unbind.yaml')).rejects.toThrow();
    },
  );

  it.each(['    limits:\n      requestsPerSecond: 5次 #每秒\n', '    guardrails: maxPrice:5\n      maxChanges:3\n'])(
    'the project file: %j',
    async (lines) => {
      const { project, diagnostics } = await loadProject(await folderOf({ 'adwright.yaml': PROJECT + lines }));
      expect(project).toBeUndefined();
      expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
    },
  );
});

/** What the stages below the readers do when a stage above them is wrong. */
describe('the net', () => {
  /** A reader that takes every place for one that was reported. */
  const silent = (value: unknown, faulty?: boolean): LocatedDocument => ({
    file: 'ads/a.yaml',
    value,
    ...(faulty !== undefined && { faulty }),
    isUnsure: () => true,
    place: (path) => ({ file: 'ads/a.yaml', line: 10 + (typeof path[1] === 'number' ? path[1] : 0), column: 1 }),
    offset: () => 0,
    line: () => '',
    written: () => undefined,
  });
  const collected = () => {
    const found: Diagnostic[] = [];
    return { found, report: (one: Diagnostic) => void found.push(one) };
  };
  const short = (found: readonly Diagnostic[]) => found.map(({ code, source }) => `${source?.line} ${code}`);

  it('catches an entry that a reader keeps silent about', async () => {
    const { found, report } = collected();
    const rows = [{ id: '1' }, { id: 'x' }, { id: '3' }, { id: '4', price: 'dear' }];
    const accepted = await acceptEntries(keywordSection, rows, ['keywords'], silent(rows), report);
    expect(accepted?.indexes).toEqual([0, 2]);
    expect(short(found)).toEqual(['11 entry-dropped', '13 entry-dropped']);
  });

  it('says nothing more where the reader has reported an error', async () => {
    const { found, report } = collected();
    await acceptEntries(keywordSection, [{ id: 'x' }], ['keywords'], silent([], true), report);
    expect(found).toEqual([]);
  });

  it('catches a whole section', async () => {
    const { found, report } = collected();
    expect(await acceptEntries(groupSection, 'g', ['groups'], silent('g'), report)).toBeUndefined();
    expect(short(found)).toEqual(['10 entry-dropped']);
  });

  const part = (section: ManifestSection, value: unknown) => ({
    section,
    document: silent(value),
    base: [section.key],
    value,
    rejected: [],
    images: new Map(),
  });
  const SETTINGS = {
    groupNames: { min: 1, max: 0, count: 'characters' },
    prices: { decimals: 2, groupZero: 'refused' },
  } as const;

  it('catches a kind that makes nothing of an entry', () => {
    const { found, report } = collected();
    const leaky = (section: ManifestSection): ManifestSection => ({
      ...section,
      expand: (value, context) => section.expand((value as readonly unknown[]).slice(1), context),
    });
    const pictures: ManifestSection = {
      ...groupSection,
      key: 'pictures',
      expand: (_value, context) => [
        { address: 'picture/2', kind: 'picture', desired: {}, origin: context.origin([1]) },
        { address: 'picture/3', kind: 'picture', desired: {}, origin: context.origin([1]) },
      ],
    };
    sectionResources(part(leaky(keywordSection), [{ id: '1' }, { id: '2' }]), SETTINGS, report);
    sectionResources(part(pictures, [{ id: '1' }, { id: '2' }]), SETTINGS, report);
    expect(short(found)).toEqual(['10 entry-dropped', '10 entry-dropped']);
  });

  it('catches an image that is neither loaded nor refused', async () => {
    const { found, report } = collected();
    const rule = { types: ['png'] } as const;
    const section: ManifestSection = { ...groupSection, images: () => [{ path: ['a', 'icon'], file: 'a.png', rule }] };
    const one = part(section, {});
    // A rule that passes no one and says nothing.
    one.images.set = () => one.images;
    await loadImages(await folderOf({ 'ads/a.png': png(10, 10) }), [one], diskFiles, report);
    expect(short(found)).toEqual(['10 entry-dropped']);
  });
});
