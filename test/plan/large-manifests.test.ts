import { describe, expect, it } from 'vitest';
import { loadManifests } from '../../src/manifest/graph/load-manifests.js';
import type { ResourcePart } from '../../src/model/index.js';
import { createPlan, type Reader } from '../../src/plan/create-plan.js';
import type { PlanInputs } from '../../src/plan/plan-inputs.js';
import { loadProject } from '../../src/project/project.js';
import { folderOf, PROJECT, SECTIONS } from '../manifest/support.js';
import { entry, inputs, kinds, NOW, observation, state } from './support.js';

const COUNT = 30;
const MANIFEST = `version: 1\ngroups:\n  g:\n    campaignId: 1\n    name: n\n    price: 1\nkeywords:\n${Array.from(
  { length: COUNT },
  (_, n) => `  - id: ${100 + n}\n    price: 1.50\n`,
).join('')}`;

/** A manifest that is read by pages. */
async function given(parts: Partial<PlanInputs> = {}): Promise<PlanInputs> {
  const { project } = await loadProject(await folderOf({ 'adwright.yaml': PROJECT, 'ads/a.yaml': MANIFEST }));
  const account = project?.accounts.get('main');
  if (project === undefined || account === undefined) throw new Error('no project');
  const { graph } = await loadManifests({ project, account, sections: SECTIONS, paging: { from: 100, page: 100 } });
  return inputs([], { graph, ...parts });
}

interface Asked {
  /** How many resources were known when the reading began. */
  known: number;
  expected: number;
  held: readonly string[];
  rows: readonly string[];
}

/** Reads every row that it is handed, batch by batch; all are in effect but those that `price` says something of. */
function reading({ graph }: PlanInputs, price: Readonly<Record<string, string>> = {}) {
  const asked: Asked = { known: graph.resources.size, expected: 0, held: [], rows: [] };
  const read: Reader = async function* (part: ResourcePart) {
    asked.known = graph.resources.size;
    asked.held = [...part.held()].map(({ address }) => address);
    asked.expected = part.expected;
    const kind = kinds.get('keyword');
    if (kind === undefined) throw new Error('no keywords');
    for await (const batch of part.batches()) {
      asked.rows = [...asked.rows, ...batch.map(({ address }) => address)];
      const found = batch.map((one) => {
        const values = { price: price[one.id ?? ''] ?? '1.50' };
        return [one, observation(one.id ?? '', values, { underReview: price[one.id ?? ''] !== undefined })] as const;
      });
      yield { kind, batch: { found, missing: [] } };
    }
  };
  return { asked, read };
}

describe('a plan of a long list', () => {
  it('compares each row when it is read, and knows of none before', async () => {
    const start = await given();
    const { asked, read } = reading(start, { 107: '2.00', 129: '3.00' });
    const { plan } = await createPlan(start, read);
    expect(asked).toMatchObject({ known: 1, held: ['group/g'] });
    expect(asked.rows).toHaveLength(COUNT);
    expect(plan.summary).toMatchObject({ noop: COUNT - 2, update: 2, create: 1 });
    expect([...plan.changes].map(({ action, address }) => `${action} ${address}`)).toEqual([
      'create group/g',
      'update keyword/107',
      'update keyword/129',
    ]);
  });

  it('needs to know no more where the state remembers single rows', async () => {
    const sent = entry('keyword/107', { price: '1.50' }, { status: 'pending', id: '107' });
    const start = await given({ state: state([sent]) });
    const { asked, read } = reading(start, { 107: '1.00' });
    const { plan } = await createPlan(start, read);
    expect(asked.known).toBe(1);
    expect([...plan.changes].map(({ action, address }) => `${action} ${address}`)).toEqual([
      'create group/g',
      'pending keyword/107',
    ]);
  });

  it('asks for the rows in sight only, and knows how many they are', async () => {
    const start = await given({ targets: ['keyword/11*'] });
    const { asked, read } = reading(start, { 105: '9.00', 115: '9.00' });
    const { plan } = await createPlan(start, read);
    expect(asked).toEqual({
      known: COUNT + 1,
      expected: 10,
      held: [],
      rows: Array.from({ length: 10 }, (_, n) => `keyword/11${n}`),
    });
    expect([...plan.changes].map(({ address }) => address)).toEqual(['keyword/115']);
  });

  it('reads no row again where none is in sight', async () => {
    const start = await given({ targets: ['group/g'] });
    const { asked, read } = reading(start);
    await createPlan(start, read);
    expect(asked).toMatchObject({ expected: 0, held: ['group/g'], rows: [] });
  });

  it('without reading compares the rows with the baseline', async () => {
    const start = await given();
    const { plan } = await createPlan(start, undefined);
    expect(plan).toMatchObject({ unread: true, createdAt: NOW, summary: { update: COUNT, create: 1 } });
    expect([...plan.changes].slice(0, 2).map(({ address }) => address)).toEqual(['group/g', 'keyword/100']);
  });

  it('reports each row that is in effect', async () => {
    const heard: string[] = [];
    const learner = { marks: [], settled: (_: unknown, id: string) => heard.push(id) };
    const start = await given({ learner });
    const { read } = reading(start, { 107: '2.00' });
    await createPlan(start, read);
    expect(heard).toHaveLength(COUNT - 1);
    expect(heard).not.toContain('107');
  });
});
