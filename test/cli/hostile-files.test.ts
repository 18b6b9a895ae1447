import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AppPorts } from '../../src/app/ports.js';
import { rescueOutcome } from '../../src/app/state/rescue.js';
import { adwright, projectFolder } from '../support/cli.js';

const PROJECT = 'version: 1\naccounts:\n  main: { baseUrl: sandbox }\n';
const GROUP = 'version: 1\ngroups:\n  one: { campaignId: 1, name: one, price: 1 }\n';
/** In every form that a reader may choke on: text that is no map, a bad escape, a wrong shape. */
const SECRET = 'TOP-SECRET: [\n"TOP-SECRET \\q", {"account": "TOP-SECRET", "format": "TOP-SECRET"}\n';

type Harm = (root: string, file: string) => Promise<void>;

const put = async (root: string, file: string) => {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await rm(join(root, file), { force: true });
};

/** What a branch can put in place of a file. */
const HARMS: Readonly<Record<string, Harm>> = {
  'a link out of the project': async (root, file) => {
    const outside = await projectFolder({ secret: SECRET });
    await put(root, file);
    await symlink(join(outside, 'secret'), join(root, file));
  },
  'a link into .git': async (root, file) => {
    await put(root, file);
    await mkdir(join(root, '.git'), { recursive: true });
    await writeFile(join(root, '.git', 'config'), SECRET);
    await symlink(join(root, '.git', 'config'), join(root, file));
  },
  'a link to /dev/zero': async (root, file) => {
    await put(root, file);
    await symlink('/dev/zero', join(root, file));
  },
  'a named pipe': async (root, file) => {
    await put(root, file);
    execFileSync('mkfifo', [join(root, file)]);
  },
  'a folder': async (root, file) => {
    await put(root, file);
    await mkdir(join(root, file));
  },
};

const TOO_LARGE: Harm = async (root, file) => {
  await put(root, file);
  await writeFile(join(root, file), '');
  await truncate(join(root, file), 11_000_000_000);
};

const KEYWORDS = 'version: 1\nkeywordFiles: [k.csv]\n';
const CREATIVE =
  'version: 1\nrichCreatives:\n  - groupIds: [1]\n    creative: video-computer\n    content:\n      url: https://a.cn/\n      cover_img: c.png\n      video_url: https://a.cn/v.mp4\n';

/** The files that a project is read from, and what must be there next to them. */
const FILES: readonly (readonly [file: string, others: Readonly<Record<string, string>>])[] = [
  ['adwright.yaml', {}],
  ['resolutions.yaml', {}],
  ['sandbox.yaml', {}],
  ['ads/b.yaml', {}],
  ['ads/k.csv', { 'ads/c.yaml': KEYWORDS }],
  ['ads/c.png', { 'ads/c.yaml': CREATIVE }],
  ['.adwright/state/main/state.json', {}],
  ['.adwright/state/main/journal.jsonl', {}],
];

describe.each(FILES)('%s', (file, others) => {
  const harms = { ...HARMS, 'a file that is too large': TOO_LARGE };
  // A folder with the name of a manifest is one to look into.
  const names = Object.keys(harms).filter((name) => name !== 'a folder' || file !== 'ads/b.yaml');
  it.each(names)('is refused without a word of its content where it is %s', async (name) => {
    const root = await projectFolder({ 'adwright.yaml': PROJECT, 'ads/a.yaml': GROUP, ...others });
    await harms[name as keyof typeof harms]?.(root, file);
    for (const flags of [[], ['--json']]) {
      const { code, stdout, stderr } = await adwright(root, ['plan', ...flags]);
      const said = stdout + stderr;
      expect([code, said]).toEqual([1, expect.stringContaining(file.split('/').at(-1) ?? '')]);
      expect(said).not.toMatch(/TOP-SECRET|internal/i);
    }
  });
});

describe('a state that is reached by a link', () => {
  it.each(['state.json', 'journal.jsonl'])('is not another project’s: %s', async (file) => {
    const text = GROUP.replaceAll('one', 'foreign');
    const other = await projectFolder({ 'adwright.yaml': PROJECT, 'ads/a.yaml': text });
    expect((await adwright(other, ['apply', '--auto-approve'])).code).toBe(0);
    const root = await projectFolder({ 'adwright.yaml': await readFile(join(other, 'adwright.yaml'), 'utf8') });
    await put(root, `.adwright/state/main/${file}`);
    await symlink(join(other, '.adwright', 'state', 'main', file), join(root, '.adwright', 'state', 'main', file));
    for (const command of [
      ['state', 'list'],
      ['state', 'show', 'group/foreign'],
      ['unlock', '--force'],
      ['state', 'rm', 'group/foreign'],
    ]) {
      const { code, stdout, stderr } = await adwright(root, command);
      if (command[0] !== 'unlock')
        expect([code, stdout + stderr]).toEqual([1, expect.stringContaining('it is a link')]);
      expect(stdout).not.toContain('foreign');
    }
  });
});

describe('a pattern', () => {
  const at = async (pattern: string, files: Readonly<Record<string, string>> = {}) => {
    const root = await projectFolder({ 'ads/a.yaml': GROUP, '.git/config': SECRET, '.git/x.yaml': SECRET, ...files });
    const outside = await projectFolder({ 'secret.yaml': SECRET });
    await symlink(outside, join(root, 'out'));
    await symlink('.git', join(root, 'dotgit'));
    await writeFile(
      join(root, 'adwright.yaml'),
      `version: 1\naccounts:\n  main: { baseUrl: sandbox, manifests: ["ads/a.yaml", ${JSON.stringify(pattern)}] }\n`,
    );
    return adwright(root, ['validate']);
  };

  it.each([
    '.git/config',
    '.git/*',
    '.git/**/*.yaml',
    'dotgit/config',
    'dotgit/*.yaml',
    'out/*.yaml',
    'out/secret.yaml',
    '*/*.yaml',
  ])('of manifests leads neither into .git nor out of the project: %s', async (pattern) => {
    const { code, stdout, stderr } = await at(pattern);
    expect([code, stdout + stderr]).toEqual([1, expect.stringContaining('outside-project')]);
    expect(stdout + stderr).not.toContain('TOP-SECRET');
  });

  it.each(['../.git/config', '../dotgit/config', '../out/secret.yaml', '../out/*.yaml'])(
    'of keyword files neither: %s',
    async (pattern) => {
      const { code, stdout, stderr } = await at('more/*.yaml', {
        'more/k.yaml': `version: 1\nkeywordFiles: [${JSON.stringify(pattern)}]\n`,
      });
      expect([code, stdout + stderr]).toEqual([1, expect.stringContaining('outside-project')]);
      expect(stdout + stderr).not.toContain('TOP-SECRET');
    },
  );

  it.each(['../out/secret.png', '../out/secret-x.png', '../dotgit/config.png', '../.git/conf.png'])(
    'nor a path of an image, and no name of a file there is told: %s',
    async (path) => {
      const { code, stdout, stderr } = await at('more/*.yaml', { 'more/k.yaml': CREATIVE.replace('c.png', path) });
      expect([code, stdout + stderr]).toEqual([1, expect.stringContaining('image-outside-project')]);
      expect(stdout + stderr).not.toMatch(/secret\.yaml|config"/);
    },
  );
});

describe('a file that the user names', () => {
  const COMMANDS: readonly (readonly string[])[] = [
    ['show', 'FILE'],
    ['apply', 'FILE'],
    ['resolve', '--from', 'FILE'],
    ['pictures', 'unbind', '--auto-approve', 'FILE'],
    ['export', '--from', 'FILE'],
    ['sandbox', '--fixture', 'FILE'],
  ];
  const harms = { ...HARMS, 'a file that is too large': TOO_LARGE };

  it.each(COMMANDS.flatMap((command) => Object.keys(harms).map((name) => [command.join(' '), name] as const)))(
    '%s refuses %s',
    async (command, name) => {
      const root = await projectFolder({ 'adwright.yaml': PROJECT, 'ads/a.yaml': GROUP });
      await harms[name as keyof typeof harms]?.(root, 'given');
      const { code, stdout, stderr } = await adwright(root, command.replace('FILE', 'given').split(' '));
      expect([code, stdout + stderr]).toEqual([1, expect.stringContaining('file-unreadable')]);
      expect(stderr).toContain('given: ');
      expect(stdout + stderr).not.toContain('TOP-SECRET');
    },
  );

  it('may be anywhere', async () => {
    const outside = await projectFolder({ 'ids.csv': 'id\n7\n', 'list.yaml': '[]\n' });
    const root = await projectFolder({ 'adwright.yaml': PROJECT, 'ads/a.yaml': GROUP });
    await symlink(join(outside, 'ids.csv'), join(outside, 'link.csv'));
    for (const file of ['ids.csv', 'link.csv']) {
      expect((await adwright(root, ['export', '--from', join(outside, file)])).code).toBe(0);
    }
  });
});

describe('what is written', () => {
  async function withVictim(files: Readonly<Record<string, string>> = {}) {
    const outside = await projectFolder({ victim: 'precious\n' });
    const root = await projectFolder({ 'adwright.yaml': PROJECT, 'ads/a.yaml': GROUP, ...files });
    const victim = join(outside, 'victim');
    const link = async (file: string, target = victim) => {
      await put(root, file);
      await symlink(target, join(root, file));
    };
    const isWhole = async () => {
      expect(await readFile(victim, 'utf8')).toBe('precious\n');
      expect(await readdir(outside)).toEqual(['victim']);
    };
    return { root, outside, link, isWhole };
  }

  it.each(['--out', '--markdown', '--html'])('%s follows no link of the project’s out of it', async (option) => {
    const { root, outside, link, isWhole } = await withVictim();
    await link('plan.json');
    await link('plans', outside);
    for (const file of ['plan.json', 'plans/new.json', 'plans/victim']) {
      const { code, stderr } = await adwright(root, ['plan', option, file]);
      expect([code, stderr]).toEqual([1, expect.stringContaining(`${option} ${file}: it is reached by a link`)]);
    }
    await isWhole();
    // The user's own word is followed.
    await symlink('victim', join(outside, 'mine'));
    expect((await adwright(root, ['plan', option, join(outside, 'mine')])).code).toBe(0);
    expect(await readFile(join(outside, 'victim'), 'utf8')).not.toBe('precious\n');
  });

  it('--out does not follow one into .git', async () => {
    const { root, link } = await withVictim({ '.git/config': '[core]\n' });
    await link('plan.json', join('.git', 'config'));
    expect((await adwright(root, ['plan', '--out', 'plan.json'])).code).toBe(1);
    expect(await readFile(join(root, '.git', 'config'), 'utf8')).toBe('[core]\n');
  });

  it('export --out follows none', async () => {
    const fixture =
      'keywords:\n  - { id: "2", groupId: "1", word: a, price: "1", matchType: exact }\npictures:\n  - { picId: "3", tags: [a] }\n';
    const { root, outside, link, isWhole } = await withVictim({ 'sandbox.yaml': fixture });
    await link('new', outside);
    await link('other/keywords.yaml');
    for (const folder of ['new', 'other']) {
      const { code, stderr } = await adwright(root, ['export', '2', '--out', folder]);
      expect([code, stderr]).toEqual([1, expect.stringContaining('it is reached by a link')]);
      await isWhole();
    }
    expect((await adwright(root, ['export', '2', '--out', 'own'])).code).toBe(0);
    expect(await readdir(join(root, 'own'))).toContain('keywords.yaml');
  });

  it('apply writes neither state, lineage nor lock through one', async () => {
    const { root, link, isWhole } = await withVictim();
    for (const file of ['state.json.tmp', 'journal.jsonl.new', 'state.backup.json.tmp', 'journal.backup.jsonl.tmp']) {
      await link(`.adwright/state/main/${file}`);
    }
    await link('adwright.yaml.tmp');
    const { code, stderr } = await adwright(root, ['apply', '--auto-approve']);
    expect([code, stderr]).toEqual([0, expect.anything()]);
    await writeFile(join(root, 'ads/b.yaml'), GROUP.replaceAll('one', 'two'));
    expect((await adwright(root, ['apply', '--auto-approve'])).code).toBe(0);
    await isWhole();
    expect(await readFile(join(root, 'adwright.yaml'), 'utf8')).toContain('lineage: ');
    expect((await adwright(root, ['plan', '--detailed-exitcode'])).code).toBe(0);
  });

  it.each([
    '.adwright',
    '.adwright/state',
    '.adwright/state/main',
    '.adwright/state/main/lock',
    '.adwright/state/main/baseline',
    '.adwright/project-lock',
    '.adwright/sandbox',
  ])('nor through a folder that is one: %s', async (folder) => {
    const { root, outside, link, isWhole } = await withVictim();
    await link(folder, outside);
    for (const command of [
      ['apply', '--auto-approve'],
      ['state', 'init'],
      ['unlock', '--force'],
      ['state', 'list'],
    ]) {
      const { code, stdout, stderr } = await adwright(root, command);
      const isOther = code === 0 && folder !== '.adwright' && command[0] !== 'apply';
      if (!isOther) expect([code, stdout + stderr]).toEqual([1, expect.stringMatching(/link/)]);
      await isWhole();
    }
  });

  it.each(['data.jsonl', 'owner.json', 'data.jsonl.new'])('nor the sandbox its data: %s', async (file) => {
    const { root, link, isWhole } = await withVictim();
    await link(`.adwright/sandbox/${file}`);
    await adwright(root, ['apply', '--auto-approve']);
    await isWhole();
  });

  it('a state on another disk is used where the project file names its folder', async () => {
    const { root, outside, link } = await withVictim();
    await rm(join(outside, 'victim'));
    await link('.adwright/state', outside);
    const refused = await adwright(root, ['apply', '--auto-approve']);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('state-link')]);
    expect(refused.stderr).toContain('`state.path`');
    await writeFile(join(root, 'adwright.yaml'), `${PROJECT}state: { path: .adwright/state }\n`);
    expect((await adwright(root, ['apply', '--auto-approve'])).code).toBe(0);
    expect(await readdir(join(outside, 'main'))).toContain('state.json');
    expect((await adwright(root, ['plan', '--detailed-exitcode'])).code).toBe(0);
  });

  it.each(['.git/state', 'ads/../.git', '.GIT'])('no state is kept in git’s folder: %s', async (path) => {
    const { root } = await withVictim({ '.git/config': '' });
    await writeFile(join(root, 'adwright.yaml'), `${PROJECT}state: { path: ${path} }\n`);
    const { code, stderr } = await adwright(root, ['apply', '--auto-approve']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('outside-project')]);
    expect(await readdir(join(root, '.git'))).toEqual(['config']);
  });

  it('a rescue file replaces a link', async () => {
    const { root, link, isWhole } = await withVictim();
    await link('adwright-rescue-a1.json');
    const said: string[] = [];
    const warn = async (text: string) => void said.push(text);
    const where = await rescueOutcome({ folder: root, warn } as unknown as AppPorts, 'a1', '{"attempt":"a1"}');
    expect(where.file).toBe('adwright-rescue-a1.json');
    expect(said.join('')).toContain('{"attempt":"a1"}');
    expect(await readFile(join(root, 'adwright-rescue-a1.json'), 'utf8')).toBe('{"attempt":"a1"}\n');
    await isWhole();
  });

  it.each([
    ['ads', 'a folder'],
    ['.github', 'a folder'],
    ['.gitignore', 'a file'],
    ['adwright.yaml', 'a file'],
  ])('init follows no link: %s, %s', async (file, what) => {
    const outside = await projectFolder({ victim: 'precious\n' });
    const root = await projectFolder({});
    await symlink(what === 'a folder' ? outside : join(outside, 'victim'), join(root, file));
    expect((await adwright(root, ['init'])).code).toBe(1);
    expect(await readdir(outside)).toEqual(['victim']);
    expect(await readFile(join(outside, 'victim'), 'utf8')).toBe('precious\n');
  });
});
