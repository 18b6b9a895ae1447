import { expect, test } from 'vitest';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** Five keywords, read one by one from a service that takes two seconds for each answer. */
async function slowReads(): Promise<World> {
  const ids = [1, 2, 3, 4, 5];
  const world = await World.start({
    files: {
      'adwright.yaml': projectFile(
        '    limits: { keywordsPerRead: 1, keywordsPerUpdate: 1, concurrentReads: 1, requestsPerSecond: 1000 }\n',
      ),
      'ads/k.yaml': `version: 1\nkeywords:\n${ids.map((id) => `  - { id: ${id}, price: 0.90 }\n`).join('')}`,
    },
    fixture: `keywords:\n${ids.map((id) => `  - { id: "${id}", groupId: "1", price: "0.80" }\n`).join('')}`,
  });
  world.onRequest = () => world.clock.turn(2_000);
  return world;
}

/** Escapes as a character that patterns can name. */
const spelled = (text: string) => text.replaceAll('\u001b', '␛');

test('without a terminal, a plain line every few seconds with count, rate and time left, and one at the end', async () => {
  const { stderr, stdout } = await (await slowReads()).must('plan');
  const lines = stderr.split('\n').filter((line) => line.startsWith('reading keywords: '));
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.length).toBeLessThan(5);
  expect(lines[0]).toMatch(/^reading keywords: [23]\/5, 0\.\d\/s, \d+ s left$/);
  expect(lines.at(-1)).toMatch(/^reading keywords: 5\/5, 0\.5\/s, in 1\d s$/);
  expect(stderr).not.toContain('\u001b');
  expect(stdout).not.toContain('reading');
});

test('on a terminal, a bar in one line that is rewritten', async () => {
  const world = await slowReads();
  const { stderr } = await world.run(['plan'], { terminal: true });
  expect(stderr).toContain('\r\u001b[Kreading keywords  ░░░░');
  expect(spelled(stderr)).toMatch(/\r␛\[Kreading keywords {2}█{8}░{12} {2}40% {2}2\/5 {2}0\.5\/s {2}6 s left/);
  expect(spelled(stderr)).toMatch(/\r␛\[Kreading keywords {2}█{20} 100% {2}5\/5 {2}0\.5\/s {2}in 10 s\n$/);
});

test('an apply shows its batches too', async () => {
  const world = await slowReads();
  const { stderr, code } = await world.run(['apply', '--auto-approve']);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^updating keywords: [1-4]\/5, /m);
});

test('a quick command shows none, and --quiet none at all; with --json stdout is the document alone', async () => {
  const world = await slowReads();
  const { stderr } = await world.run(['plan', '--quiet'], { terminal: true });
  expect(stderr).toBe('');
  await world.json('plan', ['plan']);
  world.onRequest = undefined;
  expect((await world.run(['plan'])).stderr).toBe('');
  // A bar that was over at once leaves no trace on a terminal.
  expect(spelled((await world.run(['plan'], { terminal: true })).stderr)).toMatch(/\r␛\[K$/);
});

test('what is said in between takes the place of the bar', async () => {
  const world = await slowReads();
  world.sandbox.control.addFaults({ operation: 'getKeywords', kind: 'status', status: 500, from: 3, times: 0 });
  const { stderr, code } = await world.run(['plan'], { terminal: true });
  expect(code).toBe(1);
  const error = stderr.indexOf('error');
  expect(spelled(stderr.slice(0, error))).toMatch(/left\r␛\[K(␛\[[\d;]*m)*$/);
});
