import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  changedPrice,
  driftedProject,
  fleetProject,
  freshProject,
  keyword,
  keywordProject,
  smallProject,
} from './data.js';
import { COMMAND, runCommand, runNode, runReference, startService } from './process.js';
import { STORE_ROWS } from './stores/rows.js';

const CREDENTIALS = { ADWRIGHT_API_KEY: 'k', ADWRIGHT_USERNAME: 'u', ADWRIGHT_PASSWD: 'p', ADWRIGHT_ACCESS_TOKEN: 't' };
const at = (url) => ({ ...CREDENTIALS, ADWRIGHT_BASE_URL: url });
const ofAgency = (url) => ({ ...CREDENTIALS, ADWRIGHT_AGENCY_BASE_URL: url });
const UNDO_TIME = fileURLToPath(new URL('undo-time.cjs', import.meta.url));
const yaml = (folder) => join(folder, 'ads/keywords.yaml');
const json = (folder) => join(folder, 'keywords.json');

/** As on a small runner. */
const runSmall = (args, options) => runNode(['--max-old-space-size=1024', COMMAND, ...args], options);

const withCpu = (run) => ({ ...run, cpu: run.user + run.system });

/** Keywords in the runs that show how cost grows. */
export const SCALES = [1_000, 10_000, 100_000, 1_000_000];

/**
 * The rows of the table. `sides` are run in turn in each round, the first one being what is measured; each gives the
 * figures of one run. `goal` is the largest `first / second` of what `value` picks (`wall` unless it says otherwise).
 * `checks` judges what has no reference. `rounds` is the default number of rounds where five would take too long.
 */
export const ROWS = [
  {
    name: 'version',
    figure: 'adwright --version',
    reference: 'node -e 0',
    goal: 1.4,
    sides: async () => ({ run: [() => runCommand(['--version']), () => runNode(['-e', '0'])] }),
  },
  {
    name: 'validate-10',
    figure: 'validate, ten resources',
    reference: 'node -e 0',
    goal: 2,
    sides: async () => {
      const folder = await smallProject();
      return { run: [() => runCommand(['validate', '-C', folder]), () => runNode(['-e', '0'])] };
    },
  },
  {
    name: 'validate-yaml',
    figure: 'validate, 100,000 keywords in YAML',
    reference: 'yaml.parseDocument of the file',
    goal: 0.1,
    sides: async () => {
      const folder = await keywordProject(100_000);
      return {
        run: [() => runCommand(['validate', '-C', folder]), () => runReference('parse-document', [yaml(folder)])],
      };
    },
  },
  {
    name: 'validate-json',
    figure: 'validate, 100,000 keywords in YAML',
    reference: 'JSON.parse and compiled ajv, same data as JSON',
    goal: 2.5,
    sides: async () => {
      const folder = await keywordProject(100_000);
      return { run: [() => runCommand(['validate', '-C', folder]), () => runReference('json-ajv', [json(folder)])] };
    },
  },
  planRow('plan', 'no-op plan, 100,000 keywords', 'bare script: JSON, same reads, compare', 0, (folder, url) =>
    runReference('compare', [json(folder), url]),
  ),
  planRow('plan-50ms', 'no-op plan, 100,000 keywords, service of 50 ms', 'the reads alone', 50, (_folder, url) =>
    runReference('reads', ['100000', url]),
  ),
  {
    name: 'fleet',
    figure: 'no-op plan of 300 accounts with 1,000 keywords each, --jobs 4, service of 50 ms',
    reference: 'the reads alone, four at once',
    goal: 1.3,
    rounds: 3,
    checks: ([fleet]) => [{ what: 'peak memory, MB', value: fleet.peak, most: 400 }],
    sides: async () => {
      const folder = await fleetProject(300, 1_000);
      const service = await startService({ delay: 50 });
      const plan = () =>
        runCommand(['plan', '--all-accounts', '--quiet', '-C', folder], { env: ofAgency(service.url) });
      return { run: [plan, () => runReference('fleet-reads', ['300', '1000', service.url])], end: service.stop };
    },
  },
  {
    name: 'fleet-changed',
    figure: 'plan --changed-since of 300 accounts, one of which changed',
    reference: 'plan of that account alone',
    goal: 1.3,
    sides: async () => {
      const folder = await fleetProject(300, 1_000);
      const service = await startService();
      const plan =
        (...which) =>
        () =>
          runCommand(['plan', ...which, '--quiet', '-C', folder], { env: ofAgency(service.url) });
      return { run: [plan('--changed-since', 'HEAD'), plan('--account', 'brand-7')], end: service.stop };
    },
  },
  {
    name: 'impact',
    figure: 'plan --impact 90, 10,000 groups in the reports, service of 50 ms',
    reference: 'the reads alone, four days at once',
    goal: 1.2,
    rounds: 3,
    checks: ([impact]) => [{ what: 'peak memory, MB', value: impact.peak, most: 300 }],
    sides: async () => {
      const folder = await keywordProject(1_000, 'changed');
      const service = await startService({ delay: 50 });
      // Each round on a machine that has kept no day yet.
      let round = 0;
      const plan = async () => {
        const data = join(folder, `.data-${++round}`);
        await rm(data, { recursive: true, force: true });
        const env = { ...at(service.url), XDG_DATA_HOME: data, XDG_CONFIG_HOME: data };
        const result = await runCommand(['plan', '--impact', '90', '--quiet', '-C', folder], { env });
        await rm(data, { recursive: true, force: true });
        return result;
      };
      return { run: [plan, () => runReference('report-reads', ['90', service.url])], end: service.stop };
    },
  },
  {
    name: 'plan-million',
    figure: 'no-op plan, 1,000,000 keywords',
    reference: 'own run with 100,000',
    goal: 10,
    rounds: 3,
    checks: ([million]) => [{ what: 'peak memory, MB', value: million.peak, most: 500 }],
    sides: async () => {
      const [large, small] = [await keywordProject(1_000_000), await keywordProject(100_000)];
      const service = await startService();
      const plan = (folder) => () => runCommand(['plan', '-C', folder], { env: at(service.url) });
      return { run: [plan(large), plan(small)], end: service.stop };
    },
  },
  {
    name: 'scale',
    figure: 'no-op plan of 1,000, 10,000, 100,000 and 1,000,000 keywords',
    rounds: 1,
    sides: async () => {
      const folders = [];
      for (const count of SCALES) folders.push(await keywordProject(count));
      const service = await startService();
      const plan = (folder) => () => runCommand(['plan', '--quiet', '-C', folder], { env: at(service.url) });
      return { run: folders.map(plan), end: service.stop };
    },
  },
  pageRow('page', 10_000, 400),
  pageRow('page-100000', 100_000, 4_000),
  {
    name: 'plan-changed',
    figure: 'plan, 1,000,000 changed keywords',
    reference: 'own no-op plan of as many',
    goal: 2,
    rounds: 3,
    checks: ([changed]) => [{ what: 'peak memory, MB', value: changed.peak, most: 700 }],
    sides: async () => {
      const [changed, same] = [await keywordProject(1_000_000, 'changed'), await keywordProject(1_000_000)];
      const service = await startService();
      const plan = (folder) => () => runSmall(['plan', '-C', folder], { env: at(service.url) });
      return { run: [plan(changed), plan(same)], end: service.stop };
    },
  },
  ...[
    ['--json', (_folder) => ['--json']],
    ['--out', (folder) => ['--out', join(folder, 'plan.tmp')]],
    ['--markdown', (folder) => ['--markdown', join(folder, 'plan.md')]],
  ].map(([form, options]) => ({
    name: `plan-changed${form.slice(1)}`,
    figure: `the same with ${form}`,
    reference: 'own text plan',
    goal: 1.3,
    rounds: 3,
    checks: ([changed]) => [{ what: 'peak memory, MB', value: changed.peak, most: 700 }],
    sides: async () => {
      const folder = await keywordProject(1_000_000, 'changed');
      const service = await startService();
      const plan =
        (...more) =>
        () =>
          runSmall(['plan', '-C', folder, ...more], { env: at(service.url) });
      return { run: [plan(...options(folder)), plan()], end: service.stop };
    },
  })),
  {
    name: 'apply',
    figure: 'write phase of apply, 100,000 changed bids, service of 50 ms',
    reference: 'bare replay of the same bytes',
    goal: 1.15,
    value: 'phase',
    sides: async () => {
      const { apply, replay, end } = await recordedBids();
      const timed = async () => {
        const { run, phase } = await apply();
        return { ...run, phase };
      };
      const replayed = async () => {
        const run = await replay();
        return { ...run, phase: Number(run.stdout) };
      };
      return { run: [timed, replayed], end };
    },
  },
  {
    name: 'apply-cpu',
    figure: 'CPU of apply, 100,000 changed bids, service of 50 ms',
    reference: 'reads and replay of the same bytes',
    goal: 4,
    value: 'cpu',
    rounds: 3,
    sides: async () => {
      const { url, apply, replay, end } = await recordedBids();
      const readAndReplay = async () => {
        const reads = withCpu(await runReference('reads', ['100000', url]));
        const replayed = withCpu(await replay());
        return { ...replayed, user: reads.user + replayed.user, cpu: reads.cpu + replayed.cpu };
      };
      return { run: [async () => withCpu((await apply()).run), readAndReplay], end };
    },
  },
  {
    name: 'apply-million',
    figure: 'CPU of apply, 1,000,000 changed bids',
    reference: 'bare script: reads, writes, reads back',
    goal: 3,
    value: 'cpu',
    rounds: 1,
    checks: ([apply]) => [{ what: 'peak memory, MB', value: apply.peak, most: 900 }],
    sides: async () => {
      const folder = await keywordProject(1_000_000, 'changed');
      const service = await startService({ records: false });
      return {
        run: [
          async () => {
            await freshProject(folder);
            await service.control('reset');
            const options = ['apply', '--auto-approve', '--quiet', '-C', folder];
            return withCpu(await runSmall(options, { env: at(service.url) }));
          },
          async () => withCpu(await runReference('write', ['1000000', service.url])),
        ],
        end: service.stop,
      };
    },
  },
  {
    name: 'apply-saved',
    figure: 'CPU of apply, a saved plan of 1,000,000 changed bids',
    reference: 'the plan that was saved',
    rounds: 1,
    checks: ([apply]) => [{ what: 'peak memory, MB', value: apply.peak, most: 900 }],
    sides: async () => {
      const folder = await keywordProject(1_000_000, 'changed');
      const service = await startService({ records: false });
      const file = join(folder, 'plan.tmp');
      const command = (...argv) => runSmall([...argv, '--quiet', '-C', folder], { env: at(service.url) });
      let saved;
      const apply = async () => {
        await freshProject(folder);
        await service.control('reset');
        saved = await command('plan', '--out', file);
        return command('apply', file);
      };
      return { run: [apply, async () => saved], end: service.stop };
    },
  },
  {
    name: 'pull',
    figure: 'pull --write, 100,000 drifted keywords',
    reference: 'the plan that found them',
    goal: 2,
    checks: ([pull]) => [{ what: 'peak memory, MB', value: pull.peak, most: 400 }],
    sides: async () => {
      const folder = await driftedProject(100_000);
      const service = await startService();
      const command = (...argv) => runCommand([...argv, '-C', folder], { env: at(service.url) });
      await service.control('restore');
      await command('apply', '--auto-approve', '--quiet');
      await service.control('drift');
      return {
        run: [
          async () => {
            const before = await readFile(yaml(folder));
            const result = await command('pull', '--write');
            await writeFile(yaml(folder), before);
            return result;
          },
          () => command('plan'),
        ],
        end: service.stop,
      };
    },
  },
  {
    name: 'undo-data',
    figure: 'undo data of an apply, 100,000 changed bids, service of 50 ms',
    reference: 'the whole apply',
    goal: 0.05,
    value: 'phase',
    sides: async () => {
      const folder = await keywordProject(100_000, 'changed');
      const service = await startService({ delay: 50 });
      let whole;
      const apply = async () => {
        await freshProject(folder);
        await service.control('reset');
        whole = await runCommand(['apply', '--auto-approve', '--quiet', '-C', folder], {
          env: { ...at(service.url), NODE_OPTIONS: `--require ${UNDO_TIME}` },
        });
        return { ...whole, phase: whole.undo };
      };
      // Both figures come from one run: the time of a part and of the whole.
      return { run: [apply, async () => ({ ...whole, phase: whole.wall })], end: service.stop };
    },
  },
  {
    name: 'state',
    figure: 'state, 1,000,000 keywords in sync; then one changed',
    rounds: 1,
    checks: ([first, second]) => [
      { what: 'state, MB', value: first.state / 1e6, most: 20 },
      { what: 'written for one change, MB', value: second.written / 1e6, most: 1 },
    ],
    sides: stateSides,
  },
  ...STORE_ROWS,
];

/** An apply of 100,000 bids, and a replay of the bytes of its write phase. */
async function recordedBids() {
  const folder = await keywordProject(100_000, 'changed');
  const service = await startService({ delay: 50 });
  const file = join(folder, 'requests.tmp');
  const apply = async () => {
    await freshProject(folder);
    await service.control('reset');
    const run = await runCommand(['apply', '--auto-approve', '--quiet', '-C', folder], { env: at(service.url) });
    const { first, last, recorded } = await service.control('recorded');
    await writeFile(file, JSON.stringify(recorded));
    return { run, phase: last - first };
  };
  const replay = async () => {
    await service.control('forget');
    return runReference('replay', [file, service.url]);
  };
  return { url: service.url, apply, replay, end: service.stop };
}

/** What writing the page adds to the plan, and how large it is. */
function pageRow(name, count, mostKilobytes) {
  return {
    name,
    figure: `plan --html, ${count.toLocaleString('en')} changed keywords`,
    reference: 'the same plan without',
    goal: 1.1,
    checks: ([page]) => [{ what: 'size of the page, KB', value: page.written, most: mostKilobytes }],
    sides: async () => {
      const folder = await keywordProject(count, 'changed');
      const service = await startService();
      const file = join(folder, 'plan.html');
      const plan = (...options) => runCommand(['plan', '-C', folder, ...options], { env: at(service.url) });
      const withPage = async () => {
        const run = await plan('--html', file);
        return { ...run, written: (await stat(file)).size / 1000 };
      };
      return { run: [withPage, () => plan()], end: service.stop };
    },
  };
}

function planRow(name, figure, reference, delay, other) {
  return {
    name,
    figure,
    reference,
    goal: 1.3,
    sides: async () => {
      const folder = await keywordProject(100_000);
      const service = await startService({ delay });
      const plan = () => runCommand(['plan', '-C', folder], { env: at(service.url) });
      return { run: [plan, () => other(folder, service.url)], end: service.stop };
    },
  };
}

/** A million keywords are recorded as in sync; then one more manifest changes one bid through a second project folder. */
async function stateSides() {
  const source = await keywordProject(1_000_000);
  const folder = `${source}-state`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'ads'), { recursive: true });
  await cp(join(source, 'adwright.yaml'), join(folder, 'adwright.yaml'));
  await cp(join(source, 'ads'), join(folder, 'ads'), { recursive: true });
  const service = await startService();
  const apply = async () => {
    const options = ['apply', '--auto-approve', '--quiet', '-C', folder];
    const result = await runCommand(options, { env: at(service.url) });
    return { ...result, state: await sizeOf(join(folder, '.adwright')) };
  };
  const changeOne = async () => {
    const { id } = keyword(500_000);
    const text = `version: 1\nkeywords:\n  - id: ${id}\n    price: ${changedPrice(500_000)}\n`;
    await rm(join(folder, 'ads/keywords.yaml'));
    await writeFile(join(folder, 'ads/one.yaml'), text);
    return apply();
  };
  return { run: [apply, changeOne], end: service.stop };
}

async function sizeOf(path) {
  const facts = await stat(path);
  if (!facts.isDirectory()) return facts.size;
  const sizes = await Promise.all((await readdir(path)).map((name) => sizeOf(join(path, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}
