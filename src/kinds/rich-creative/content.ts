import type { TSchema } from '@sinclair/typebox';
import type { CreativeKey } from '../../contract/index.js';
import { choice, fields, imageFile, list, optional, text, url, when } from '../../model/kind/schema-types.js';

/** `clicktitle` of list creatives (addRichCreatives). */
const CLICK_TITLES = ['点击查看', '点击报名', '点击购买', '点击进入', '点击预订', '点击注册', '点击咨询'] as const;
const GAME_BUTTONS = ['点击查看', '点击注册', '开始游戏', '立即试玩'] as const;
const GAME_TAGS: Readonly<Record<string, readonly string[]>> = {
  类型: ['角色扮演', '模拟经营', '休闲竞技', '战争策略', '儿童养成', '其他'],
  玩法: ['即时', '半回合', '回合', '其他'],
  题材: ['体育', '奇幻', '军事', '武侠', '三国', '西游', '仙侠', '星战', '动漫', '战斗', '魔幻', '科幻', '其他'],
};

const title = text({
  title: 'title',
  description: 'Differs from the other titles of the set.',
  examples: ['秋季新品'],
});
const landing = url({ title: 'landing URL', description: 'Where a click leads; kept byte for byte.' });
const image = imageFile({
  title: 'image',
  description: 'Image file, preferably JPG or PNG: the interface names no types. Sent as base64.',
});
const description = text({ title: 'description', description: 'Text below the title.', examples: ['新款到店'] });
const linkText = text({ title: 'text', description: 'What is clicked on.', examples: ['新品'] });
const dece = text({ title: 'description', description: 'Text next to the link.', examples: ['新款到店'] });

const showcase = (described: boolean) =>
  fields({ title, description: described ? description : optional(description), url: landing, image });

const navigation = (least: number, most: number) =>
  fields({
    title: text({ title: 'label', description: 'Differs from the other labels of the set.', examples: ['女鞋'] }),
    links: list(fields({ text: linkText, url: landing }), {
      min: least,
      max: most,
      title: 'links',
      description: `${least} to ${most} of { text, url }; their texts differ.`,
    }),
  });

const longSubLink = fields({ dece, text: linkText, url: landing });
const shortSubLink = fields({ text: linkText, url: landing });

const listEntry = fields({
  title,
  text: text({ title: 'text', description: 'Text of the entry.', examples: ['新款到店'] }),
  clicktitle: choice(CLICK_TITLES, { title: 'click title', description: 'Label of the button.' }),
  url: landing,
  description: optional(
    text({ title: 'description', description: 'All entries have one, or none.', examples: ['新款到店'] }),
  ),
});

const gameTag = fields(
  {
    key: choice(Object.keys(GAME_TAGS), { title: 'key', description: 'What the tag is about.' }),
    value: text({ title: 'value', description: 'Depends on the key.', examples: ['角色扮演'] }),
  },
  {
    allOf: Object.entries(GAME_TAGS).map(([key, values]) =>
      when('key', key, { value: choice(values, { title: 'value', description: `One of the values of ${key}.` }) }),
    ),
  },
);

const game = fields({
  title: text({ title: 'game name', description: 'Differs from the other games of the set.', examples: ['仙侠传'] }),
  tags: list(gameTag, { min: 2, title: 'tags', description: 'At least two distinct keys.' }),
  dece,
  button: choice(GAME_BUTTONS, { title: 'button', description: 'Label of the button.' }),
  image: imageFile({ title: 'image', description: 'JPG or PNG, 121x75 to 363x225 pixels, at most 100K.' }),
  url: landing,
});

const video = fields({
  url: landing,
  cover_img: imageFile({ title: 'cover', description: 'JPG or PNG, at most 2M, 16:9; 225x126 is recommended.' }),
  video_url: url({
    title: 'video',
    description: 'Address of a video uploaded before: MP4, at most 20M, 16:9, 6 to 60 seconds.',
    examples: ['https://video.example.com/a.mp4'],
  }),
});

const ONE_SET = 'The items of one set.';

/** The content of one set, for each of the twelve keys of addRichCreatives. */
export const CONTENT: Readonly<Record<CreativeKey, TSchema>> = {
  'windows-computer': list(showcase(true), { min: 4, max: 4, title: '4 showcases', description: ONE_SET }),
  'windows-mobile': list(showcase(false), { min: 3, max: 8, title: '3 to 8 showcases', description: ONE_SET }),
  'guides-computer': list(navigation(3, 10), { min: 3, max: 3, title: '3 navigations', description: ONE_SET }),
  'guides-mobile': list(navigation(2, 10), { min: 2, max: 6, title: '2 to 6 navigations', description: ONE_SET }),
  'links-computer': list(longSubLink, { min: 2, max: 10, title: '2 to 10 long sub-links', description: ONE_SET }),
  'links-mobile': list(longSubLink, { min: 3, max: 10, title: '3 to 10 long sub-links', description: ONE_SET }),
  'lists-computer': list(listEntry, { min: 4, max: 6, title: '4 to 6 list entries', description: ONE_SET }),
  'sublinks-computer': list(shortSubLink, { min: 4, max: 10, title: '4 to 10 short sub-links', description: ONE_SET }),
  'sublinks-mobile': list(shortSubLink, { min: 2, max: 10, title: '2 to 10 short sub-links', description: ONE_SET }),
  'short_guides-computer': list(navigation(2, 4), {
    min: 2,
    max: 4,
    title: '2 or 4 navigations',
    description: ONE_SET,
  }),
  'yx_direct-computer': list(game, { min: 1, max: 3, title: '1 to 3 game entries', description: ONE_SET }),
  'video-computer': { ...video, title: 'one video', description: 'A map, not a list.' },
};
