import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Fault } from '../../src/sandbox/index.js';
import { projectFile, SMALL } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** Tokens, rates, gateways and encodings, from the command line to the service and back. */

const APPLY = ['apply', '--auto-approve', '--quiet'];
const IDS = Array.from({ length: 12 }, (_, index) => 501 + index);

/** Twelve keywords that are read and written one by one, and a group. */
async function oneByOne(options = ''): Promise<World> {
  const limits = '    limits: { keywordsPerRead: 1, keywordsPerUpdate: 1, concurrentReads: 1 }\n';
  const keywords = IDS.map((id) => `  - { id: ${id}, price: 0.90, status: enable }\n`).join('');
  return World.start({
    files: {
      'adwright.yaml': projectFile(limits),
      'ads/all.yaml': `version: 1\ngroups:\n  a: { campaignId: 1001, name: A, price: 1 }\nkeywords:\n${keywords}`,
    },
    fixture: `keywords:\n${IDS.map((id) => `  - { id: "${id}", price: "0.50" }\n`).join('')}options: { ${options} }\n`,
  });
}

const madeTwice = (world: World) =>
  world.sandbox.control
    .state()
    .groups.filter(({ name }) => name === 'A')
    .slice(1);
const logins = (world: World) => world.requests().filter(({ operation }) => operation === 'login').length;

test.each([401, 403, 200])('a token refused (%i) after call 7 costs one login and one repeat', async (status) => {
  const world = await oneByOne(`refusedToken: ${status}`);
  world.sandbox.control.addFaults({ operation: 'getKeywords', kind: 'token', from: 8 });
  await world.must(...APPLY);
  expect(logins(world)).toBe(2);
  expect(world.sandbox.control.state().keywords.map(({ price }) => price)).toEqual(IDS.map(() => '0.90'));
  expect(madeTwice(world)).toEqual([]);
});

test.each([401, 403, 200])('a token refused (%i) forever ends the run after one more login', async (status) => {
  const world = await oneByOne(`refusedToken: ${status}`);
  world.sandbox.control.addFaults({ operation: 'getKeywords', kind: 'token', from: 8, times: 0 });
  const { code, stderr } = await world.run(APPLY);
  expect(code).toBe(1);
  expect(stderr).toMatch(/A new login did not help/);
  expect(logins(world)).toBe(2);
  expect(world.writes()).toEqual([]);
});

test('ten hours are counted before each call', async () => {
  const world = await oneByOne();
  world.onRequest = ({ operation }) => {
    if (operation === 'accountInfo') world.clock.turn(10 * 3_600_000 - 300_000);
  };
  await world.must('plan');
  expect(logins(world)).toBe(2);
});

test('throttled every third call and then ten times in a row, everything is done once', async () => {
  const world = await oneByOne();
  const throttled = (from: number, times = 1): Fault => ({ operation: '*', kind: 'status', status: 429, from, times });
  world.sandbox.control.addFaults(...[3, 6, 9, 12, 15, 18].map((from) => throttled(from)), throttled(21, 10));
  const began = world.clock.now().getTime();
  const { code, stderr } = await world.run(['apply', '--auto-approve', '--verbose']);
  expect(code).toBe(0);
  expect(world.sandbox.control.state().keywords.every(({ price }) => price === '0.90')).toBe(true);
  expect(madeTwice(world)).toEqual([]);
  const waits = [...stderr.matchAll(/debug: waiting ([\d.]+) s: the service asked for fewer calls/g)].map(
    ([, seconds]) => Number(seconds),
  );
  expect(waits).toHaveLength(16);
  const inARow = waits.slice(-10);
  expect(Math.max(...inARow.slice(5))).toBeGreaterThan(4 * Math.max(...inARow.slice(0, 1)));
  expect((world.clock.now().getTime() - began) / 1000).toBeLessThan(600);
});

test('more waiting than the cap allows ends the run and says when to come back', async () => {
  const world = await oneByOne();
  world.sandbox.control.addFaults({ operation: 'updateKeywords', kind: 'status', status: 429, from: 4, times: 0 });
  const { code, document } = await world.json('apply', APPLY);
  expect(code).toBe(3);
  expect(document.summary).toMatchObject({ done: 4, skipped: 9 });
  expect(document.items.at(-1)?.note).toMatch(/until 2026-03-02T.*Run the same command again after that/s);
});

const HTML = '<html>\n<h1>502 Bad Gateway</h1></html>';
const BODIES: readonly [string, Omit<Fault, 'operation'>][] = [
  ['200 with HTML', { kind: 'html', body: HTML }],
  ['502 with HTML', { kind: 'html', status: 502, body: HTML }],
  ['200 with an empty body', { kind: 'empty' }],
  ['200 with null', { kind: 'status', status: 200, body: 'null' }],
  ['JSON cut off', { kind: 'status', status: 200, body: '{"groupIdList":[91' }],
];

test.each(BODIES)('%s is a reason to read again, and never to create again', async (_, fault) => {
  const world = await World.start(SMALL);
  world.sandbox.control.addFaults(
    { operation: 'getKeywords', times: 2, ...fault },
    { operation: 'addGroups', ...fault },
  );
  const { code, document } = await world.json('apply', APPLY);
  expect(code).toBe(4);
  const group = document.items.find(({ address }) => address === 'group/autumn');
  expect(group).toMatchObject({
    outcome: 'unknown',
    note: expect.stringMatching(/^Batch add groups: HTTP (200|502)/),
  });
  expect(group?.note).not.toMatch(/Unexpected|undefined|\[object/);
  if (fault.body === HTML)
    expect(group?.note).toContain(
      'text/html) with a reply that is not a JSON object; it begins: <html> <h1>502 Bad Gateway',
    );
  expect(world.writes().filter(({ operation }) => operation === 'addGroups')).toHaveLength(1);
  const keyword = document.items.find(({ address }) => address === 'keyword/80001001');
  expect(keyword).toMatchObject({ outcome: 'done' });
});

test('+, / and = of base64, & and % of names and of the password arrive byte for byte', async () => {
  // Pixels that do not compress, so that the base64 text holds every character it can.
  const pixels = Uint8Array.from({ length: 61 * 64 * 3 }, (_, index) => (index * index * 7919) >> 5);
  const icon = await sharp(pixels, { raw: { width: 61, height: 64, channels: 3 } })
    .png()
    .toBuffer();
  const text = icon.toString('base64');
  expect([/\+/.test(text), /\//.test(text)]).toEqual([true, true]);
  const name = 'A&B=C 100%+';
  const world = await World.start({
    files: {
      'adwright.yaml': projectFile(),
      'ads/icon.png': icon,
      'ads/all.yaml': `version: 1
groups:
  a: { campaignId: 1001, name: "${name}", price: 1 }
  b: { campaignId: 1001, name: b, price: 1 }
apps:
  shop: { title: "${name}", type: iOS, icon: icon.png, appUrl: "https://dl.example.com/a?x=1&y=%20+z" }
`,
    },
    fixture: 'options: { login: { passwd: "p+ss%2B& word=" } }',
  });
  world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'status', status: 413 });
  const { code, stderr } = await world.run(['apply', '--auto-approve', '--verbose']);
  expect(code).toBe(0);
  const { groups, apps, tasks } = world.sandbox.control.state();
  expect(groups.map((group) => group.name).sort()).toEqual([name, 'b'].sort());
  const sent = world.writes().find(({ operation }) => operation === 'addAppTask')?.fields['apps'] ?? '';
  const digest = createHash('sha256')
    .update(text.replace(/=+$/, (end) => end))
    .digest('hex')
    .slice(0, 12);
  expect(sent).toContain(digest);
  expect([apps.length + tasks.length > 0, sent.includes('https://dl.example.com/a?x=1&y=%20+z')]).toEqual([true, true]);
  // 413 cut the batch in two, and the size of each body is in the log of --verbose.
  const sizes = [...stderr.matchAll(/debug: addGroups \S+: (\d+) bytes sent; (\d+)/g)].map(([, , status]) => status);
  expect(sizes).toEqual(['413', '200', '200']);
});
