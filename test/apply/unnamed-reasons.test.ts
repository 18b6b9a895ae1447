import { describe, expect, it } from 'vitest';
import { creative, group } from '../plan/support.js';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';
import { Bench } from './bench.js';

/** What a reply says of no item in particular: once in the text, in `--json` and in the journal, however much it is. */

const APPLY = ['apply', '--auto-approve'];
const SAID = ['one', 'two', 'three', 'four', 'five', 'six'];
const REASONS = SAID.map((word) => ({ code: 50403, message: `reason-${word}` }));

const GROUPS = `version: 1
groups:
  a: { campaignId: 1001, name: A, price: 1 }
  b: { campaignId: 1001, name: B, price: 1 }
  c: { campaignId: 1001, name: C, price: 1 }
`;
const KEYWORDS = `version: 1
keywords:
  - { id: 501, price: 0.80, status: enable }
  - { id: 502, price: 0.90, status: enable }
  - { id: 503, price: 0.70, status: enable }
`;
const LIVE = ['501', '502', '503'].map((id) => `  - { id: "${id}", groupId: "9", word: w${id}, price: "0.50" }\n`);

const APPS = `version: 1
apps:
  a: { title: 鞋城一, type: iOS, icon: icon.png, appUrl: "https://dl.example.com/a" }
  b: { title: 鞋城二, type: iOS, icon: icon.png, appUrl: "https://dl.example.com/b" }
`;
const ICON = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

type Operation = 'addGroups' | 'updateKeywords' | 'addAppTask';

async function worldOf(manifest: string, operation: Operation, reply: object, fixture = ''): Promise<World> {
  const files = { 'adwright.yaml': projectFile(), 'ads/all.yaml': manifest, 'ads/icon.png': ICON };
  const world = await World.start({ files, fixture });
  const body = JSON.stringify(reply);
  world.sandbox.control.addFaults({ operation, kind: 'status', status: 200, body, effect: operation === 'addAppTask' });
  return world;
}

const times = (text: string, word: string) => text.replace(/\s+/g, ' ').split(word).length - 1;

describe.each([
  ['groups', GROUPS, 'addGroups', { groupIdList: [0, 0, 910003] }, '', ['group/a', 'group/b']],
  [
    'keywords',
    KEYWORDS,
    'updateKeywords',
    { errno: 10000, affectedRecords: 1, failKeywordIds: '501,502' },
    `keywords:\n${LIVE.join('')}`,
    ['keyword/501', 'keyword/502'],
  ],
] as const)('six reasons for two %s', (_, manifest, operation, results, fixture, failed) => {
  const open = () => worldOf(manifest, operation, { ...results, failures: REASONS }, fixture);

  it('are reported once each in the text and in the journal', async () => {
    const world = await open();
    const { code, stdout, stderr } = await world.run(APPLY);
    expect(code).toBe(3);
    const log = (await world.must('state', 'log', '--json')).stdout;
    for (const word of SAID) {
      expect(times(`${stdout}${stderr}`, `reason-${word}`)).toBe(1);
      expect(times(log, `reason-${word}`)).toBe(1);
    }
  });

  it('are in the journal until the next apply', async () => {
    const world = await open();
    await world.run(APPLY);
    await world.must(...APPLY);
    expect((await world.must('state', 'log', '--json')).stdout).not.toContain('reason-');
  });

  it('are reported once each in the JSON, next to the items, which have the code that all share', async () => {
    const world = await open();
    const { document } = await world.json('apply', [...APPLY, '--quiet']);
    const errors = document.items.flatMap(({ address, error }) =>
      error !== undefined && failed.some((one) => one === address) ? [error] : [],
    );
    expect(errors.map(({ code }) => code)).toEqual(['50403', '50403']);
    for (const { message } of errors) {
      expect(message).toContain('; the reply has 6 reasons that name no item');
      expect(message).not.toContain('reason-');
    }
    const told = document.diagnostics.filter(({ code }) => code === 'failure-unnamed');
    expect(told).toHaveLength(1);
    for (const word of SAID) expect(times(JSON.stringify(document), `reason-${word}`)).toBe(1);
  });
});

describe('an app that the reply refuses next to a task for the others', () => {
  const refusal = { code: 50403, message: 'title is taken' };

  it('is reported at once where nothing says which one it is, with the way out: exit 3', async () => {
    const world = await worldOf(APPS, 'addAppTask', { appTaskId: 55, failures: [refusal] });
    world.sandbox.control.setOptions({ appTaskSeconds: 600 });
    const { code, document } = await world.json('apply', [...APPLY, '--quiet']);
    expect({ code, status: document.status }).toEqual({ code: 3, status: 'partial' });
    const [told, ...more] = document.diagnostics.filter((one) => one.code === 'task-failure-unnamed');
    expect(more).toEqual([]);
    expect(told?.detail).toContain(
      'app/a and 1 more: the reply does not say which item these reasons are about: 50403: title',
    );
    expect(told?.help).toContain('adwright resolve ADDRESS --absent');
  });

  it('and every plan keeps saying so, until it shows up or is given up', async () => {
    const world = await worldOf(APPS, 'addAppTask', { appTaskId: 55, failures: [refusal] });
    world.sandbox.control.setOptions({ appTaskSeconds: 600 });
    await world.run(APPLY);
    const plan = (await world.run(['plan'])).stdout.replace(/\s+/g, ' ');
    expect(plan).toContain('title is taken');
    expect(plan).toContain('adwright resolve app/a --absent');
    expect(plan).not.toContain('Nothing: every plan looks for it');
  });

  it.each([
    ['its title', { title: '鞋城二' }],
    ['its place', { description: 'apps[1].title' }],
  ])('fails at once where the failure names %s', async (_, name) => {
    const world = await worldOf(APPS, 'addAppTask', { appTaskId: 55, failures: [{ ...refusal, ...name }] });
    const { code, document } = await world.json('apply', [...APPLY, '--quiet']);
    expect(code).toBe(3);
    expect(document.items.map(({ outcome }) => outcome)).toEqual(['pending', 'failed']);
    expect(document.items[1]?.error).toMatchObject({ code: '50403' });
    expect(document.diagnostics.map((one) => one.code)).not.toContain('task-failure-unnamed');
  });
});

describe('reasons for creatives of groups that were made a moment ago, which are tried again', () => {
  const zero = (groupId: string) => ({ id: '0', type: 'sublinks', groupId, device: 'mobile' });
  const desired = [group('g0'), group('g1'), creative('g0'), creative('g1')];

  async function run(times: number) {
    const bench = await Bench.open();
    const ids = ['880001', '880002'];
    const arm = (operation: 'addGroups' | 'addRichCreatives', reply: object, count: number) =>
      bench.sandbox.control.addFaults({
        operation,
        kind: 'status',
        status: 200,
        body: JSON.stringify(reply),
        times: count,
      });
    arm('addGroups', { groupIdList: ids }, 1);
    arm('addRichCreatives', { success: ids.map(zero), failures: REASONS.slice(0, 3) }, times);
    const success = ids.map((id, n) => ({ ...zero(id), id: `5${n}` }));
    arm('addRichCreatives', { success }, 0);
    const { context, outcomes } = await bench.apply(desired);
    return { outcomes, told: context.warnings.filter(({ code }) => code === 'failure-unnamed').length };
  }

  it('are reported once where no round helps', async () => {
    expect(await run(0)).toEqual({ outcomes: ['done', 'done', 'failed', 'failed'], told: 1 });
  });

  it('and not at all where a later round does', async () => {
    expect(await run(2)).toEqual({ outcomes: ['done', 'done', 'done', 'done'], told: 0 });
  });
});
