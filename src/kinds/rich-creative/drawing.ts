import type { CreativeKey } from '../../contract/index.js';
import type { Address, Drawing, DrawnThing, ImageValue, Values } from '../../model/index.js';
import { isImageValue } from '../../model/index.js';
import { creativeKeyOf } from './creative-key.js';

/** An item of a set as values have it: texts, images, lists of items. What is missing is left out of the drawing. */
type Item = Values;

interface Layout {
  /** How an item is drawn. */
  readonly item: (item: Item) => readonly Drawing[];
  /** How the items are placed. */
  readonly place: (items: readonly (readonly Drawing[])[]) => Drawing;
}

const text = (item: Item, name: string) => (typeof item[name] === 'string' ? item[name] : '');
const itemsIn = (item: Item, name: string): readonly Item[] =>
  Array.isArray(item[name]) ? (item[name] as Item[]) : [];

const written = (item: Item, name: string, as: 'title' | 'text' | 'label'): readonly Drawing[] =>
  text(item, name) === '' ? [] : [{ text: text(item, name), as }];

const linked = (
  item: Item,
  name: string,
  as: 'link' | 'button' = 'link',
  url = text(item, 'url'),
): readonly Drawing[] => (text(item, name) === '' ? [] : [{ text: text(item, name), as, url }]);

const pictured = (item: Item, name: string, as: 'photo' | 'cover'): readonly Drawing[] =>
  isImageValue(item[name]) ? [{ image: item[name] as ImageValue, as }] : [];

const column = (parts: readonly Drawing[]): Drawing => ({ box: 'column', parts });
const row = (parts: readonly Drawing[]): Drawing => ({ box: 'row', parts });
const card = (parts: readonly Drawing[]): Drawing => ({ box: 'card', parts });
const cards =
  (columns: number): Layout['place'] =>
  (items) => ({ box: 'grid', columns, parts: items.map(card) });
const lines: Layout['place'] = (items) => column(items.map(row));

const showcase: Layout['item'] = (item) => [
  ...pictured(item, 'image', 'photo'),
  ...linked(item, 'title'),
  ...written(item, 'description', 'text'),
];

const navigation: Layout['item'] = (item) => [
  ...written(item, 'title', 'label'),
  ...itemsIn(item, 'links').flatMap((link) => linked(link, 'text')),
];

const longLink: Layout['item'] = (item) => [...written(item, 'dece', 'text'), ...linked(item, 'text')];
const shortLink: Layout['item'] = (item) => linked(item, 'text');

const listed: Layout['item'] = (item) => [
  column([...linked(item, 'title'), ...written(item, 'text', 'text'), ...written(item, 'description', 'text')]),
  ...linked(item, 'clicktitle', 'button'),
];

const game: Layout['item'] = (item) => [
  ...pictured(item, 'image', 'photo'),
  column([
    ...linked(item, 'title'),
    row(
      itemsIn(item, 'tags').map((tag): Drawing => ({ text: `${text(tag, 'key')} ${text(tag, 'value')}`, as: 'tag' })),
    ),
    ...written(item, 'dece', 'text'),
    ...linked(item, 'button', 'button'),
  ]),
];

const video: Layout['item'] = (item) => [
  ...pictured(item, 'cover_img', 'cover'),
  row([
    { text: 'video', as: 'link', url: text(item, 'video_url') },
    { text: 'landing page', as: 'link', url: text(item, 'url') },
  ]),
];

/** How each of the twelve is placed on the page, as far as its content says it. */
const LAYOUTS: Readonly<Record<CreativeKey, Layout>> = {
  'windows-computer': { item: showcase, place: cards(4) },
  'windows-mobile': { item: showcase, place: cards(3) },
  'guides-computer': { item: navigation, place: lines },
  'guides-mobile': { item: navigation, place: cards(2) },
  'links-computer': { item: longLink, place: lines },
  'links-mobile': { item: longLink, place: lines },
  'lists-computer': { item: listed, place: lines },
  'sublinks-computer': { item: shortLink, place: (items) => row(items.flat()) },
  'sublinks-mobile': { item: shortLink, place: cards(2) },
  'short_guides-computer': { item: navigation, place: (items) => ({ box: 'grid', columns: 2, parts: items.map(row) }) },
  'yx_direct-computer': { item: game, place: lines },
  'video-computer': { item: video, place: (items) => column(items.flat()) },
};

/** The creative as its content has it; the ad that it belongs to is not part of it. */
export function drawCreative(values: Values, address: Address): DrawnThing | undefined {
  const key = creativeKeyOf(address);
  const layout = LAYOUTS[key];
  const { content } = values;
  if (layout === undefined || typeof content !== 'object') return undefined;
  const items = (Array.isArray(content) ? content : [content]).filter((item): item is Item => typeof item === 'object');
  if (items.length === 0) return undefined;
  return {
    caption: key,
    device: key.endsWith('-mobile') ? 'mobile' : 'computer',
    drawing: layout.place(items.map(layout.item)),
  };
}
