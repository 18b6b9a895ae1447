import { expect, test } from 'vitest';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** A keyword as the service has it, with these words of its review. */
const keyword = (id: string, review: string) =>
  `  - { id: "${id}", groupId: "556001", word: w${id}, price: "0.80", matchType: phrase${review} }\n`;

const REJECTED = keyword('1', ', status: reject, mobileStatus: pass, cause: 违禁词');
const PENDING_ON_MOBILES = keyword('2', ', mobileStatus: pending');
const SERVING = keyword('3', '');

async function worldOf(keywords: readonly string[]): Promise<World> {
  const ids = keywords.map((one) => /"(\d+)"/.exec(one)?.[1]);
  const manifest = `version: 1\nkeywords:\n${ids.map((id) => `  - { id: ${id}, price: 0.80 }\n`).join('')}`;
  return World.start({
    files: { 'adwright.yaml': projectFile(), 'ads/a.yaml': manifest },
    fixture: `keywords:\n${keywords.join('')}`,
  });
}

test.each([
  [[REJECTED, SERVING], 'rejected', 5],
  [[REJECTED, SERVING], 'pending', 0],
  [[REJECTED, SERVING], 'pending, rejected', 5],
  [[PENDING_ON_MOBILES], 'pending', 5],
  [[PENDING_ON_MOBILES], 'rejected', 0],
  [[SERVING], 'rejected,pending', 0],
] as const)('status of %j with --fail-on %s ends with %i', async (keywords, list, code) => {
  const world = await worldOf(keywords);
  const run = await world.json('rows', ['status', '--fail-on', list]);
  expect(run.code).toBe(code);
  // What it prints is the same without.
  const plain = await world.run(['status', '--json']);
  expect(plain).toMatchObject({ code: 0, stdout: run.stdout });
});

test.each(['reject', 'rejected,', 'all'])('--fail-on %s is refused with the words that there are', async (list) => {
  const world = await worldOf([SERVING]);
  const { code, document } = await world.json('error', ['status', '--fail-on', list]);
  expect(code).toBe(1);
  expect(document.error.message).toContain('--fail-on accepts rejected, pending');
  expect(world.sandbox.control.log()).toEqual([]);
});
