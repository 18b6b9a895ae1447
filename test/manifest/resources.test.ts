import { describe, expect, it } from 'vitest';
import { allFaults, type LoadedManifests, loadManifests } from '../../src/manifest/graph/load-manifests.js';
import { PagedResources } from '../../src/manifest/long-lists/paged-resources.js';
import { HeldResources } from '../../src/manifest/table/table-resources.js';
import { loadProject } from '../../src/project/project.js';
import { folderOf, PROJECT, SECTIONS } from './support.js';

const FILES = {
  'ads/a.yaml':
    'version: 1\nkeywords:\n  - id: 5\n    price: 1.00\n  - id: 6\n    price: 2.00\n  - id: 7\n    price: 3.00\ngroups:\n  g:\n    campaignId: 1\n    name: n\n    price: 1\n',
  'ads/b.yaml': 'version: 1\npictures:\n  - id: 9\n    tags: [a]\n',
};

/** Files from so many bytes on are read by pages of 20 bytes: the first file alone, or none. */
async function loaded(from: number, files: Record<string, string> = FILES): Promise<LoadedManifests> {
  const { project } = await loadProject(await folderOf({ 'adwright.yaml': PROJECT, ...files }));
  const account = project?.accounts.get('main');
  if (project === undefined || account === undefined) throw new Error('no project');
  return loadManifests({ project, account, sections: SECTIONS, paging: { from, page: 20 } });
}

describe.each([
  ['small manifests', Number.POSITIVE_INFINITY, HeldResources],
  ['large manifests', 80, PagedResources],
])('the resources of %s', (_, from, kind) => {
  it('are what is held and the batches, each once', async () => {
    const { resources } = (await loaded(from)).graph;
    expect(resources).toBeInstanceOf(kind);
    const seen = [...resources.held()].map(({ address }) => address);
    for await (const batch of resources.batches()) seen.push(...batch.map(({ address }) => address));
    expect(seen.sort()).toEqual(['group/g', 'keyword/5', 'keyword/6', 'keyword/7', 'picture/9']);
  });

  it('are known as a whole once they are finished, in the order of the files', async () => {
    const { resources } = (await loaded(from)).graph;
    expect((await resources.finish()).diagnostics).toEqual([]);
    expect([...resources.keys()]).toEqual(['group/g', 'keyword/5', 'keyword/6', 'keyword/7', 'picture/9']);
    expect([...resources.values()].map(({ address }) => address)).toEqual([...resources.keys()]);
    expect(resources.size).toBe(5);
    expect(resources.get('keyword/6')?.desired).toEqual({ price: '2.00' });
    expect(resources.get('picture/9')?.desired).toEqual({ tags: ['a'] });
    expect([resources.has('keyword/7'), resources.has('keyword/8'), resources.has('group/g')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('have one digest, asked for early or late', async () => {
    const { resources } = (await loaded(from)).graph;
    const { digest } = await resources.finish();
    for await (const _batch of resources.batches());
    const other = await (await loaded(0)).graph.resources.finish();
    expect(digest()).toMatch(/^[0-9a-f]{64}$/);
    expect([digest(), (await resources.finish()).digest()]).toEqual([other.digest(), other.digest()]);
  });

  it('tell each fault once, at the loading or at the end', async () => {
    const cut = FILES['ads/a.yaml'].replace('id: 6\n', 'id: 6\n    word: 鞋 #x\n');
    const fault = await loaded(from, {
      'ads/a.yaml': cut,
      'ads/b.yaml': 'version: 1\npictures:\n  - id: 09\n    tags: [a]\n',
    });
    const late = (await fault.graph.resources.finish()).diagnostics;
    expect([...fault.diagnostics, ...late].map(({ code }) => code).sort()).toEqual(
      (await allFaults(fault)).map(({ code }) => code).sort(),
    );
    expect((await allFaults(fault)).map(({ code, source }) => `${source?.file}:${source?.line} ${code}`)).toEqual([
      'ads/a.yaml:6 text-cut-by-comment',
      'ads/b.yaml:3 bad-id',
    ]);
    // A second caller gets the same result.
    expect((await fault.graph.resources.finish()).diagnostics).toEqual(late);
  });
});

it('how many rows are to come is guessed before they are read, and known afterwards', async () => {
  const keywords = Array.from({ length: 40 }, (_, n) => `  - id: ${100 + n}\n`).join('');
  const { resources } = (await loaded(80, { 'ads/a.yaml': `version: 1\nkeywords:\n${keywords}` })).graph;
  // One list, of which nothing is known but that it is there.
  expect(resources.expected).toBe(1);
  let read = 0;
  for await (const batch of resources.batches()) {
    read += batch.length;
    expect(resources.expected).toBeGreaterThanOrEqual(read);
    expect(resources.expected).toBeLessThanOrEqual(50);
  }
  expect([read, resources.expected]).toEqual([40, 40]);
});

it('rows that were read at the loading are reported then, and not at the end', async () => {
  const text = `version: 1\nkeywords:\n  - id: 5\n    word: 鞋 #x\n  - id: 6\nforgotten: [keyword/6]\n`;
  const { graph, diagnostics } = await loaded(20, { 'ads/a.yaml': text });
  expect(graph.resources).toBeInstanceOf(PagedResources);
  expect(diagnostics.map(({ code }) => code)).toEqual(['text-cut-by-comment', 'still-declared']);
  expect((await graph.resources.finish()).diagnostics).toEqual([]);
});
