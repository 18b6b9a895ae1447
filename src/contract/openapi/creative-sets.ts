import type { CreativeKey } from '../endpoints.js';
import { image, listSchema, record, type Schema, textSchema, words } from './schema.js';

const link = record({
  text: textSchema('Text of the link, different from the others.'),
  url: textSchema('Landing URL.'),
});
const showcase = (description: 'description' | 'description?') =>
  record({
    title: textSchema('Different from the others.'),
    [description]: textSchema('Description.'),
    url: textSchema('Landing URL.'),
    image: image('The picture, different from the others.'),
  });
const navigation = (least: number, most: number) =>
  record({
    title: textSchema('Label, different from the others.'),
    links: listSchema(link, { minItems: least, maxItems: most }),
  });
const longLink = record({
  dece: textSchema('Description.'),
  text: textSchema('Text of the link.'),
  url: textSchema('Landing URL.'),
});
const shortLink = record({ text: textSchema('Text of the link.'), url: textSchema('Landing URL.') });

const CLICK_TITLES = ['点击查看', '点击报名', '点击购买', '点击进入', '点击预订', '点击注册', '点击咨询'];
const listEntry = record({
  title: textSchema('Title.'),
  text: textSchema('Text.'),
  clicktitle: words(CLICK_TITLES, 'Words of the button.'),
  url: textSchema('Landing URL.'),
  'description?': textSchema('All entries have one, or none has.'),
});

const game = record({
  title: textSchema('Name of the game, different from the others.'),
  tags: listSchema(
    record({
      key: words(['类型', '玩法', '题材'], 'What the tag is about.'),
      value: textSchema('One of the values of the key.'),
    }),
    { minItems: 2, description: 'At least two different keys.' },
  ),
  dece: textSchema('Description.'),
  button: words(['点击查看', '点击注册', '开始游戏', '立即试玩'], 'Words of the button.'),
  image: image('JPG or PNG of 121 x 75 to 363 x 225 pixels, at most 100K, different from the others.'),
  url: textSchema('Landing URL.'),
});

const video = record({
  url: textSchema('Landing URL.'),
  cover_img: image('JPG or PNG, at most 2M, width divided by height from 1.69 to 1.81.'),
  video_url: textSchema(
    'Address of an uploaded MP4: at most 20M, 6 to 60 seconds, width divided by height from 1.69 to 1.81.',
  ),
});

const set = (items: Schema, minItems: number, maxItems: number, description: string): Schema =>
  listSchema(items, { minItems, maxItems, description });

/** One set of each creative type and device. */
export const CREATIVE_SET_SCHEMAS: Readonly<Record<CreativeKey, Schema>> = {
  'windows-computer': set(showcase('description'), 4, 4, 'Showcases.'),
  'windows-mobile': set(showcase('description?'), 3, 8, 'Showcases.'),
  'guides-computer': set(navigation(3, 10), 3, 3, 'Navigations.'),
  'guides-mobile': set(navigation(2, 10), 2, 6, 'Navigations.'),
  'links-computer': set(longLink, 2, 10, 'Long sub-links.'),
  'links-mobile': set(longLink, 3, 10, 'Long sub-links.'),
  'lists-computer': set(listEntry, 4, 6, 'List entries.'),
  'sublinks-computer': set(shortLink, 4, 10, 'Short sub-links.'),
  'sublinks-mobile': set(shortLink, 2, 10, 'Short sub-links.'),
  'short_guides-computer': set(navigation(2, 4), 2, 4, 'Short navigations, two or four.'),
  'yx_direct-computer': set(game, 1, 3, 'Games.'),
  'video-computer': video,
};
