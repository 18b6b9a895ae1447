import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { adwright, projectFolder, readText } from '../support/cli.js';

const CI = fileURLToPath(new URL('../../ci/', import.meta.url));
const EXAMPLES = ['.github/workflows/adwright.yml', '.gitlab/adwright.yml'];

test('init writes an example for each provider, once, and overwrites nothing', async () => {
  const folder = await projectFolder({ '.gitlab/adwright.yml': 'mine: true\n' });
  const { code, stdout } = await adwright(folder, ['init']);
  expect(code).toBe(0);
  expect(stdout).toContain('wrote .github/workflows/adwright.yml');
  expect(stdout).toContain('kept  .gitlab/adwright.yml');
  expect(await readText(folder, '.gitlab/adwright.yml')).toBe('mine: true\n');
  // What it writes is valid: the sandbox plans it at once.
  expect((await adwright(folder, ['validate'])).code).toBe(0);
});

test.each(EXAMPLES)('%s is YAML, says that it was not run, and calls scripts that exist', async (file) => {
  const folder = await projectFolder({});
  await adwright(folder, ['init', '--json']);
  const text = await readText(folder, file);
  expect(() => parse(text)).not.toThrow();
  expect(text).toMatch(/this file was not run on Git(Hub|Lab)/);
  // The tool is not on npm under its name.
  expect(text).not.toMatch(/npm (install|i) (-g|--global) adwright/);
  const called = [...text.matchAll(/\/ci\/([a-z]+\.(?:sh|mjs))/g)].map(([, script]) => script ?? '');
  expect([...new Set(called)].sort()).toEqual(['apply.sh', 'comment.mjs', 'digest.sh', 'drift.sh', 'plan.sh']);
  const scripts = await readdir(CI);
  for (const script of called) expect(scripts).toContain(script);
});

test('the scripts are packed with the command and keep to what every shell knows', async () => {
  const { files }: { files: readonly string[] } = JSON.parse(await readFile(`${CI}../package.json`, 'utf8'));
  expect(files).toContain('ci');
  for (const script of (await readdir(CI)).filter((name) => name.endsWith('.sh'))) {
    const text = await readFile(`${CI}${script}`, 'utf8');
    expect(text, script).toMatch(/^#!\/bin\/sh\n/);
    expect(text, script).toContain('set -eu');
    expect(text, script).not.toMatch(/\[\[|\bfunction\b|\blocal\b|pipefail/);
  }
});

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface GithubJob {
  readonly if?: string;
  readonly needs?: string;
  readonly environment?: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

describe('the example for GitHub', async () => {
  const text = await readFile(`${CI}github.yml`, 'utf8');
  const file: {
    on: Readonly<Record<string, unknown>>;
    permissions: object;
    env: Readonly<Record<string, string>>;
    jobs: Readonly<Record<string, GithubJob>>;
  } = parse(text);
  const jobs = Object.entries(file.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps);
  const scripts = (job: GithubJob | undefined) => (job?.steps ?? []).map(({ run = '' }) => run).join('\n');

  test('pins each action by its commit, and leaves no token in the checkout', () => {
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.length).toBeGreaterThan(0);
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
    const checkouts = steps.filter(({ uses = '' }) => uses.startsWith('actions/checkout@'));
    expect(checkouts).toHaveLength(jobs.length);
    for (const step of checkouts) expect(step.with).toMatchObject({ 'persist-credentials': false });
  });

  test.each(jobs)('%s installs the tool before the checkout and calls it by its path', (_name, { steps }) => {
    const install = steps.findIndex(({ run = '' }) => run.includes('npm install --prefix "$RUNNER_TEMP/'));
    const checkout = steps.findIndex(({ uses = '' }) => uses.startsWith('actions/checkout@'));
    expect(install).toBeGreaterThanOrEqual(0);
    expect(install).toBeLessThan(checkout);
    expect(steps[install]?.run).toContain('ADWRIGHT=node $tool/dist/cli/main.js');
    expect(steps[install]?.run).toContain('ADWRIGHT_OUT=$RUNNER_TEMP/');
  });

  test('nothing that is posted or read comes from the checkout, and no value is pasted into a script', () => {
    expect(text).not.toMatch(/\.adwright\/ci|npx|(?<!modules\/adwright)\s(sh|node) ci\//);
    for (const { run = '' } of steps) {
      expect(run).not.toContain('${{');
      for (const [file] of run.matchAll(/\S+\.md\b/g)) expect(file).toMatch(/\$(ADWRIGHT_OUT|\{?RUNNER_TEMP)\//);
    }
  });

  test('whatever writes to the account waits for approval', () => {
    const writers = jobs.filter(([, job]) => scripts(job).includes('apply.sh')).map(([name]) => name);
    expect(writers).toEqual(['apply', 'apply-now']);
    for (const name of writers) expect(file.jobs[name]?.environment).toBe('adwright');
    for (const [name, { permissions }] of jobs)
      expect(permissions['contents'], name).toBe(writers.includes(name) ? 'write' : 'read');
    expect(file.permissions).toEqual({});
  });

  test('a manual run plans, waits, and applies the digest of that plan', () => {
    expect(Object.keys(file.on)).toContain('workflow_dispatch');
    const [plan, apply] = [file.jobs['plan-now'], file.jobs['apply-now']];
    expect(plan?.if).toBe("github.event_name == 'workflow_dispatch'");
    expect(scripts(plan)).toContain('plan.sh');
    expect(apply?.needs).toBe('plan-now');
    expect(apply?.steps.find(({ run = '' }) => run.includes('apply.sh'))?.env).toMatchObject({
      DIGEST: expect.stringContaining('needs.plan-now.outputs.digest'),
    });
  });

  test('the credentials go to the hosts of the settings only, and not to a fork', () => {
    expect(file.env['ADWRIGHT_HOSTS']).toContain('vars.ADWRIGHT_HOSTS');
    expect(file.jobs['plan']?.if).toContain('head.repo.full_name == github.repository');
    for (const { run = '', env = {} } of steps)
      if (!/(plan|apply|drift)\.sh/.test(run)) expect(Object.keys(env)).not.toContain('ADWRIGHT_PASSWD');
  });
});

interface GitlabJob {
  readonly environment?: string;
  readonly needs?: readonly string[];
  readonly rules?: readonly { readonly if: string; readonly when?: string }[];
  readonly before_script?: readonly string[];
  readonly script?: readonly string[];
  readonly after_script?: readonly string[];
}

describe('the example for GitLab', async () => {
  const text = await readFile(`${CI}gitlab.yml`, 'utf8');
  const file: Readonly<Record<string, GitlabJob>> = parse(text);
  const jobs = Object.entries(file).filter(([name]) => name.startsWith('adwright-'));
  const script = (name: string) => (file[name]?.script ?? []).join('\n');

  test('the tool and what it writes are outside of the checkout; the token is not left in it', () => {
    const before = (file['.adwright']?.before_script ?? []).join('\n');
    expect(before).toContain('work=$(mktemp -d)');
    expect(before).toContain('npm install --prefix "$work"');
    expect(before).toContain('ADWRIGHT="node $tool/dist/cli/main.js" ADWRIGHT_OUT="$work/out"');
    expect(before).not.toMatch(/set-url.*TOKEN/);
    expect(text).not.toMatch(/\.adwright\/ci|npx/);
    for (const [, { script: lines = [] }] of jobs)
      for (const [name] of lines.join('\n').matchAll(/\S+\.md\b/g)) expect(name).toMatch(/\$(ADWRIGHT_OUT|work)\//);
  });

  test('the comment is posted in the script, where a failed post is red, and the plan’s own code is kept', () => {
    expect(jobs.flatMap(([, { after_script }]) => after_script ?? [])).toEqual([]);
    expect(script('adwright-plan')).toMatch(
      /plan\.sh" \$FLAGS \|\| code=\$\?\n[\s\S]*\nnode .*comment\.mjs" put .*\nexit "\$code"/,
    );
  });

  test('whatever writes to the account is started by a person', () => {
    const writers = jobs.filter(([name]) => script(name).includes('apply.sh')).map(([name]) => name);
    expect(writers).toEqual(['adwright-apply', 'adwright-apply-now']);
    for (const name of writers) {
      expect(file[name]?.environment).toBe('adwright');
      expect(file[name]?.rules?.map(({ when }) => when)).toEqual(['manual']);
    }
  });

  test('a manual run plans, waits, and applies the digest of that plan', () => {
    expect(file['adwright-plan-now']?.rules?.[0]?.if).toContain('"web"');
    expect(script('adwright-plan-now')).toContain('echo "DIGEST=$digest" >adwright.env');
    expect(file['adwright-apply-now']?.needs).toEqual(['adwright-plan-now']);
    expect(script('adwright-apply-now')).toContain('apply.sh" "$DIGEST"');
  });
});
