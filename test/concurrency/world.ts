import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { gitPlace } from '../state/git-backend-place.js';
import { adwright } from '../support/cli.js';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';
import { environmentOf } from './command.js';

export const APPLY = ['apply', '--auto-approve', '--quiet', '--json'];

export const groupsYaml = (names: readonly string[]) =>
  `version: 1\ngroups:\n${names.map((name) => `  ${name}: { campaignId: 1001, name: ${name}, price: 1 }\n`).join('')}`;

/** Groups that go two by two. */
export async function groupsWorld(names: readonly string[], state = ''): Promise<World> {
  const limits = '    limits: { groupsPerAdd: 2, requestsPerSecond: 1000 }\n';
  return World.start({
    files: {
      'adwright.yaml': projectFile(limits, `state: { lockTimeoutSeconds: 0${state} }\n`),
      'ads/all.yaml': groupsYaml(names),
    },
    fixture: '{}',
  });
}

/** The same project in clones of one bare repository that keeps the state. */
export async function clonesOf(
  world: World,
): Promise<{ readonly clones: readonly string[]; readonly remote: string; fresh(): Promise<string> }> {
  const place = await gitPlace();
  onTestFinished(() => place.remove());
  const fresh = async (clone: Promise<string> | string) => {
    const folder = await clone;
    for (const name of ['adwright.yaml', 'ads'])
      await cp(join(world.folder, name), join(folder, name), { recursive: true });
    return folder;
  };
  // The state is begun, and its lineage committed.
  const [first = '', ...others] = await Promise.all(place.clones.map(fresh));
  const begun = await adwright(first, ['state', 'init'], { env: environmentOf(world) });
  if (begun.code !== 0) throw new Error(begun.stderr);
  await cp(join(first, 'adwright.yaml'), join(world.folder, 'adwright.yaml'));
  const clones = [first, ...(await Promise.all(others.map(fresh)))];
  return { clones, remote: place.remote, fresh: () => fresh(place.makeClone()) };
}

/** How often the service has each of these groups: once is right. */
export function timesMade(world: World, names: readonly string[]): readonly number[] {
  const { groups } = world.sandbox.control.state();
  return names.map((name) => groups.filter((one) => one.name === name).length);
}
