import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { projectFile, SMALL } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

const run = promisify(execFile);
const colour = (hex: string, size = 200) =>
  sharp({ create: { width: size, height: size, channels: 3, background: hex } })
    .png()
    .toBuffer();

/** Bytes that do not compress: the same for the same seed. */
async function large(seed: number): Promise<Buffer> {
  let now = seed;
  const pixels = Buffer.from(
    Array.from({ length: 300 * 300 * 3 }, () => {
      now = (now * 48271) % 2147483647;
      return now & 255;
    }),
  );
  return sharp(pixels, { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer();
}

const showcases = (names: readonly string[]) =>
  `version: 1\ngroups:\n  autumn: { campaignId: 1001, name: 秋季女鞋, price: 1.20 }\nrichCreatives:\n  - groups: [autumn]\n    creative: windows-mobile\n    content:\n${names
    .map((name) => `      - { title: ${name}, url: "https://m.example.com/${name}", image: ../img/${name}.png }\n`)
    .join('')}`;

async function world(): Promise<World> {
  const images = { one: await colour('#ff0000'), two: await colour('#00ff00'), three: await colour('#0000ff') };
  return World.start({
    files: {
      'adwright.yaml': projectFile(),
      'ads/a.yaml': showcases(Object.keys(images)),
      ...Object.fromEntries(Object.entries(images).map(([name, bytes]) => [`img/${name}.png`, bytes])),
    },
    fixture: 'campaigns: [{ campaignId: 1001 }]\n',
  });
}

const uris = (page: string) => [...page.matchAll(/<image href="data:image\/(\w+);base64,([^"]+)"/g)];
const main = (page: string) => /<main[\s\S]*<\/main>/.exec(page)?.[0] ?? '';
const base64 = (bytes: Buffer) => bytes.toString('base64');

test('a creative is drawn with its images, each once, and not with a file that changed after the plan', async () => {
  const made = await world();
  await made.write(
    'ads/a.yaml',
    `${await made.read('ads/a.yaml')}${showcases(['one', 'two', 'three']).split('richCreatives:\n')[1]?.replace('groups: [autumn]', 'groupIds: ["556001"]')}`,
  );
  await made.must('plan', '--out', 'plan.json', '--html', 'plan.html');
  const page = await made.read('plan.html');
  expect(uris(page).map(([, , text]) => text)).toEqual(
    await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map(async (hex) => base64(await colour(hex)))),
  );
  expect(main(page).match(/<use href/g)).toHaveLength(6);
  await made.write('img/two.png', await colour('#ffff00'));
  await made.must('show', 'plan.json', '--html', 'again.html');
  const again = await made.read('again.html');
  expect(uris(again)).toHaveLength(2);
  expect(main(again).match(/not drawn: the file is not the one of the plan/g)).toHaveLength(2);
  // What a plan says of an image is in the box.
  expect(main(again)).toMatch(/the plan<\/b> img\/two\.png \(png, 200×200 px, [\d,]+ bytes, sha256 [0-9a-f]{12}\)/);
});

test('a blocked edit shows before and after: a former image from git, if its digest is the state’s', async () => {
  const made = await world();
  const git = (...args: string[]) =>
    run('git', ['-C', made.folder, '-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args]);
  await git('init', '-q');
  await git('add', '.');
  await git('commit', '-qm', 'first');
  await made.must('apply', '--auto-approve');
  await made.write('img/two.png', await colour('#ffff00'));
  const bytes = await large(7);
  expect(bytes.length).toBeGreaterThan(100_000);
  await made.write('img/three.png', bytes);
  await made.must('plan', '--html', 'plan.html');
  const page = await made.read('plan.html');
  expect(main(page)).toContain('<b>before</b>');
  expect(main(page)).toContain('<b>after</b>');
  const formerAndNew = await Promise.all(
    ['#ff0000', '#ffff00', '#00ff00', '#0000ff'].map(async (hex) => base64(await colour(hex))),
  );
  const shown = uris(page).map(([, type, text]) => (type === 'webp' ? 'a thumbnail' : text));
  expect([...shown].sort()).toEqual([...formerAndNew, 'a thumbnail'].sort());
  expect(page).not.toContain(base64(bytes).slice(0, 200));
  // The commit has other bytes now: a grey box with the digest, and nothing else in its place.
  await git('add', '.');
  await git('commit', '-qm', 'second');
  await made.must('plan', '--html', 'plan.html');
  const later = await made.read('plan.html');
  expect(uris(later)).toHaveLength(3);
  expect(main(later).match(/neither in the project nor in git/g)).toHaveLength(2);
  // In a pull request: where the branch began.
  await git('branch', 'base', 'HEAD~1');
  await made.run(['plan', '--html', 'plan.html'], { env: { GITHUB_BASE_REF: 'base' } });
  expect(uris(await made.read('plan.html'))).toHaveLength(5);
});

test('without git there is a box for each former image', async () => {
  const made = await world();
  await made.must('apply', '--auto-approve');
  await made.write('img/two.png', await colour('#ffff00'));
  await made.must('plan', '--html', 'plan.html');
  expect(main(await made.read('plan.html')).match(/neither in the project nor in git/g)).toHaveLength(1);
});

test('of several accounts a folder has a page for each; older ones go', async () => {
  const text = `version: 1\naccounts:\n${['a', 'b'].map((name) => `  ${name}: { baseUrl: "https://ads.example.com", manifests: [${name}/*.yaml] }\n`).join('')}`;
  const made = await World.start({
    files: {
      'adwright.yaml': text,
      'a/a.yaml': SMALL.files['ads/shoes.yaml'],
      'b/b.yaml': 'version: 1\ngroups: { x: {} }\n',
      'pages/b.html': 'old',
    },
    fixture: SMALL.fixture,
  });
  const env = { ADWRIGHT_A_BASE_URL: made.sandbox.url, ADWRIGHT_B_BASE_URL: made.sandbox.url };
  expect((await made.run(['plan', '--all-accounts', '--html', 'pages'], { env })).code).toBe(1);
  expect(await readdir(`${made.folder}/pages`)).toEqual(['a.html']);
  expect(await made.read('pages/a.html')).toContain('Adwright plan for account a');
});

test.each([
  [['plan', '--html', 'no/such/plan.html'], '--html no/such/plan.html: its folder does not exist'],
  [['plan', '--html', 'ads'], '--html ads: it is a folder'],
  [['show', '--html', 'plan.html'], '--html goes with a saved plan'],
])('%j is refused before anything is read', async (argv, message) => {
  const made = await World.start(SMALL);
  const { code, stderr } = await made.run(argv);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(made.requests()).toEqual([]);
});
