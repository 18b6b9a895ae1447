import { expect, test } from 'vitest';
import { SMALL } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

test.each([
  ['without a terminal', ['apply'], {}],
  ['in CI', ['apply'], { env: { CI: 'true' } }],
  ['in CI that spells itself 1', ['apply'], { env: { CI: '1' } }],
  ['in CI that spells itself TRUE', ['apply'], { env: { CI: 'TRUE' } }],
  // A yes that some other program printed into the pipe is no one's word.
  ['with a yes in the pipe', ['apply'], { answer: 'yes' }],
  ['with --json, where no question can be asked', ['apply', '--json'], { terminal: true, answer: 'yes' }],
])('%s, apply needs its answer beforehand, and makes no call', async (_where, argv, options) => {
  const world = await World.start(SMALL);
  const { code, stdout, stderr } = await world.run(argv, options);
  expect(code).toBe(1);
  expect(stdout + stderr).toContain('confirmation-needed');
  expect(stdout + stderr).toContain('--auto-approve');
  expect(world.requests()).toEqual([]);
});

test.each(['', 'y', 'Yes', 'YES', 'no', 'yes please', 'ja'])('%j is no yes', async (answer) => {
  const world = await World.start(SMALL);
  const { code, stderr } = await world.run(['apply'], { terminal: true, answer });
  expect(code).toBe(1);
  expect(stderr).toContain('not-confirmed');
  expect(stderr.split('Nothing was sent')).toHaveLength(2);
  expect(world.writes()).toEqual([]);
  expect((await world.run(['state', 'list'])).stdout).not.toContain('group/');
});

test('the plan comes before the question, and `yes` carries it out', async () => {
  const world = await World.start(SMALL);
  const { code, stdout, stderr } = await world.run(['apply', '--no-color'], { terminal: true, answer: 'yes' });
  expect(code).toBe(0);
  const question = stderr.indexOf('Apply these 3 changes to the account main?');
  expect(stderr.indexOf('+ group/autumn')).toBeGreaterThan(-1);
  expect(question).toBeGreaterThan(stderr.indexOf('+ group/autumn'));
  expect(stdout).toContain('Applied: 3 done.');
  expect(stdout).not.toContain('Apply th');
});

test('nothing is asked where there is nothing to do', async () => {
  const world = await World.start(SMALL);
  await world.must('apply', '--auto-approve');
  const { code, stdout, stderr } = await world.run(['apply', '--no-color'], { terminal: true, answer: 'no' });
  expect(code).toBe(0);
  expect(stderr).not.toContain('Apply th');
  expect(stdout).toContain('Nothing to do');
});
