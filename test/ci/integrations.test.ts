import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { parseAction, parseWorkflow, trace } from './actions-parser.js';
import { gitlabCheck } from './gitlab-schema.js';

const read = (file: string) => readFile(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8');
const faults = ({ context }: ReturnType<typeof parseWorkflow>) =>
  context.errors.getErrors().map(({ message }) => message);

describe('by the schema of GitHub', () => {
  test.each(['ci/github.yml', '.github/workflows/release.yml'])('%s is a workflow', async (name) => {
    const content = await read(name);
    expect(faults(parseWorkflow({ name, content }, trace))).toEqual([]);
    const broken = content.replace('runs-on: ubuntu-latest', 'runs-in: ubuntu-latest');
    expect(faults(parseWorkflow({ name, content: broken }, trace)).join()).toContain("'runs-in'");
  });

  test('action.yml is an action', async () => {
    const content = await read('action.yml');
    expect(faults(parseAction({ name: 'action.yml', content }, trace))).toEqual([]);
    const broken = content.replace('using: composite', 'using: composite\n  mains: x');
    expect(faults(parseAction({ name: 'action.yml', content: broken }, trace)).join()).toContain("'mains'");
  });

  test('whatever runs is pinned by commit, and no value is pasted into a script', async () => {
    for (const file of ['action.yml', '.github/workflows/release.yml']) {
      const text = await read(file);
      for (const [, used = ''] of text.matchAll(/uses: (\S+)/g)) expect(used, file).toMatch(/@[0-9a-f]{40}$/);
      const { runs, jobs } = parse(text);
      for (const { run = '' } of runs?.steps ?? jobs.release.steps) expect(run).not.toContain('${{');
    }
  });
});

test('by the schema of GitLab, its example and the beginning of its component are right', async () => {
  const gitlabFaults = await gitlabCheck();
  const example = parse(await read('ci/gitlab.yml'));
  expect(gitlabFaults(example)).toEqual([]);
  expect(gitlabFaults({ ...example, 'adwright-plan': { script: 3 } })).not.toEqual([]);
  const [spec] = parseAllDocuments(await read('templates/adwright/template.yml')).map((one) => one.toJSON());
  expect(gitlabFaults(spec)).toEqual([]);
  expect(gitlabFaults({ spec: { inputs: { flags: { type: 'word' } } } })).not.toEqual([]);
});

test('the component for GitLab has the jobs of the example, with its inputs in place', async () => {
  const [spec, jobs] = parseAllDocuments(await read('templates/adwright/template.yml')).map((one) => one.toJSON());
  const { inputs } = spec.spec as { inputs: Record<string, { default: string; description: string }> };
  const used = new Set<string>();
  const filled = JSON.parse(
    JSON.stringify(jobs).replace(/\$\[\[ inputs\.(\w+) \]\]/g, (_all, name: string) => {
      used.add(name);
      return inputs[name]?.default ?? `no input ${name}`;
    }),
  );
  expect(filled).toEqual(parse(await read('ci/gitlab.yml')));
  expect([...used].sort()).toEqual(Object.keys(inputs).sort());
});

test('the hooks for pre-commit call commands that exist, with no file names', async () => {
  const hooks: Record<string, unknown>[] = parse(await read('.pre-commit-hooks.yaml'));
  expect(hooks.map(({ id }) => id)).toEqual(['adwright-validate', 'adwright-fmt']);
  for (const hook of hooks) {
    expect(hook).toMatchObject({ language: 'node', pass_filenames: false, args: ['--all-accounts'] });
    expect(hook['entry']).toMatch(/^adwright (validate|fmt)$/);
  }
  const [files] = hooks.map((hook) => new RegExp(String(hook['files'])));
  const names = ['adwright.yaml', 'ads/a.yml', 'ads/k.csv', 'ads/k.xlsx', 'pictures/a.jpeg', 'README.md', 'src/a.ts'];
  expect(names.filter((name) => files?.test(name))).toEqual(names.slice(0, 5));
});

test('the Dockerfile has no fault, does not run as root, and takes nothing from this machine', async () => {
  const text = await read('Dockerfile');
  expect(validate(text).map(({ message }) => message)).toEqual([]);
  expect(validate(text.replace('WORKDIR /build', 'WORKDIR')).length).toBeGreaterThan(0);
  const last = text.slice(text.lastIndexOf('\nFROM '));
  expect(last).toMatch(/^USER node$/m);
  expect(last).toContain(' git ');
  const ignored = (await read('.dockerignore')).split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.git', '**/node_modules', 'dist', '**/.adwright']));
});
