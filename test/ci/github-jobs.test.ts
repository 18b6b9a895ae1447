import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { SMALL_MANIFEST } from '../support/scenario/projects.js';
import { type Action, jobsOf, type Runner, runJob, type StandIn, type Workflow } from './github-runner.js';
import { Notes } from './notes.js';
import { Provider } from './provider.js';
import { toolFolder } from './tool.js';

const read = (file: string) => readFile(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
const TOKEN = 'job-token';
/** `npm run test:ci` runs every job; each takes seconds. `npm test` runs one of each script of the workflow and of the action. */
const isFull = process.env['ADWRIGHT_CI'] === 'full';
const PROJECT = 'version: 1\naccounts:\n  main: { baseUrl: "SERVICE" }\nstate: { backend: git }\n';

/** A repository with a pull request from `shoes` to main, the account's service, and a runner for each event. */
async function repository() {
  const provider = await Provider.start();
  const notes = await Notes.start(TOKEN);
  const { world, folder } = provider;
  const project = PROJECT.replace('SERVICE', world.sandbox.url);
  const author = await provider.author({ 'adwright.yaml': project, 'ads/shoes.yaml': 'version: 1\n' });
  await provider.adwright(author, 'state', 'init');
  await provider.push(author, 'main', 'Commit the lineage');
  await writeFile(join(author, 'ads/shoes.yaml'), SMALL_MANIFEST);
  await provider.push(author, 'shoes', 'Autumn shoes');
  const tool = await toolFolder(folder);
  const event = join(folder, 'event.json');
  await writeFile(event, JSON.stringify({ pull_request: { number: 7 } }));
  const { PATH = '', HOME = '', GIT_CONFIG_NOSYSTEM = '' } = provider.env;

  /** The pages that the jobs kept. */
  const pages: string[] = [];
  const keepPage = async (step: { readonly with?: Readonly<Record<string, unknown>> }) => {
    const [file = ''] = String(step.with?.['path'] ?? '').split('\n');
    const page = await readFile(file, 'utf8').catch(() => undefined);
    if (page === undefined) return undefined;
    pages.push(page);
    return { 'artifact-url': `https://github.example.com/artifacts/${pages.length}` };
  };

  function runner(name: string, branch: string, more: Readonly<Record<string, unknown>> = {}): Runner {
    const checkout: StandIn = async (job, step) => {
      expect(step.with).toMatchObject({ 'persist-credentials': 'false' });
      await provider.git(job.workspace, 'clone', '--quiet', '--branch', branch, `file://${folder}/remote.git`, '.');
      return undefined;
    };
    const head = { repo: { full_name: 'shop/ads' } };
    const github = {
      event_name: name,
      repository: 'shop/ads',
      server_url: 'https://github.example.com',
      token: TOKEN,
      event: name === 'pull_request' ? { pull_request: { head } } : {},
    };
    return {
      folder,
      env: {
        ...{ PATH, HOME, GIT_CONFIG_NOSYSTEM, CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_API_URL: notes.url },
        ...{ GITHUB_REPOSITORY: 'shop/ads', GITHUB_SHA: notes.mergedWith ?? 'none', GITHUB_EVENT_PATH: event },
        npm_config_offline: 'true',
      },
      contexts: {
        github,
        secrets: world.login,
        vars: { ADWRIGHT_PACKAGE: tool, ADWRIGHT_HOSTS: '127.0.0.1' },
        inputs: {},
        needs: {},
        ...more,
      },
      actions: {
        'actions/upload-artifact': async (_job, step) => keepPage(step),
        'actions/setup-node': async () => undefined,
        'actions/checkout': checkout,
      },
    };
  }
  /** Someone merges the pull request. */
  const merge = async () => {
    await provider.git(author, 'push', '--quiet', 'origin', 'HEAD:refs/heads/main');
    notes.mergedWith = (await provider.git(author, 'rev-parse', 'HEAD')).trim();
  };
  return { provider, world, notes, runner, merge, author, pages };
}

describe('ci/github.yml, step by step', async () => {
  const workflow: Workflow = parse(await read('ci/github.yml'));

  test('a pull request is planned and commented, but not of a fork; after the merge the reviewed plan waits, then is applied', async () => {
    const { world, notes, runner, merge, pages } = await repository();
    const opened = runner('pull_request', 'shoes');
    const event = { pull_request: { head: { repo: { full_name: 'mallory/ads' } } } };
    const ofFork = { ...opened.contexts, github: { ...(opened.contexts['github'] as object), event } };
    expect(jobsOf(workflow, ofFork), 'of a fork').toEqual({ free: [], waiting: [] });
    expect(jobsOf(workflow, opened.contexts)).toEqual({ free: ['plan'], waiting: [] });
    for (const _ of isFull ? [1, 2] : [1]) {
      const planned = await runJob(workflow, 'plan', opened);
      expect(planned.isGreen, planned.log).toBe(true);
    }
    // Planned twice, and still one comment.
    expect(notes.bodies).toHaveLength(1);
    expect(notes.bodies[0]).toContain('2 to create, 1 to update');
    // The page is kept, and the comment names it.
    expect(pages).toHaveLength(isFull ? 2 : 1);
    expect(pages.at(-1)).toContain('<h1>Adwright plan for account main</h1>');
    expect(notes.bodies[0]).toContain(`[The plan as a page](https://github.example.com/artifacts/${pages.length})`);
    expect(world.writes()).toEqual([]);

    await merge();
    const pushed = runner('push', 'main');
    expect(jobsOf(workflow, pushed.contexts)).toEqual({ free: [], waiting: ['apply'] });
    const applied = await runJob(workflow, 'apply', pushed);
    expect(applied.isGreen, applied.log).toBe(true);
    expect(applied.log).toContain('Applied: 3 done.');
    expect(world.writes()).toHaveLength(3);
    if (!isFull) return;
    // Started again: the digest is of a plan that was carried out.
    const again = await runJob(workflow, 'apply', pushed);
    expect([again.isGreen, world.writes().length]).toEqual([false, 3]);
  });

  // test/ci/pull-request.test.ts runs the same script with a broken manifest.
  test.skipIf(!isFull)('a broken manifest makes the job red, and its comment tells why', async () => {
    const { provider, author, notes, runner } = await repository();
    await writeFile(join(author, 'ads/shoes.yaml'), SMALL_MANIFEST.replace('0.90', '-1'));
    await provider.push(author, 'shoes', 'A slip');
    const planned = await runJob(workflow, 'plan', runner('pull_request', 'shoes'));
    expect(planned.isGreen).toBe(false);
    expect(notes.bodies).toHaveLength(1);
    expect(notes.bodies[0]).toContain('ads/shoes.yaml:11');
    expect(notes.bodies[0]).not.toContain('as a page');
  });

  test.skipIf(!isFull)(
    'a run by hand plans, waits, applies that plan with its flags; the schedule finds drift',
    async () => {
      const { world, runner, merge } = await repository();
      await merge();
      const inputs = { inputs: { flags: '--target group/*' } };
      const byHand = runner('workflow_dispatch', 'main', inputs);
      expect(jobsOf(workflow, byHand.contexts)).toEqual({ free: ['plan-now'], waiting: ['apply-now'] });
      const planned = await runJob(workflow, 'plan-now', byHand);
      expect(planned.isGreen, planned.log).toBe(true);
      expect(planned.summary).toContain('1 to create');
      const needs = { 'plan-now': { outputs: planned.outputs } };
      const applied = await runJob(workflow, 'apply-now', runner('workflow_dispatch', 'main', { ...inputs, needs }));
      expect(applied.isGreen, applied.log).toBe(true);
      expect(world.writes().map(({ operation }) => operation)).toEqual(['addGroups']);

      const nightly = runner('schedule', 'main');
      expect(jobsOf(workflow, nightly.contexts)).toEqual({ free: ['drift'], waiting: [] });
      const looked = await runJob(workflow, 'drift', nightly);
      expect(looked.isGreen, looked.log).toBe(true);
      expect(looked.summary).toContain('1 to create, 1 to update');
    },
  );
});

test('action.yml: plan on the pull request, apply after the merge, drift', async () => {
  const action: Action = parse(await read('action.yml'));
  const { world, notes, runner, merge } = await repository();
  const use: StandIn = async (job, step) => {
    const defaults = Object.entries(action.inputs).map(([name, { default: value = '' }]) => [name, value]);
    const inputs = { inputs: { ...job.scope().texts(Object.fromEntries(defaults)), ...step.with } };
    Object.assign(job.env, step.env);
    await job.steps(action.runs.steps, inputs);
    const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, value] as const);
    return job.scope(inputs).texts(Object.fromEntries(outputs));
  };
  const run = async (event: string, branch: string, inputs: Readonly<Record<string, string>>) => {
    const base = runner(event, branch);
    const { ADWRIGHT_PACKAGE = '', ...env } = { ...(base.contexts['vars'] as Record<string, string>), ...world.login };
    const steps = [
      { uses: 'actions/checkout@v4', with: { 'persist-credentials': 'false' } },
      { id: 'adwright', uses: 'ads/adwright@main', with: { package: ADWRIGHT_PACKAGE, ...inputs }, env },
    ];
    const outputs = { digest: `\${{ steps.adwright.outputs.digest }}` };
    const actions = { ...base.actions, 'ads/adwright': use };
    return runJob({ jobs: { job: { steps, outputs } } }, 'job', { ...base, actions });
  };
  const planned = await run('pull_request', 'shoes', { run: 'plan' });
  expect(planned.isGreen, planned.log).toBe(true);
  expect(planned.outputs['digest']).toMatch(/^[0-9a-f]{16}$/);
  expect(notes.bodies[0]).toContain(planned.outputs['digest']);
  expect(planned.summary).toContain('2 to create');
  if (!isFull) return;

  await merge();
  const applied = await run('push', 'main', { run: 'apply' });
  expect(applied.isGreen, applied.log).toBe(true);
  expect(world.writes()).toHaveLength(3);
  expect(applied.outputs['digest']).toBe(planned.outputs['digest']);
  expect((await run('schedule', 'main', { run: 'drift' })).isGreen).toBe(true);
  await world.sandbox.control.change({ keywords: [{ id: '80001001', price: '3.00' }] });
  const drifted = await run('schedule', 'main', { run: 'drift' });
  expect(drifted.isGreen).toBe(false);
  expect(drifted.summary).toContain('1 in drift');
  expect((await run('push', 'main', { run: 'aply' })).log).toContain('plan, apply or drift');
});
