import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished, test } from 'vitest';
import { isPacked, localLinks, packedText } from '../../scripts/package/links.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = ['ci', 'docs', 'examples', 'schemas', 'scripts/package'];
const FILES = ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json', 'package-lock.json', '.gitignore'];

/** The files that are packed, in a folder of their own: to pack changes them for a moment. */
async function copyOfTheRepository(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'adwright-pack-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const one of [...SOURCES, ...FILES]) await cp(join(ROOT, one), join(folder, one), { recursive: true });
  await cp(dirname(dirname(inject('command'))), join(folder, 'dist'), { recursive: true });
  return folder;
}

async function contents(folder: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile()) found[file.slice(folder.length + 1)] = await readFile(file, 'latin1');
  }
  return found;
}

const JITI = join(ROOT, 'node_modules/jiti/lib/jiti-cli.mjs');
const script = (cwd: string, name: string) => run(process.execPath, [JITI, `scripts/package/${name}`], { cwd });

/** The anchors of a page, as GitHub makes them from its headings. */
function anchors(text: string): readonly string[] {
  const headings = [...text.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('the tarball has the docs, and no link that leads out of it; the work tree stays as it was', async () => {
  const folder = await copyOfTheRepository();
  const before = await contents(folder);
  // A pack that was killed left its changes: the next one begins by putting them back.
  for (const _ of [1, 2]) await script(folder, 'prepack.ts');
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { cwd: folder });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const packed = files.map(({ path }) => path);

  expect(packed).toEqual(expect.arrayContaining(['LICENSE', 'CHANGELOG.md', 'README.md']));
  expect(packed).toContain('dist/cli/main.js');
  expect(packed).toContain('examples/agency/generate.mjs');
  const wanted = Object.keys(before).filter((file) => /^(ci|docs|schemas)\//.test(file));
  expect(wanted.length).toBeGreaterThan(40);
  expect(packed).toEqual(expect.arrayContaining(wanted));
  expect(packed.filter((file) => /^(src|test|scripts|bench)\/|\.adwright|lock\.json$|^\.pack/.test(file))).toEqual([]);

  const broken: string[] = [];
  for (const file of packed.filter((one) => one.endsWith('.md'))) {
    for (const { path, anchor, target } of localLinks(await readFile(join(folder, file), 'utf8'), file)) {
      const isThere = packed.some((one) => one === path || one.startsWith(`${path}/`));
      const page = isThere && anchor !== undefined ? await readFile(join(folder, path), 'utf8') : undefined;
      if (!isThere || (page !== undefined && !anchors(page).includes(anchor ?? ''))) broken.push(`${file}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
  const architecture = await readFile(join(folder, 'docs/architecture.md'), 'utf8');
  expect(architecture).toContain('| 5 | observed values | `observe` | src/plan/observe/observe.ts | network, reads |');

  await script(folder, 'postpack.ts');
  expect(await contents(folder)).toEqual(before);
});

test('in the repository, too, every link of the docs leads somewhere', async () => {
  const pages = Object.keys(await contents(join(ROOT, 'docs'))).filter((file) => file.endsWith('.md'));
  const broken: string[] = [];
  for (const file of ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...pages.map((page) => `docs/${page}`)]) {
    for (const { path, anchor, target } of localLinks(await readFile(join(ROOT, file), 'utf8'), file)) {
      const page = await readFile(join(ROOT, path), 'utf8').catch((error) =>
        error.code === 'EISDIR' ? '' : undefined,
      );
      if (page === undefined || (anchor !== undefined && !anchors(page).includes(anchor)))
        broken.push(`${file}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

const MANIFEST = { version: '1.2.0', files: ['docs', 'CHANGELOG.md', '!docs/*.tmp'] };
const TEXT = [
  'See [the `plan` stage](../src/plan.ts), [CI](ci.md#steps) and ![a picture](./a.svg).',
  '```md',
  '[not a link](../src/x.ts)',
  '```',
  '[here](#end) [code](../src) [web](https://example.com/x) [log](../CHANGELOG.md)',
].join('\n');

test('a link out of the package becomes text, or the address of the repository at that version', () => {
  expect(packedText(TEXT, 'docs/a.md', MANIFEST)).toBe(
    TEXT.replace('[the `plan` stage](../src/plan.ts)', 'the `plan` stage').replace('[code](../src)', 'code'),
  );
  const known = { ...MANIFEST, repository: { url: 'git+https://example.com/ads/adwright.git' } };
  const home = 'https://example.com/ads/adwright/blob/v1.2.0';
  expect(packedText(TEXT, 'docs/a.md', known)).toBe(
    TEXT.replace('(../src/plan.ts)', `(${home}/src/plan.ts)`).replace('(../src)', `(${home}/src)`),
  );
  expect(['README.md', 'docs', 'docs/a/b.md', 'LICENSE'].filter((path) => !isPacked(path, MANIFEST.files))).toEqual([]);
  expect(['src', 'docs2/a.md', 'CONTRIBUTING.md'].filter((path) => isPacked(path, MANIFEST.files))).toEqual([]);
});

test('an installation gets the versions that were tested: bundled, or named exactly where a platform has its own', async () => {
  const lock: { packages: Record<string, { version: string } & Record<string, unknown>> } = JSON.parse(
    await readFile(join(ROOT, 'package-lock.json'), 'utf8'),
  );
  const { '': root, ...others } = lock.packages;
  const named = root?.['dependencies'] as Readonly<Record<string, string>>;
  const needed = Object.entries(others).filter(([, { dev, devOptional }]) => !dev && !devOptional);
  expect(needed.length).toBeGreaterThan(60);
  for (const [path, { version, inBundle, optional, os, cpu }] of needed) {
    // The ones with `os` and `cpu` are of sharp, which names each by its exact version.
    if (inBundle) expect([os, cpu], path).toEqual([undefined, undefined]);
    else if (!optional) expect(named[path.replace('node_modules/', '')], path).toBe(version);
  }
  const sharp = others['node_modules/sharp']?.['optionalDependencies'] as Readonly<Record<string, string>>;
  for (const [name, version] of Object.entries(sharp)) expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
  // No address of the machine that made it.
  expect(Object.values(others).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});
