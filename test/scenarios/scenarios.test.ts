import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runStage, type Stage } from '../support/scenario/stage.js';
import { World } from '../support/scenario/world.js';

/**
 * Every folder here is a scenario: `project/` is what a user has in front of them, with the service's contents in its
 * sandbox.yaml; `scenario.ts`, where there is one, says what happens in which order. Every example of one account is one too.
 */
const here = dirname(fileURLToPath(import.meta.url));
const examples = join(here, '../../examples');

const folders = (path: string) =>
  readdirSync(path, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

const scenarios = [
  ...folders(here)
    .filter((name) => existsSync(join(here, name, 'project')))
    .map((name) => ({ name, project: join(here, name, 'project') })),
  ...folders(examples)
    .filter((name) => name !== 'agency')
    .map((name) => ({ name: `example-${name}`, project: join(examples, name) })),
];

test.each(scenarios)('$name', async ({ name, project }) => {
  const golden = join(here, name, 'golden');
  if (process.env['UPDATE_GOLDEN'] === '1') rmSync(golden, { recursive: true, force: true });
  const stages = await stagesOf(name);
  const world = await World.start({ project });
  for (const stage of stages) {
    await runStage(world, stage, stages.length === 1 ? golden : join(golden, stage.name));
  }
  expect(recorded(golden), 'every golden file belongs to a stage').toEqual(
    stages.length === 1 ? [] : stages.map((stage) => stage.name).sort(),
  );
});

async function stagesOf(name: string): Promise<readonly Stage[]> {
  const file = join(here, name, 'scenario.ts');
  if (!existsSync(file)) return [{ name: 'apply' }];
  const module: { stages: readonly Stage[] } = await import(file);
  return module.stages;
}

const recorded = (golden: string) => (existsSync(golden) ? folders(golden).sort() : []);
