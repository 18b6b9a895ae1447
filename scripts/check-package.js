// npm run test:package [-- 20.19 24]
// Packs as a release does, has publint, attw and `npm publish --dry-run` look at it, and installs it in an empty folder on each
// version of Node, which the npm package `node` brings. Needs the registry.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const versions = process.argv.length > 2 ? process.argv.slice(2) : ['20.19', '22', '24'];
const ATTW = '@arethetypeswrong/cli@0.18.5';
const work = mkdtempSync(join(tmpdir(), 'adwright-package-'));

function run(cwd, command, ...argv) {
  process.stdout.write(`\n$ ${command} ${argv.join(' ')}\n`);
  const stdout = execFileSync(command, argv, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  process.stdout.write(stdout);
  return stdout.trim();
}

function check(isRight, what) {
  if (!isRight) throw new Error(`check-package.js: ${what}`);
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** What was installed, in the tarball or from the registry, that is not of package-lock.json. */
function strangers(folder) {
  const tested = new Set(Object.entries(lock).map(([path, { version }]) => `${nameOf(path)} ${version}`));
  const installed = readdirSync(join(folder, 'node_modules'), { recursive: true })
    .filter((file) => /(^|\/)node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(`node_modules/${file}`))
    .map((file) => JSON.parse(readFileSync(join(folder, 'node_modules', file), 'utf8')))
    .filter(({ name }) => name !== 'adwright');
  check(installed.length > 60, `only ${installed.length} packages were installed`);
  return installed.map(({ name, version }) => `${name} ${version}`).filter((one) => !tested.has(one));
}

try {
  const file = run(root, 'npm', 'pack', '--loglevel', 'error', '--pack-destination', work);
  check(/^adwright-[\w.-]+\.tgz$/.test(file), '`npm pack` prints more than the name of the file');
  const tarball = join(work, file);
  run(root, 'npx', 'publint', 'run', tarball, '--strict');
  // The package is for `import` alone.
  run(root, 'npx', '--yes', '--package', ATTW, '--', 'attw', tarball, '--profile', 'esm-only');
  run(root, 'npm', 'publish', '--dry-run', '--loglevel', 'warn');
  for (const version of versions) {
    const folder = join(work, version);
    mkdirSync(folder);
    const on = (...argv) => run(folder, 'npx', '--yes', '--package', `node@${version}`, '--', ...argv);
    check(on('node', '--version').startsWith(`v${version}.`), `this is not Node ${version}`);
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    on('npm', 'install', '--engine-strict', '--ignore-scripts', '--no-audit', '--no-fund', tarball);
    const others = strangers(folder);
    check(others.length === 0, `not the tested versions: ${others.join(', ')}`);
    const command = 'node_modules/adwright/dist/cli/main.js';
    check(on('node', command, '--version').length > 0, 'no version');
    // The last one ends with 2 where there is something left to do.
    const story = [['init'], ['validate'], ['plan'], ['apply', '--auto-approve'], ['plan', '--detailed-exitcode']];
    for (const argv of story) on('node', command, ...argv);
    const exported = on('node', '--input-type=module', '-e', 'console.log(typeof (await import("adwright")).apply)');
    check(exported === 'function', 'the library cannot be imported');
  }
  process.stdout.write(`\nThe package is right, and runs on Node ${versions.join(', ')}.\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
