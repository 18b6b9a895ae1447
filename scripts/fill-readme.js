// Puts real output of the first plan of examples/shoe-store between the marks of README.md: a part of it, because the
// whole is some hundred lines long.
// `node scripts/fill-readme.js` writes it; with `--check` it only says (by its exit code) whether README.md is fresh.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const readme = join(root, 'README.md');
const START = '<!-- plan-output:start -->';
const END = '<!-- plan-output:end -->';
const TARGETS = ['group/women-*', 'rich-creative/women-boots/sublinks-mobile', 'keyword/310547003*', 'picture/*'];

function firstPlan() {
  const folder = mkdtempSync(join(tmpdir(), 'adwright-readme-'));
  try {
    cpSync(join(root, 'examples/shoe-store'), folder, {
      recursive: true,
      filter: (path) => !path.endsWith('.adwright'),
    });
    const environment = Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !name.startsWith('ADWRIGHT_')),
    );
    return execFileSync(
      process.execPath,
      [join(root, 'dist/cli/main.js'), 'plan', '--no-color', '--target', ...TARGETS],
      {
        cwd: folder,
        env: environment,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    ).trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const text = readFileSync(readme, 'utf8');
const start = text.indexOf(START);
const end = text.indexOf(END);
if (start < 0 || end < start) throw new Error(`README.md lacks ${START} … ${END}`);
const filled = `${text.slice(0, start + START.length)}\n\`\`\`text\n$ adwright plan --target ${TARGETS.map((one) => `'${one}'`).join(' ')}\n${firstPlan()}\n\`\`\`\n${text.slice(end)}`;
// Only the time of the plan differs: it is fresh.
const timeless = (all) => all.replace(/made \S+Z/, '');
const fresh = timeless(filled) === timeless(text);
if (process.argv.includes('--check')) process.exitCode = fresh ? 0 : 1;
else if (!fresh) writeFileSync(readme, filled);
