import { expect, test, vi } from 'vitest';
import { adwright } from '../support/cli.js';
import { World } from '../support/scenario/world.js';
import { environmentOf, start } from './command.js';
import { groupsYaml, timesMade } from './world.js';

vi.setConfig({ testTimeout: 120_000 });

/** `npm run test:crash` kills twenty runs; `npm test` one, in the middle. */
const ROUNDS = process.env['ADWRIGHT_CRASH'] === 'full' ? Array.from({ length: 20 }, (_, round) => round) : [1];
const ACCOUNTS = ['a', 'b', 'c', 'd', 'e'];
const APPLY = ['apply', '--all-accounts', '--auto-approve', '--quiet', '--json', '--jobs', '3'];
const namesOf = (account: string) => Array.from({ length: 6 }, (_, n) => `${account}${n}`);

/** Five accounts of one service, each with six groups that go two by two. */
async function fleet(): Promise<World> {
  const world = await World.start({ files: {}, fixture: '{}' });
  const accounts = ACCOUNTS.map(
    (name) =>
      `  ${name}: { baseUrl: "${world.sandbox.url}", manifests: ["${name}.yaml"], limits: { groupsPerAdd: 2, requestsPerSecond: 1000 } }\n`,
  );
  await world.write('adwright.yaml', `version: 1\naccounts:\n${accounts.join('')}state: { lockTimeoutSeconds: 0 }\n`);
  for (const name of ACCOUNTS) await world.write(`${name}.yaml`, groupsYaml(namesOf(name)));
  return world;
}

/** Only what is killed needs a process of its own. */
const here = (world: World, argv: readonly string[]) => adwright(world.folder, argv, { env: environmentOf(world) });

/** Starts an apply of all accounts, and kills it when the service has answered so many requests. */
async function killedAfter(world: World, requests: number): Promise<void> {
  let seen = 0;
  const run = start(world, APPLY);
  world.onRequest = () => {
    if (++seen === requests) run.child.kill('SIGKILL');
  };
  const end = await run.ended;
  world.onRequest = undefined;
  // Over before that, or stopped by what the run before left in doubt.
  if (end.signal === null && end.code !== 0 && end.code !== 4)
    throw new Error(`it ended with ${end.code}: ${end.stdout}${end.stderr}`);
}

interface Planned {
  readonly account: string;
  readonly changes: readonly { readonly address: string; readonly action: string; readonly attempt?: string }[];
}

/** What a person does: looks in the console for what is in doubt, and writes it down for the account that it belongs to. */
async function settle(world: World): Promise<number> {
  const { stdout } = await here(world, ['plan', '--all-accounts', '--json']);
  const { accounts }: { readonly accounts: readonly Planned[] } = JSON.parse(stdout);
  const ids = new Map(world.sandbox.control.state().groups.map(({ name, id }) => [name, id]));
  const lines = accounts.flatMap(({ account, changes }) =>
    changes
      .filter(({ action }) => action === 'unresolved')
      .map(({ address, attempt }) => {
        const id = ids.get(address.replace('group/', ''));
        const fate = id === undefined ? 'absent: true' : `id: "${id}"`;
        return `- { address: ${address}, account: ${account}, attempt: "${attempt}", ${fate} }\n`;
      }),
  );
  await world.write('resolutions.yaml', lines.join('') || '[]\n');
  return lines.length;
}

test.each(ROUNDS)(
  'an apply of several accounts that is killed and run again doubles nothing and loses nothing: round %i',
  async (round) => {
    const world = await fleet();
    // Each account makes five calls; the first thirty or so requests are the whole run.
    await killedAfter(world, 4 + ((round * 7) % 26));
    await killedAfter(world, 3 + ((round * 11) % 17));
    const doubts = await settle(world);
    const end = await here(world, APPLY);
    expect({ code: end.code, stderr: end.stderr, doubts }).toEqual({ code: 0, stderr: '', doubts });
    const all = ACCOUNTS.flatMap(namesOf);
    expect(timesMade(world, all)).toEqual(all.map(() => 1));
    const after = await here(world, ['plan', '--all-accounts', '--detailed-exitcode', '--json']);
    expect(after.code).toBe(0);
  },
);
