import { describe, expect, it } from 'vitest';
import { CREATIVE_KEYS } from '../../src/contract/index.js';
import { kinds } from '../../src/kinds/registry.js';
import { type Drawing, drawnImages, type Value, type Values } from '../../src/model/index.js';
import { image } from '../render/sample-plan.js';

const showcase = (n: number) => ({
  title: `标题${n}`,
  description: `描述${n}`,
  url: `https://example.com/${n}`,
  image: image(`img/${n}.png`, `a${n}`),
});
const link = (n: number) => ({ text: `链接${n}`, url: `https://example.com/l${n}` });
const navigation = (n: number) => ({ title: `导航${n}`, links: [link(n * 10), link(n * 10 + 1)] });
const longLink = (n: number) => ({ dece: `说明${n}`, ...link(n) });
const listed = (n: number) => ({
  ...longLink(n),
  title: `项${n}`,
  text: `文${n}`,
  clicktitle: '点击查看',
  dece: undefined,
});
const game = {
  title: '仙侠传',
  tags: [
    { key: '类型', value: '角色扮演' },
    { key: '题材', value: '仙侠' },
  ],
  dece: '开新服',
  button: '开始游戏',
  image: image('img/game.png', 'c1'),
  url: 'https://example.com/game',
};
const video = {
  url: 'https://example.com/v',
  cover_img: image('img/cover.png', 'd1'),
  video_url: 'https://video.example.com/a.mp4',
};

const CONTENT: Readonly<Record<string, Value>> = {
  'windows-computer': [1, 2, 3, 4].map(showcase),
  'windows-mobile': [1, 2, 3].map(showcase),
  'guides-computer': [1, 2, 3].map(navigation),
  'guides-mobile': [1, 2].map(navigation),
  'links-computer': [1, 2].map(longLink),
  'links-mobile': [1, 2, 3].map(longLink),
  'lists-computer': [1, 2, 3, 4].map(listed) as unknown as Value,
  'sublinks-computer': [1, 2, 3, 4].map(link),
  'sublinks-mobile': [1, 2].map(link),
  'short_guides-computer': [1, 2].map(navigation),
  'yx_direct-computer': [game],
  'video-computer': [video],
};

function* textsOf(drawing: Drawing): Generator<string> {
  if ('parts' in drawing) for (const part of drawing.parts) yield* textsOf(part);
  else if ('text' in drawing) {
    yield drawing.text;
    if ('url' in drawing) yield drawing.url;
  }
}

/** Every text of a value; an image has none to be drawn. */
function* textsIn(value: Value | undefined): Generator<string> {
  if (value === undefined) return;
  if (typeof value === 'string') yield value;
  else if (!('sha256' in value)) for (const inner of Object.values(value)) yield* textsIn(inner);
}

const draw = (kind: string, values: Values, address: string) => kinds.get(kind)?.draw?.(values, address);

describe('a drawing', () => {
  it.each(CREATIVE_KEYS)('of %s has every text, address and image of the content', (key) => {
    const content = CONTENT[key] ?? [];
    const thing = draw('rich-creative', { content, status: 'enable' }, `rich-creative/autumn/${key}`);
    if (thing === undefined) throw new Error('nothing is drawn');
    expect(thing.caption).toBe(key);
    expect(thing.device).toBe(key.endsWith('mobile') ? 'mobile' : 'computer');
    const drawn = [...textsOf(thing.drawing)].join('\n');
    for (const text of textsIn(content)) expect(drawn).toContain(text);
    const images = JSON.stringify(content).match(/"sha256"/g)?.length ?? 0;
    expect([...drawnImages(thing.drawing)]).toHaveLength(images);
  });

  it('of an app has icon, name, platform and download', () => {
    const icon = image('icon.png', 'e1');
    const thing = draw('app', { title: '鞋城', type: 'iOS', icon, appUrl: 'https://a.example.com/x' }, 'app/x');
    if (thing === undefined) throw new Error('nothing is drawn');
    expect([...textsOf(thing.drawing)]).toEqual(['鞋城', 'iOS', 'download', 'https://a.example.com/x']);
    expect([...drawnImages(thing.drawing)]).toEqual([icon]);
  });

  it.each<readonly [string, string, Values]>([
    ['a creative of which only the status differs', 'rich-creative/a/windows-mobile', { status: 'pause' }],
    ['an app of which only a note differs', 'app/x', { remark: 'approved' }],
    ['a creative whose content is no list of items', 'rich-creative/a/windows-mobile', { content: 'text' }],
    ['a creative of a type that is not known', 'rich-creative/a/other', { content: [showcase(1)] }],
    ['an empty set', 'rich-creative/a/sublinks-mobile', { content: [] }],
  ])('is not made of %s', (_what, address, values) => {
    expect(draw(address.slice(0, address.indexOf('/')), values, address)).toBeUndefined();
  });

  it('is made of an odd content as far as that goes', () => {
    const odd = { content: [{ title: { a: 'b' }, image: 'x', links: 'y' }, 'z'] } as unknown as Values;
    expect(draw('rich-creative', odd, 'rich-creative/a/windows-mobile')?.caption).toBe('windows-mobile');
  });
});
