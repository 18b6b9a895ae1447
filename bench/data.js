import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, copyFile, mkdir, open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('.data', import.meta.url));
const FIRST_ID = 80_000_000;
const WORDS = ['秋季女鞋', '跑步鞋', '儿童雨靴', '登山鞋 防水', '红色高跟鞋', '皮靴', '帆布鞋', '运动鞋 打折'];
const MATCH_TYPES = ['exact', 'phrase', 'broad'];

/** The n-th keyword as the service of the benchmark holds it, in the words of a manifest. */
export function keyword(n) {
  return {
    id: String(FIRST_ID + n * 7),
    word: `${WORDS[n % WORDS.length]} ${n}`,
    price: `${1 + (n % 40)}.${String(n % 100).padStart(2, '0')}`,
    matchType: MATCH_TYPES[n % MATCH_TYPES.length],
    url: `https://www.example.com/shoes/${n}?from=search&kw={keyword}`,
    mobileUrl: `https://m.example.com/shoes/${n}`,
    status: n % 10 === 0 ? 'pause' : 'enable',
  };
}

export const numberOf = (id) => (Number(id) - FIRST_ID) / 7;

/** The price that a manifest wants where everything is to change. */
export const changedPrice = (n) => `${2 + (n % 40)}.5`;

function yamlEntry({ id, word, price, matchType, url, mobileUrl, status }) {
  return `  - id: ${id}\n    word: ${word}\n    price: ${price}\n    matchType: ${matchType}\n    url: ${url}\n    mobileUrl: ${mobileUrl}\n    status: ${status}\n`;
}

async function writePieces(file, count, head, entry, tail = '') {
  const handle = await open(file, 'w');
  await handle.write(head);
  let piece = '';
  for (let n = 0; n < count; n++) {
    piece += entry(n);
    if (piece.length < 1 << 20) continue;
    await handle.write(piece);
    piece = '';
  }
  await handle.write(piece + tail);
  await handle.close();
}

const project = (url) => `version: 1
accounts:
  main:
    baseUrl: ${url}
    limits: { requestsPerSecond: 100000, concurrentReads: 4 }
`;

/** The project file as it was before the first apply wrote a lineage into it. */
export async function freshProject(folder) {
  await rm(join(folder, '.adwright'), { recursive: true, force: true });
  await writeFile(join(folder, 'adwright.yaml'), project('http://127.0.0.1:1'));
}

/**
 * A project of `count` keywords in one YAML manifest, made once: `in-sync` is as the service is, `changed` wants another
 * price for every keyword. Beside it lies the same as JSON, for the references.
 */
export async function keywordProject(count, kind = 'in-sync') {
  const folder = join(FOLDER, `${count}-${kind}`);
  if (existsSync(join(folder, 'done'))) return folder;
  await mkdir(join(folder, 'ads'), { recursive: true });
  await writeFile(join(folder, 'adwright.yaml'), project('http://127.0.0.1:1'));
  const at = (n) => (kind === 'changed' ? { ...keyword(n), price: changedPrice(n) } : keyword(n));
  await writePieces(join(folder, 'ads/keywords.yaml'), count, 'version: 1\nkeywords:\n', (n) => yamlEntry(at(n)));
  await writePieces(
    join(folder, 'keywords.json'),
    count,
    '[',
    (n) => (n === 0 ? '' : ',\n') + JSON.stringify(at(n)),
    ']\n',
  );
  await writeFile(join(folder, 'done'), '');
  return folder;
}

/** A project of its own, whose keywords are as the service has them until it drifts. */
export async function driftedProject(count) {
  const source = await keywordProject(count);
  const folder = `${source}-drifted`;
  await mkdir(join(folder, 'ads'), { recursive: true });
  await freshProject(folder);
  await copyFile(join(source, 'ads/keywords.yaml'), join(folder, 'ads/keywords.yaml'));
  return folder;
}

/** A git repository of `accounts` accounts, each with `each` keywords of its own that are as the service has them. */
export async function fleetProject(accounts, each) {
  const folder = join(FOLDER, `fleet-${accounts}-${each}`);
  if (existsSync(join(folder, 'done'))) return folder;
  const names = Array.from({ length: accounts }, (_, n) => `brand-${n}`);
  await mkdir(folder, { recursive: true });
  const entry = (name) =>
    `  ${name}: { baseUrl: "http://127.0.0.1:1", credentials: agency, manifests: ["${name}/*.yaml"], limits: { requestsPerSecond: 100000, concurrentReads: 4 } }\n`;
  await writeFile(join(folder, 'adwright.yaml'), `version: 1\naccounts:\n${names.map(entry).join('')}`);
  for (const [index, name] of names.entries()) {
    await mkdir(join(folder, name), { recursive: true });
    const at = (n) => yamlEntry(keyword(index * each + n));
    await writePieces(join(folder, name, 'keywords.yaml'), each, 'version: 1\nkeywords:\n', at);
  }
  await writeFile(join(folder, '.gitignore'), 'done\n');
  for (const argv of [
    ['init', '-q'],
    ['add', '.'],
    ['-c', 'user.name=b', '-c', 'user.email=b@b', 'commit', '-qm', 'b'],
  ])
    execFileSync('git', argv, { cwd: folder });
  // What one of them changed since: a comment, so that there is nothing to plan.
  await appendFile(join(folder, 'brand-7/keywords.yaml'), '# checked\n');
  await writeFile(join(folder, 'done'), '');
  return folder;
}

/** A project of `count` groups in one YAML manifest that are not there yet. */
export async function newGroups(count) {
  const folder = join(FOLDER, `${count}-new-groups`);
  await mkdir(join(folder, 'ads'), { recursive: true });
  await freshProject(folder);
  await copyFile(await groupProject(count), join(folder, 'ads/groups.yaml'));
  return folder;
}

/** A table of the ids of the first `count` keywords. */
export async function idTable(count) {
  const file = join(FOLDER, `${count}-ids.csv`);
  await mkdir(FOLDER, { recursive: true });
  await writePieces(file, count, 'id\n', (n) => `${keyword(n).id}\n`);
  return file;
}

/** A manifest of `count` groups that are not there yet, made once. */
export async function groupProject(count) {
  const file = join(FOLDER, `${count}-groups.yaml`);
  if (existsSync(file)) return file;
  await mkdir(FOLDER, { recursive: true });
  const entry = (n) => `  group-${n}:\n    campaignId: 1001\n    name: 秋季女鞋 ${n}\n    price: 1.20\n`;
  await writePieces(file, count, 'version: 1\ngroups:\n', entry);
  return file;
}

/** Ten resources of several kinds, as a first project has them. */
export async function smallProject() {
  const folder = join(FOLDER, 'ten');
  if (existsSync(join(folder, 'done'))) return folder;
  await mkdir(join(folder, 'ads'), { recursive: true });
  await writeFile(join(folder, 'adwright.yaml'), project('http://127.0.0.1:1'));
  const groups = [1, 2, 3].map(
    (n) =>
      `  group-${n}:\n    campaignId: 1001\n    name: 秋季女鞋 ${n}\n    price: 1.20\n    negativeWords: { phrase: [免费], exact: [二手女鞋] }\n`,
  );
  const keywords = [1, 2, 3, 4, 5].map((n) => yamlEntry(keyword(n)));
  const creatives = [1, 2].map(
    (n) => `  - groups: [group-${n}]
    creative: sublinks-mobile
    content:
      - { text: 新品, url: https://m.example.com/new }
      - { text: 特价, url: https://m.example.com/sale }
`,
  );
  const text = `version: 1\ngroups:\n${groups.join('')}keywords:\n${keywords.join('')}richCreatives:\n${creatives.join('')}`;
  await writeFile(join(folder, 'ads/shoes.yaml'), text);
  await writeFile(join(folder, 'done'), '');
  return folder;
}
