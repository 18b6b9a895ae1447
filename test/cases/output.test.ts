import sharp from 'sharp';
import { expect, test } from 'vitest';
import { turnableClock } from '../support/cli.js';
import { projectFile, SMALL } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** Days, CSV, colour, questions and images as a person meets them at the command; the parts alone are tested next to their sources. */

const REPORT = ['report', 'creatives', '--type', 'computer'];

test.each([
  ['2024-06-01T17:00:00Z', '2024-06-01'],
  ['2024-06-01T15:59:00Z', '2024-05-31'],
])('at %s yesterday is %s, in the account and wherever the runner is', async (now, yesterday) => {
  const before = process.env['TZ'];
  try {
    for (const zone of ['UTC', 'America/Los_Angeles', 'Pacific/Auckland']) {
      process.env['TZ'] = zone;
      const world = await World.start(SMALL);
      world.clock.turn(Date.parse(now) - world.clock.now().getTime());
      await world.run(REPORT);
      const asked = world.requests().filter(({ operation }) => operation === 'creativeReport');
      expect(JSON.stringify(asked.map(({ fields }) => fields)), zone).toContain(yesterday);
    }
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
});

test('today in account time is refused before any call', async () => {
  const world = await World.start(SMALL);
  const clock = turnableClock('2024-06-01T17:00:00Z');
  const { code, stderr } = await world.run(['report', 'components', '--from', '2024-06-01', '--to', '2024-06-02'], {
    clock,
  });
  expect(code).toBe(1);
  expect(stderr).toContain('2024-06-02');
  expect(world.requests()).toEqual([]);
});

test('a CSV for spreadsheets has one mark at its start, and without the option none', async () => {
  const world = await World.start(SMALL);
  const dates = ['--from', '2026-02-20', '--to', '2026-02-22'];
  await world.must(...REPORT, ...dates, '--csv', 'marked.csv', '--bom');
  await world.must(...REPORT, ...dates, '--csv', 'plain.csv');
  const [marked, plain] = [await world.read('marked.csv'), await world.read('plain.csv')];
  expect(marked).toBe(`\ufeff${plain}`);
  expect(plain).not.toContain('\ufeff');
  expect(plain.split('\r\n').length).toBeGreaterThan(1);
});

test('an id of 17 digits goes out guarded and comes back whole; a spoilt one is refused', async () => {
  const id = '20240101123456789';
  const world = await World.start({
    files: { 'adwright.yaml': projectFile(), 'ads/k.yaml': 'version: 1\nkeywordFiles: [../k.csv]\n' },
    fixture: `keywords:\n  - { id: "${id}", groupId: "1", price: "0.80" }\n`,
  });
  await world.write('k.csv', `\ufeffid,price\r\n'${id},0.90\r\n`);
  const { document } = await world.json('plan', ['plan']);
  expect(document.changes.map(({ address }) => address)).toEqual([`keyword/${id}`]);
  await world.write('k.csv', 'id,price\n2.0240101123456E+16,0.90\n');
  const spoilt = await world.run(['plan']);
  expect(spoilt.code).toBe(1);
  expect(spoilt.stderr).toContain('k.csv:2:1');
  expect(spoilt.stderr).toContain('last digits are lost');
});

const ESCAPE = '\u001b[';

test.each([
  ['both at a terminal', { stdin: true, stdout: true, stderr: true }, {}, [true, true]],
  ['stdout to a file', { stdin: true, stderr: true }, {}, [false, true]],
  ['stderr to a file', { stdin: true, stdout: true }, {}, [true, false]],
  ['NO_COLOR', { stdin: true, stdout: true, stderr: true }, { NO_COLOR: '1' }, [false, false]],
  ['NO_COLOR without a value', { stdout: true, stderr: true }, { NO_COLOR: '' }, [true, true]],
  ['FORCE_COLOR into files', {}, { FORCE_COLOR: '1' }, [true, true]],
  ['NO_COLOR against FORCE_COLOR', {}, { FORCE_COLOR: '1', NO_COLOR: '1' }, [false, false]],
  ['CI', {}, { CI: 'true' }, [false, false]],
  ['a terminal without colours', { stdout: true, stderr: true }, { TERM: 'dumb' }, [false, false]],
] as const)('%s', async (_where, terminal, env, [onStdout, onStderr]) => {
  const world = await World.start(SMALL);
  const painted = (text: string) => text.replaceAll('\r\u001b[K', '').includes(ESCAPE);
  const plan = await world.run(['plan'], { terminal, env });
  expect(painted(plan.stdout)).toBe(onStdout);
  const failed = await world.run(['state', 'show', 'group/none'], { terminal, env });
  expect(painted(failed.stderr)).toBe(onStderr);
  for (const argv of [
    ['plan', '--json'],
    ['state', 'show', 'group/none', '--json'],
  ]) {
    expect((await world.run(argv, { terminal, env })).stdout).not.toContain(ESCAPE);
  }
  await world.must('plan', '--markdown', 'plan.md');
  expect(await world.read('plan.md')).not.toContain(ESCAPE);
});

test('a terminal for the answer is not enough where the question would go into a file', async () => {
  const world = await World.start(SMALL);
  const { code, stderr } = await world.run(['apply'], { terminal: { stdin: true, stdout: true }, answer: 'yes' });
  expect(code).toBe(1);
  expect(stderr).toContain('--auto-approve');
  expect(world.requests()).toEqual([]);
});

test('results into a pipe leave the question at the terminal', async () => {
  const world = await World.start(SMALL);
  const { code, stdout, stderr } = await world.run(['apply'], {
    terminal: { stdin: true, stderr: true },
    answer: 'yes',
  });
  expect(code).toBe(0);
  expect(stderr).toContain('Only `yes` is accepted');
  expect(stdout).toContain('Applied: 3 done.');
});

test('a changed image of 90 KB is path, type, pixels, bytes and hashes, wherever it is shown', async () => {
  const noise = async (seed: number) => {
    const pixels = Buffer.alloc(256 * 256 * 3);
    let value = seed;
    for (let index = 0; index < pixels.length; index++) {
      value ^= value << 13;
      value ^= value >>> 17;
      value ^= value << 5;
      pixels[index] = value & 0x7f;
    }
    return sharp(pixels, { raw: { width: 256, height: 256, channels: 3 } })
      .png()
      .toBuffer();
  };
  const app = `version: 1
apps:
  ios: { title: 鞋城, type: iOS, icon: icon.png, appUrl: "https://apps.example.com/id1" }
`;
  const before = await noise(1);
  expect(before.length).toBeGreaterThan(90_000);
  const world = await World.start({
    files: { 'adwright.yaml': projectFile(), 'ads/a.yaml': app, 'ads/icon.png': before },
    fixture: '',
  });
  await world.must('apply', '--auto-approve');
  world.clock.turn(3_600_000);
  await world.must('apply', '--auto-approve');
  await world.write('ads/icon.png', await noise(2));
  const { stdout } = await world.must('plan', '--out', 'plan.json', '--markdown', 'plan.md');
  const json = (await world.json('plan', ['plan'])).stdout;
  const shown = [stdout, await world.read('plan.md'), (await world.must('show', 'plan.json')).stdout];
  for (const text of shown) {
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(500);
  }
  const facts = String.raw`ads/icon\.png \(png, 256×256 px, [\d,]+ bytes, sha256 [0-9a-f]{12}\)`;
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`${facts} → ${facts}`));
  for (const text of [...shown, json, await world.read('plan.json')]) {
    expect(text).not.toContain(before.toString('base64').slice(0, 60));
  }
  expect(json).toMatch(/"hash": "[0-9a-f]{12}"/);
});
