import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { cpuTime } from '../support/cpu-time.js';
import { chunk, jpeg, noise, png, pngHeader, pngOfBytes, withSegment } from './image-files.js';
import { folderOf, load, loadFolder, PROJECT } from './support.js';

const VIDEO = (file: string) =>
  `version: 1\nrichCreatives:\n  - groupIds: [1]\n    creative: video-computer\n    content:\n      url: https://a.cn/\n      cover_img: ${file}\n      video_url: https://a.cn/v.mp4\n`;
const GAME = (file: string) =>
  `version: 1\nrichCreatives:\n  - groupIds: [1]\n    creative: yx_direct-computer\n    content:\n      - title: t\n        image: ${file}\n        url: https://a.cn/\n        dece: d\n        button: 开始游戏\n        tags: [{key: 类型, value: 其他}, {key: 玩法, value: 即时}]\n`;

const cover = (bytes: Uint8Array, name = 'c.jpg') => load({ 'ads/a.yaml': VIDEO(name), [`ads/${name}`]: bytes });
const game = (bytes: Uint8Array, name = 'g.png') => load({ 'ads/a.yaml': GAME(name), [`ads/${name}`]: bytes });
const COVER = 'ads/a.yaml:7:18';

describe('Windows paths', () => {
  it.each(['"assets\\banner\\table.png"', "'assets\\banner.png'"])('refuses %s with the hint', async (path) => {
    const { errors, detail } = await load({ 'ads/a.yaml': VIDEO(path) });
    expect(errors).toEqual([`${COVER} image-path`]);
    expect(detail('image-path')).toContain('/');
    expect(detail('image-path')).toMatch(/backslash/);
  });
});

describe('file names', () => {
  const composed = 'caf\u00E9.png';
  const decomposed = 'cafe\u0301.png';
  it.each([
    [composed, decomposed],
    [decomposed, composed],
  ])('finds %j on a disk that has %j', async (written, onDisk) => {
    const { errors, graph } = await load({ 'ads/a.yaml': VIDEO(written), [`ads/${onDisk}`]: png(169, 100) });
    expect(errors).toEqual([]);
    expect(JSON.stringify([...graph.resources.values()][0]?.desired)).toContain(onDisk);
  });

  it('offers the name that differs in letter case', async () => {
    const { errors, detail } = await load({
      'ads/a.yaml': VIDEO('banner.jpg'),
      'ads/Banner.JPG': await jpeg(169, 100),
    });
    expect(errors).toEqual([`${COVER} image-not-found`]);
    expect(detail('image-not-found')).toContain('"Banner.JPG"');
  });
});

describe('paths that leave the project', () => {
  it.each([
    ['../../etc/hostname', 'leads outside the project'],
    ['/etc/hostname', 'is an absolute path'],
    ['C:/x.png', 'is an absolute path'],
  ])('refuses %s', async (path, why) => {
    const root = await folderOf({ 'adwright.yaml': PROJECT, 'ads/a.yaml': VIDEO(path) });
    const { errors, detail } = await loadFolder(root);
    expect(detail('image-outside-project')).toContain(why);
    expect(errors[0]).toMatch(/image-(outside-project|not-found)$/);
  });

  it('refuses a link to the outside, a folder, a FIFO and a dangling link', async () => {
    const outside = await folderOf({ 'secret.txt': 'top secret' });
    const root = await folderOf({ 'adwright.yaml': PROJECT });
    await mkdir(join(root, 'ads/folder'), { recursive: true });
    await symlink(join(outside, 'secret.txt'), join(root, 'ads/link.png'));
    await symlink('nowhere', join(root, 'ads/dangling.png'));
    execFileSync('mkfifo', [join(root, 'ads/fifo')]);
    const paths = {
      'link.png': 'outside-project',
      folder: 'not-a-file',
      fifo: 'not-a-file',
      'dangling.png': 'not-found',
    };
    for (const [path, code] of Object.entries(paths)) {
      await writeFile(join(root, 'ads/a.yaml'), VIDEO(path));
      const { errors, diagnostics } = await loadFolder(root);
      expect(errors).toEqual([`${COVER} image-${code}`]);
      expect(JSON.stringify(diagnostics)).not.toContain('top secret');
    }
  });

  it('takes a way round inside the project', async () => {
    expect((await load({ 'ads/a.yaml': VIDEO('sub/../b.png'), 'ads/b.png': png(169, 100) })).errors).toEqual([]);
    expect((await load({ 'ads/a.yaml': VIDEO('../b.png'), 'b.png': png(169, 100) })).errors).toEqual([]);
  });
});

it('an image that is written out is refused', async () => {
  const { errors } = await load({ 'ads/a.yaml': VIDEO('data:image/png;base64,iVBORw0KGgo=') });
  expect(errors).toEqual([`${COVER} image-path`]);
});

describe('rotated photographs', () => {
  const turned = async (width: number, height: number, orientation: number) =>
    sharp(await jpeg(width, height))
      .withMetadata({ orientation })
      .toBuffer();

  it('names stored and shown size, whichever of them would pass', async () => {
    for (const bytes of [await turned(126, 225, 6), await turned(225, 126, 6)]) {
      const loaded = await cover(bytes);
      expect(loaded.errors).toEqual([`${COVER} image-dimensions`]);
      expect(loaded.detail('image-dimensions')).toMatch(/stored (126x225|225x126), shown (126x225|225x126)/);
    }
  });

  it('warns where both pass, and says nothing of an upright one', async () => {
    expect((await cover(await turned(225, 126, 3))).found).toEqual([`${COVER} image-turned`]);
    expect((await cover(await turned(225, 126, 1))).found).toEqual([]);
  });
});

it('print colours are a warning, grey is not', async () => {
  const cmyk = await sharp(await jpeg(225, 126))
    .toColourspace('cmyk')
    .jpeg()
    .toBuffer();
  const loaded = await cover(cmyk);
  expect(loaded.found).toEqual([`${COVER} image-colour`]);
  expect(loaded.errors).toEqual([]);
  expect(loaded.detail('image-colour')).toContain('CMYK/YCCK, export as RGB');
  const grey = await sharp(await jpeg(225, 126))
    .toColourspace('b-w')
    .jpeg()
    .toBuffer();
  expect((await cover(grey)).found).toEqual([]);
});

describe('name says JPEG, bytes say otherwise', () => {
  it('takes PNG with a warning', async () => {
    const { found, resource } = await cover(png(225, 126));
    expect(found).toEqual([`${COVER} image-name`]);
    expect(JSON.stringify(resource('rich-creative/id:1/video-computer').desired)).toContain('"type":"png"');
  });

  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    [
      'WebP',
      async () =>
        sharp(await jpeg(225, 126))
          .webp()
          .toBuffer(),
      'WEBP',
    ],
    [
      'GIF',
      async () =>
        sharp(await jpeg(225, 126))
          .gif()
          .toBuffer(),
      'GIF',
    ],
    ['HEIC', () => Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(40)]), 'HEIC'],
    ['SVG', () => Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'), 'SVG'],
    ['an HTML error page', () => Buffer.from('<!DOCTYPE html><html><body>404</body></html>'), 'HTML'],
    ['a ZIP', () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(60)]), 'ZIP'],
    ['a sound', () => Buffer.concat([Buffer.from('RIFF\x10\0\0\0WAVEfmt '), Buffer.alloc(60)]), 'RIFF'],
    ['a BMP', () => Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]), 'BMP'],
  ])('refuses %s', async (_, make, name) => {
    const loaded = await cover(await make());
    expect(loaded.errors).toEqual([`${COVER} image-type`]);
    expect(loaded.detail('image-type')).toContain(name);
  });
});

describe('cut-off and hostile headers', () => {
  it('takes progressive files and long metadata before the header', async () => {
    const progressive = await jpeg(225, 126, { progressive: true });
    expect((await cover(progressive)).found).toEqual([]);
    let long = await jpeg(225, 126);
    for (let part = 0; part < 5; part++) long = withSegment(long, 0xe5, Buffer.alloc(60_000, 1));
    const { found, resource } = await cover(long);
    expect(found).toEqual([]);
    expect(JSON.stringify(resource('rich-creative/id:1/video-computer').desired)).toContain('"width":"225"');
  });

  const whole = png(225, 126);
  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['0 bytes', () => Buffer.alloc(0)],
    ['only FF D8', () => Buffer.from([0xff, 0xd8])],
    ['a segment of length 0', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 1, 2, 3, 4, 5, 6])],
    ['cut inside the scan', async () => (await noise(800, 450)).subarray(0, 30_000)],
    ['a wrong checksum', () => Buffer.concat([whole.subarray(0, 20), Buffer.from([0xff]), whole.subarray(21)])],
    ['no end mark', () => whole.subarray(0, whole.length - 12)],
    ['no data', () => Buffer.concat([whole.subarray(0, 33), whole.subarray(whole.length - 12)])],
  ])('refuses %s in under a second', async (_, make) => {
    const bytes = await make();
    const before = cpuTime();
    const { errors } = await cover(bytes);
    expect(cpuTime() - before).toBeLessThan(1000);
    expect(errors).toEqual([`${COVER} image-broken`]);
  });
});

describe('moving pictures', () => {
  const animation = chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
  it('refuses an animated PNG also after a large text', async () => {
    const text = chunk('tEXt', Buffer.alloc(100_000, 'a'));
    expect((await cover(png(225, 126, [text, animation]), 'c.png')).errors).toEqual([`${COVER} image-animated`]);
  });

  it('takes a still one whose text holds the letters, and an interlaced one', async () => {
    const text = chunk('tEXt', Buffer.from('Comment\0acTL acTL'));
    expect((await cover(png(225, 126, [text]), 'c.png')).found).toEqual([]);
    const interlaced = await sharp(png(225, 126)).png({ progressive: true }).toBuffer();
    expect((await cover(interlaced, 'c.png')).found).toEqual([]);
  });
});

it.each([
  [65535, 65535],
  [0, 0],
  [2 ** 31, 1],
])('a header of %d by %d is refused without decoding', async (width, height) => {
  const before = process.memoryUsage().rss;
  const { errors } = await cover(pngHeader(width, height), 'c.png');
  expect(errors).toEqual([`${COVER} image-pixels`]);
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});

describe('limits exactly on the line', () => {
  it.each([
    [169, 100, true],
    [181, 100, true],
    [225, 126, true],
    [168, 100, false],
    [182, 100, false],
  ])('cover of %dx%d: %s', async (width, height, passes) => {
    expect((await cover(png(width, height), 'c.png')).errors).toEqual(passes ? [] : [`${COVER} image-dimensions`]);
  });

  it.each([
    [121, 75, true],
    [363, 225, true],
    [120, 75, false],
    [121, 74, false],
    [364, 225, false],
    [363, 226, false],
  ])('game image of %dx%d: %s', async (width, height, passes) => {
    const { errors } = await game(png(width, height));
    expect(errors).toEqual(passes ? [] : ['ads/a.yaml:7:16 image-dimensions']);
  });

  it.each([
    [100_000, []],
    [100_001, ['ads/a.yaml:7:16 image-bytes-near-limit']],
    [102_400, ['ads/a.yaml:7:16 image-bytes-near-limit']],
    [102_401, ['ads/a.yaml:7:16 image-bytes']],
  ])('game image of %d bytes', async (bytes, expected) => {
    const file = pngOfBytes(200, 100, bytes);
    expect(file.length).toBe(bytes);
    expect((await game(file)).found).toEqual(expected);
  });

  it('a cover of 2M passes, one byte more does not', async () => {
    expect((await cover(pngOfBytes(225, 126, 2_097_152), 'c.png')).errors).toEqual([]);
    expect((await cover(pngOfBytes(225, 126, 2_097_153), 'c.png')).errors).toEqual([`${COVER} image-bytes`]);
  });
});

it('names a Git LFS pointer', async () => {
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:1234\nsize 12345\n';
  expect((await cover(Buffer.from(pointer))).errors).toEqual([`${COVER} image-lfs-pointer`]);
});

it('gives the values of the file to the graph', async () => {
  const bytes = png(225, 126);
  const { resource } = await cover(bytes, 'c.png');
  const [video] = resource('rich-creative/id:1/video-computer').desired['content'] as { cover_img: unknown }[];
  expect(video?.cover_img).toEqual({
    file: 'ads/c.png',
    type: 'png',
    width: '225',
    height: '126',
    bytes: String(bytes.length),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});
