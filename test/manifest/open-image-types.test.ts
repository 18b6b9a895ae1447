import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { chunk, jpeg, png } from './image-files.js';
import { load } from './support.js';

/** An iOS app needs no image but its icon, whose types the interface does not state. */
const icon = (bytes: Uint8Array, name: string) =>
  load({
    'ads/a.yaml': `version: 1\napps:\n  a:\n    title: shop\n    type: iOS\n    appUrl: https://a.cn/x\n    icon: ${name}\n`,
    [`ads/${name}`]: bytes,
  });
const ICON = 'ads/a.yaml:7:11';

/** Three showcases; the first is the image of the test. */
const showcase = async (bytes: Uint8Array, name: string) => {
  const item = (title: string, file: string) => `      - { image: ${file}, title: ${title}, url: "https://a.cn/" }\n`;
  return load({
    'ads/a.yaml': `version: 1\nrichCreatives:\n  - groupIds: [1]\n    creative: windows-mobile\n    content:\n${item('a', name)}${item('b', 'b.png')}${item('c', 'c.png')}`,
    [`ads/${name}`]: bytes,
    'ads/b.png': png(20, 10),
    'ads/c.png': png(30, 10),
  });
};
const FIRST = 'ads/a.yaml:6:18';

/** An Android app's copyright proof is JPG, JPEG or PNG. */
const copyright = (bytes: Uint8Array, name: string) =>
  load({
    'ads/a.yaml': `version: 1\napps:\n  a: { title: shop, type: Android, appUrl: "https://a.cn/x", icon: i.png, developer: d, privacyUrl: "https://a.cn/p", authUrl: "https://a.cn/q",\n    copyright: [${name}] }\n`,
    'ads/i.png': png(20, 10),
    [`ads/${name}`]: bytes,
  });

const picture = (frames = 1) =>
  sharp(Buffer.from(Array.from({ length: 40 * 20 * 3 * frames }, (_, at) => (at * 31) % 251)), {
    raw: { width: 40, height: 20 * frames, channels: 3, ...(frames > 1 && { pageHeight: 20 }) },
  });
const cmyk = async () =>
  sharp(await jpeg(40, 20))
    .toColourspace('cmyk')
    .jpeg()
    .toBuffer();

describe('types that the interface does not state are a warning', () => {
  it.each(['gif', 'webp'] as const)('a %s icon', async (type) => {
    const { found, resource, detail } = await icon(await picture().toFormat(type).toBuffer(), `i.${type}`);
    expect(found).toEqual([`${ICON} image-type-open`]);
    expect(detail('image-type-open')).toBe(`This is ${type.toUpperCase()}. Safe: JPEG, PNG.`);
    expect(resource('app/a').desired['icon']).toMatchObject({ type, width: '40', height: '20' });
  });

  it.each(['gif', 'webp'] as const)('a %s showcase picture', async (type) => {
    const { found, errors, graph } = await showcase(await picture().toFormat(type).toBuffer(), `a.${type}`);
    expect(found).toEqual([`${FIRST} image-type-open`]);
    expect(errors).toEqual([]);
    expect(JSON.stringify([...graph.resources.values()])).toContain(`"type":"${type}"`);
  });

  it.each(['gif', 'webp'] as const)('a moving %s, which is said as well', async (type) => {
    const bytes = await picture(2).toFormat(type).toBuffer();
    const { found, errors } = await icon(bytes, `i.${type}`);
    expect(found.toSorted()).toEqual([`${ICON} image-animated`, `${ICON} image-type-open`]);
    expect(errors).toEqual([]);
  });

  it('a moving PNG as an icon', async () => {
    const moving = png(40, 20, [chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))]);
    const { found, errors } = await icon(moving, 'i.png');
    expect([found, errors]).toEqual([[`${ICON} image-animated`], []]);
  });

  it('a name that claims another type', async () => {
    const { found } = await icon(await picture().gif().toBuffer(), 'i.png');
    expect(found.toSorted()).toEqual([`${ICON} image-name`, `${ICON} image-type-open`]);
  });
});

describe('print colours are a warning', () => {
  it.each([
    ['an icon', icon, ICON],
    ['a showcase picture', showcase, FIRST],
    ['a copyright proof', copyright, 'ads/a.yaml:4:17'],
  ] as const)('in %s', async (_, loaded, place) => {
    const { found, errors, detail } = await loaded(await cmyk(), 'c.jpg');
    expect([found, errors]).toEqual([[`${place} image-colour`], []]);
    expect(detail('image-colour')).toContain('CMYK/YCCK, export as RGB');
  });
});

describe('what the interface states stays an error', () => {
  it.each(['gif', 'webp'] as const)('a %s copyright proof', async (type) => {
    const { errors } = await copyright(await picture().toFormat(type).toBuffer(), `c.${type}`);
    expect(errors).toEqual(['ads/a.yaml:4:17 image-type']);
  });

  it.each([
    ['cut off', async () => (await picture().gif().toBuffer()).subarray(0, 60), 'image-broken'],
    ['no image at all', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image-type'],
  ] as const)('an icon that is %s', async (_, make, code) => {
    expect((await icon(await make(), 'i.gif')).errors).toEqual([`${ICON} ${code}`]);
  });
});
