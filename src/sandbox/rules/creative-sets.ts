import type { CreativeKey } from '../../contract/index.js';
import { IMAGE_RULES, type ImageLimits } from './image.js';

/** What one field of an item must be. */
export type ItemField =
  | { readonly is: 'text'; readonly optional?: true }
  | { readonly is: 'choice'; readonly words: readonly string[] }
  | { readonly is: 'image'; readonly rule: ImageLimits }
  | { readonly is: 'links'; readonly min: number; readonly max: number }
  | { readonly is: 'game-tags' }
  | { readonly is: 'video' };

/** The content rules of one creative key. */
export interface SetRule {
  /** Items per set. */
  readonly counts: readonly number[];
  readonly fields: Readonly<Record<string, ItemField>>;
  /** Fields that no two items of a set share. */
  readonly unique: readonly string[];
  /** A field that all items have or none. */
  readonly allOrNone?: string;
}

const text = { is: 'text' } as const;
const optional = { is: 'text', optional: true } as const;
const image = { is: 'image', rule: IMAGE_RULES.any } as const;
const links = (min: number, max: number) => ({ is: 'links', min, max }) as const;
const from = (min: number, max: number) => Array.from({ length: max - min + 1 }, (_, index) => min + index);

const CLICK_TITLES = ['点击查看', '点击报名', '点击购买', '点击进入', '点击预订', '点击注册', '点击咨询'];
const GAME_BUTTONS = ['点击查看', '点击注册', '开始游戏', '立即试玩'];

/** Allowed values by key of a game's tags (addRichCreatives). */
export const GAME_TAGS: Readonly<Record<string, readonly string[]>> = {
  类型: ['角色扮演', '模拟经营', '休闲竞技', '战争策略', '儿童养成', '其他'],
  玩法: ['即时', '半回合', '回合', '其他'],
  题材: ['体育', '奇幻', '军事', '武侠', '三国', '西游', '仙侠', '星战', '动漫', '战斗', '魔幻', '科幻', '其他'],
};

const showcase = { title: text, description: text, url: text, image };
const subLink = { text, url: text };
const longSubLink = { dece: text, text, url: text };

export const CREATIVE_SET_RULES: Readonly<Record<CreativeKey, SetRule>> = {
  'windows-computer': { counts: [4], fields: showcase, unique: ['title', 'image'] },
  'windows-mobile': {
    counts: from(3, 8),
    fields: { ...showcase, description: optional },
    unique: ['title', 'image'],
  },
  'guides-computer': { counts: [3], fields: { title: text, links: links(3, 10) }, unique: ['title'] },
  'guides-mobile': { counts: from(2, 6), fields: { title: text, links: links(2, 10) }, unique: ['title'] },
  'short_guides-computer': { counts: [2, 4], fields: { title: text, links: links(2, 4) }, unique: ['title'] },
  'links-computer': { counts: from(2, 10), fields: longSubLink, unique: [] },
  'links-mobile': { counts: from(3, 10), fields: longSubLink, unique: [] },
  'lists-computer': {
    counts: from(4, 6),
    fields: {
      title: text,
      text,
      clicktitle: { is: 'choice', words: CLICK_TITLES },
      url: text,
      description: optional,
    },
    unique: [],
    allOrNone: 'description',
  },
  'sublinks-computer': { counts: from(4, 10), fields: subLink, unique: [] },
  'sublinks-mobile': { counts: from(2, 10), fields: subLink, unique: [] },
  'yx_direct-computer': {
    counts: from(1, 3),
    fields: {
      title: text,
      tags: { is: 'game-tags' },
      dece: text,
      button: { is: 'choice', words: GAME_BUTTONS },
      image: { is: 'image', rule: IMAGE_RULES.game },
      url: text,
    },
    unique: ['title', 'image'],
  },
  'video-computer': {
    counts: [1],
    fields: { url: text, cover_img: { is: 'image', rule: IMAGE_RULES.cover }, video_url: { is: 'video' } },
    unique: [],
  },
};
