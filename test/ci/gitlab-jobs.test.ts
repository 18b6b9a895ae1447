import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SMALL_MANIFEST } from '../support/scenario/projects.js';
import { Notes } from './notes.js';
import { Provider } from './provider.js';
import { toolFolder } from './tool.js';

const RUNNER = fileURLToPath(new URL('../../node_modules/gitlab-ci-local/dist/index.js', import.meta.url));
const EXAMPLE = fileURLToPath(new URL('../../ci/gitlab.yml', import.meta.url));
const COMPONENT = fileURLToPath(new URL('../../templates/adwright/template.yml', import.meta.url));
const TOKEN = 'job-token';
const MERGE_REQUEST = {
  CI_PIPELINE_SOURCE: 'merge_request_event',
  CI_MERGE_REQUEST_IID: '7',
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '12',
};

/** A project with a merge request from `shoes` to main; `include` says how it takes the jobs in. */
async function project(include: string) {
  const provider = await Provider.start();
  const notes = await Notes.start(TOKEN);
  const { world, folder } = provider;
  const author = await provider.author({
    'adwright.yaml': `version: 1\naccounts:\n  main: { baseUrl: "${world.sandbox.url}" }\nstate: { backend: git }\n`,
    'ads/shoes.yaml': 'version: 1\n',
    '.gitlab-ci.yml': include,
    '.gitlab/adwright.yml': await readFile(EXAMPLE, 'utf8'),
    'templates/adwright/template.yml': await readFile(COMPONENT, 'utf8'),
    '.gitignore': '.gitlab-ci-local/\n.adwright/\n',
  });
  await provider.adwright(author, 'state', 'init');
  await provider.push(author, 'main', 'Commit the lineage');
  await writeFile(join(author, 'ads/shoes.yaml'), SMALL_MANIFEST);
  await provider.push(author, 'shoes', 'Autumn shoes');
  const tool = await toolFolder(folder);
  await mkdir(join(folder, 'tmp'));

  /** What the runner does of a pipeline: without a name the jobs that start by themselves. */
  async function pipeline(branch: string, variables: Readonly<Record<string, string>>, ...argv: readonly string[]) {
    const clone = await mkdtemp(join(folder, 'clone-'));
    await provider.git(clone, 'clone', '--quiet', '--branch', branch, `file://${folder}/remote.git`, '.');
    const sha = (await provider.git(clone, 'rev-parse', 'HEAD')).trim();
    // The runner takes the project's name from here; the jobs set the address of the server that they are told.
    await provider.git(clone, 'remote', 'set-url', 'origin', 'git@gitlab.example.com:shop/ads.git');
    const all = {
      ...{ CI_PIPELINE_SOURCE: 'push', CI_DEFAULT_BRANCH: 'main', CI_COMMIT_SHA: sha, CI_PROJECT_ID: '12' },
      ...{ CI_SERVER_URL: `file://${folder}`, CI_PROJECT_PATH: 'remote', CI_API_V4_URL: notes.url },
      ...{ ADWRIGHT_PACKAGE: tool, ADWRIGHT_HOSTS: '127.0.0.1', ADWRIGHT_GITLAB_TOKEN: TOKEN, ...world.login },
      ...variables,
    };
    const given = Object.entries(all).flatMap(([name, value]) => ['--variable', `${name}=${value}`]);
    const { PATH = '', HOME = '' } = provider.env;
    const env = { PATH, HOME, TMPDIR: join(folder, 'tmp'), npm_config_offline: 'true', GIT_CONFIG_NOSYSTEM: '1' };
    const argvs = [RUNNER, '--force-shell-executor', '--no-color', ...given, ...argv];
    return new Promise<{ code: number; log: string }>((resolve) => {
      execFile(process.execPath, argvs, { cwd: clone, env }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), log: `${stdout}${stderr}` }),
      );
    });
  }
  const merge = async () => {
    await provider.git(author, 'push', '--quiet', 'origin', 'HEAD:refs/heads/main');
    notes.mergedWith = (await provider.git(author, 'rev-parse', 'HEAD')).trim();
  };
  return { provider, world, notes, author, pipeline, merge };
}

/** npm run test:ci. gitlab-ci-local needs Node 22, and copies with rsync. */
const canRun =
  process.env['ADWRIGHT_CI'] === 'full' &&
  Number(process.versions.node.split('.')[0]) >= 22 &&
  spawnSync('rsync', ['--version']).status === 0;

test.skipIf(!canRun).each([
  ['ci/gitlab.yml', 'include: .gitlab/adwright.yml\n'],
  ['the component', 'include:\n  - local: templates/adwright/template.yml\n    inputs: { environment: ads }\n'],
])(
  '%s in a runner: planned and commented, applied by hand after the merge, a run by hand, drift',
  async (_what, include) => {
    const { world, notes, pipeline, merge, author, provider } = await project(include);
    for (const _ of [1, 2]) {
      const planned = await pipeline('shoes', MERGE_REQUEST);
      expect(planned.code, planned.log).toBe(0);
    }
    expect(notes.bodies).toHaveLength(1);
    expect(notes.bodies[0]).toContain('2 to create, 1 to update');
    const fork = await pipeline('shoes', { ...MERGE_REQUEST, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '13' }, '--list');
    expect(fork.log).not.toContain('adwright-plan');

    // After the merge nothing is applied until someone starts the job.
    await merge();
    const pushed = await pipeline('main', {});
    expect(pushed.log).not.toContain('Applied');
    expect(world.writes()).toEqual([]);
    const applied = await pipeline('main', {}, 'adwright-apply');
    expect(applied.code, applied.log).toBe(0);
    expect(applied.log).toContain('Applied: 3 done.');
    expect(world.writes()).toHaveLength(3);
    const again = await pipeline('main', {}, 'adwright-apply');
    expect([again.code === 0, world.writes().length]).toEqual([false, 3]);

    // By hand: the plan, then its digest goes to the job that waits.
    await writeFile(join(author, 'ads/shoes.yaml'), SMALL_MANIFEST.replace('0.90', '0.95'));
    await provider.push(author, 'main', 'A higher bid');
    const byHand = { CI_PIPELINE_SOURCE: 'web', FLAGS: '--target keyword/80001001' };
    const first = await pipeline('main', byHand);
    expect(first.log).toContain('1 to update');
    expect(world.writes()).toHaveLength(3);
    const whole = await pipeline('main', byHand, '--manual', 'adwright-apply-now');
    expect(whole.code, whole.log).toBe(0);
    expect(world.writes()).toHaveLength(4);

    expect((await pipeline('main', { CI_PIPELINE_SOURCE: 'schedule' })).code).toBe(0);
    await world.sandbox.control.change({ keywords: [{ id: '80001001', price: '3.00' }] });
    const drifted = await pipeline('main', { CI_PIPELINE_SOURCE: 'schedule' });
    expect(drifted.code).not.toBe(0);
    expect(drifted.log).toContain('1 in drift');

    // A post that is refused makes the job red.
    const refused = await pipeline('shoes', { ...MERGE_REQUEST, ADWRIGHT_GITLAB_TOKEN: 'wrong' });
    expect(refused.code).not.toBe(0);
  },
);
