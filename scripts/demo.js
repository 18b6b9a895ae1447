// Shows the main job on a copy of examples/shoe-store: plan, apply, an empty plan, then drift. Changes nothing in the
// clone and needs neither an account nor a network.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const main = join(root, 'dist/cli/main.js');
const started = performance.now();

// The caller's own account must not leak in: the demo speaks to its sandbox only.
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('ADWRIGHT_')));

const bold = (text) => (process.stdout.isTTY && !process.env.NO_COLOR ? `\u001b[1m${text}\u001b[0m` : text);
const say = (text) => console.log(`\n${bold(text)}`);

function adwright(...args) {
  console.log(bold(`\n$ adwright ${args.join(' ')}`));
  const { status, error } = spawnSync(process.execPath, [main, ...args], {
    cwd: project,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`adwright ${args.join(' ')} ended with ${status}`);
}

/** What a colleague does in the console: two bids, a pause, and the tags of a picture, past the manifests. */
async function changeBehindItsBack() {
  const args = ['sandbox', '--port', '0', '--data', '.adwright/sandbox'];
  console.log(bold(`\n$ adwright ${args.join(' ')}`));
  const sandbox = spawn(process.execPath, [main, ...args], {
    cwd: project,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => sandbox.once('exit', resolve));
  try {
    const baseUrl = await listening(sandbox);
    const post = async (path, fields, headers = {}) => {
      const body = new URLSearchParams(fields);
      const reply = await fetch(baseUrl + path, { method: 'POST', headers: { apiKey: 'sandbox', ...headers }, body });
      return reply.json();
    };
    const { accessToken } = await post('/account/clientLogin', { username: 'sandbox', passwd: 'sandbox' });
    for (const [path, fields] of [
      [
        '/ads/keyword/update',
        {
          keywords: JSON.stringify([
            { id: 310547001102, price: 4.5, status: 'enable' },
            { id: 310547015103, price: 3.1, status: 'enable' },
            { id: 310547015167, status: 'pause' },
          ]),
        },
      ],
      ['/ads/pichouse/updateTags', { data: JSON.stringify([{ picId: '88010004', tags: ['篮球', '清仓'] }]) }],
    ]) {
      console.log(bold(`\n$ curl ${baseUrl}${path} …`));
      console.log(JSON.stringify(await post(path, fields, { accessToken })));
    }
  } finally {
    sandbox.kill();
    await ended;
  }
}

/** The address in the sandbox's first line. */
async function listening(sandbox) {
  for await (const line of createInterface({ input: sandbox.stdout })) {
    console.log(line);
    const match = /^listening on (\S+)/.exec(line);
    if (match) return match[1];
  }
  throw new Error('the sandbox did not start');
}

if (!existsSync(main)) {
  console.error('dist/ is missing: run `npm install` (or `npx tsdown`) first');
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'adwright-demo-'));
const project = join(folder, 'shoe-store');
try {
  cpSync(join(root, 'examples/shoe-store'), project, {
    recursive: true,
    filter: (path) => !path.endsWith('.adwright'),
  });
  say('1. What would change? Nothing is sent.');
  adwright('plan');
  say('2. Do it. (Without --auto-approve it asks first; without --quiet it shows the plan once more.)');
  adwright('apply', '--auto-approve', '--quiet');
  say('3. And again: the account is as the manifests say.');
  adwright('plan');
  say('4. Someone changes bids, a status and tags at the service, outside Adwright.');
  await changeBehindItsBack();
  say('5. The plan tells this drift from an edit of the manifests.');
  adwright('plan');
  say(`Done in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
} catch (error) {
  console.error(`\nThe demo stopped: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
