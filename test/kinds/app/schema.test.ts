import { describe, expect, it } from 'vitest';
import { appFields } from '../../../src/kinds/app/schema.js';
import { png, pngOfBytes } from '../../manifest/image-files.js';
import { load } from '../../manifest/support.js';

const ANDROID = [
  'title: 鞋城',
  'type: android',
  'icon: i.png',
  'appUrl: https://dl.example.com/shoes.apk',
  'appAutoCheck: OFF',
  'developer: 示例公司',
  'privacyUrl: https://www.example.com/privacy',
  'authUrl: https://www.example.com/permissions',
  'copyright: [c.png]',
  'remark: ""',
];
const app = (lines: readonly string[], images: Readonly<Record<string, Uint8Array>> = {}) =>
  load({
    'ads/a.yaml': `version: 1\napps:\n  shoes:\n${lines.map((line) => `    ${line}\n`).join('')}`,
    'ads/i.png': png(64, 64),
    'ads/c.png': png(30, 20),
    ...Object.fromEntries(Object.entries(images).map(([name, bytes]) => [`ads/${name}`, bytes])),
  });
const with_ = (line: string) => ANDROID.map((one) => (one.split(':')[0] === line.split(':')[0] ? line : one));
const without = (field: string) => ANDROID.filter((one) => !one.startsWith(`${field}:`));

it('an app has the canonical type and its images', async () => {
  const { found, resource } = await app(ANDROID);
  expect(found).toEqual([]);
  expect(resource('app/shoes').desired).toMatchObject({
    title: '鞋城',
    type: 'Android',
    icon: { file: 'ads/i.png', width: '64' },
    appAutoCheck: 'OFF',
    copyright: [{ file: 'ads/c.png', type: 'png' }],
    remark: '',
  });
  expect(resource('app/shoes').id).toBeUndefined();
});

describe('counting characters', () => {
  it.each([
    ['字'.repeat(50), []],
    ['𠜎'.repeat(50), []],
    ['字'.repeat(51), ['ads/a.yaml:4:12 too-long']],
    ['字', ['ads/a.yaml:4:12 too-short']],
  ])('title %s', async (title, errors) => {
    expect((await app(with_(`title: ${title}`))).errors).toEqual(errors);
  });

  it.each([
    [100, []],
    [101, ['ads/a.yaml:13:13 too-long']],
  ])('remark of %d', async (length, errors) => {
    expect((await app(with_(`remark: ${'注'.repeat(length)}`))).errors).toEqual(errors);
  });
});

describe('platforms', () => {
  it.each(['developer', 'privacyUrl', 'authUrl', 'copyright'])('Android needs %s', async (field) => {
    const { errors, detail } = await app(without(field));
    expect(errors).toEqual(['ads/a.yaml:3:3 missing-key']);
    expect(detail('missing-key')).toContain(`"${field}" is required when type is Android`);
  });

  it('Android needs at least one proof, and takes twenty', async () => {
    const list = (count: number) => `copyright: [${Array.from({ length: count }, () => 'c.png').join(', ')}]`;
    expect((await app(with_(list(0)))).errors).toEqual(['ads/a.yaml:12:5 too-few']);
    expect((await app(with_(list(20)))).errors).toEqual([]);
    expect((await app(with_(list(21)))).errors).toEqual(['ads/a.yaml:12:5 too-many']);
  });

  it('iOS takes none of the Android fields', async () => {
    const ios = with_('type: IOS');
    const { errors } = await app(ios);
    expect(errors).toEqual([8, 9, 10, 11, 12].map((line) => `ads/a.yaml:${line}:5 rule-broken`));
    const bare = ['title: 鞋城', 'type: iOS', 'icon: i.png', 'appUrl: https://a.cn/'];
    expect((await app(bare)).resource('app/shoes').desired['type']).toBe('iOS');
  });

  it.each(['Windows', 'andriod'])('%s is none', async (type) => {
    expect((await app(with_(`type: ${type}`))).errors).toEqual(['ads/a.yaml:5:11 not-allowed']);
  });

  it('appAutoCheck is ON or OFF in capitals', async () => {
    expect((await app(with_('appAutoCheck: ON'))).errors).toEqual([]);
    expect((await app(with_('appAutoCheck: off'))).errors).toEqual(['ads/a.yaml:8:19 not-allowed']);
  });
});

it('a proof has at most 2M', async () => {
  const big = (bytes: number) => app(with_('copyright: [big.png]'), { 'big.png': pngOfBytes(30, 20, bytes) });
  expect((await big(2_097_152)).errors).toEqual([]);
  expect((await big(2_097_153)).errors).toEqual(['ads/a.yaml:12:17 image-bytes']);
});

it('an app that is adopted needs no images and nothing of Android, one that is submitted does', async () => {
  const adopted = ['title: 鞋城', 'type: Android', 'appUrl: https://dl.example.com/shoes.apk'];
  expect((await app([...adopted, 'id: "7001"'])).found).toEqual([]);
  expect((await app(without('icon'))).errors).toEqual(['ads/a.yaml:3:3 missing-key']);
});

describe('two apps of one type and link', () => {
  const two = (first: string, second: string) =>
    load({
      'ads/a.yaml': `version: 1\napps:\n  one: { title: 鞋城, type: iOS, icon: i.png, appUrl: https://a.cn/x${first} }\n`,
      'ads/b.yaml': `version: 1\napps:\n  two: { title: 鞋铺, type: ios, icon: i.png, appUrl: https://a.cn/x${second} }\n`,
      'ads/i.png': png(64, 64),
    });

  it('are an error that names both', async () => {
    const { errors, detail } = await two('', ', id: "5"');
    expect(errors).toEqual(['ads/b.yaml:3:3 not-told-apart']);
    expect(detail('not-told-apart')).toContain(
      'app/one and app/two have the same type and appUrl. The other place is ads/a.yaml:3:3.',
    );
  });

  it('may both be adopted, and may differ in the link', async () => {
    expect((await two(', id: "4"', ', id: "5"')).errors).toEqual([]);
    expect((await two('', '?2')).errors).toEqual([]);
  });
});

it('texts and links can be read back, images cannot', () => {
  const unreadable = Object.entries(appFields).filter(([, rule]) => !rule.readable);
  expect(unreadable.map(([field]) => field)).toEqual(['icon', 'copyright']);
  for (const rule of Object.values(appFields)) expect(rule.change).toBe('create-only');
});
