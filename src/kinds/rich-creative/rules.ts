import type { CreativeKey } from '../../contract/index.js';
import type {
  FieldPath,
  ImageReference,
  ImageRule,
  RemoteReference,
  RemoteRule,
  SectionContext,
} from '../../model/index.js';
import type { SetItem } from './fields.js';

const SHOWCASE_IMAGE: ImageRule = { types: ['jpeg', 'png'], open: true };
const GAME_IMAGE: ImageRule = {
  types: ['jpeg', 'png'],
  maxBytes: 100 * 1024,
  minWidth: 121,
  minHeight: 75,
  maxWidth: 363,
  maxHeight: 225,
};
const COVER: ImageRule = {
  types: ['jpeg', 'png'],
  maxBytes: 2 * 1024 * 1024,
  ratio: { min: 1.69, max: 1.81 },
};

const VIDEO: RemoteRule = { types: ['video/mp4'], maxBytes: 20 * 1024 * 1024 };

/** Where an item of a set is: the content of a video is the item itself. */
export function itemPath(creative: CreativeKey, content: FieldPath, index: number): FieldPath {
  return creative === 'video-computer' ? content : [...content, index];
}

export function imagesOf(creative: CreativeKey, items: readonly SetItem[], content: FieldPath): ImageReference[] {
  const references: ImageReference[] = [];
  for (const [index, item] of items.entries()) {
    const path = itemPath(creative, content, index);
    if (item.image !== undefined) {
      const rule = creative === 'yx_direct-computer' ? GAME_IMAGE : SHOWCASE_IMAGE;
      references.push({ path: [...path, 'image'], file: item.image, rule });
    }
    if (item.cover_img !== undefined)
      references.push({ path: [...path, 'cover_img'], file: item.cover_img, rule: COVER });
  }
  return references;
}

export function videosOf(creative: CreativeKey, items: readonly SetItem[], content: FieldPath): RemoteReference[] {
  return items.flatMap(({ video_url: address }, index) => {
    if (address === undefined) return [];
    return [{ path: [...itemPath(creative, content, index), 'video_url'], url: address, rule: VIDEO }];
  });
}

/** The rules of addRichCreatives that go across the items of a set. */
export function checkSet(
  creative: CreativeKey,
  items: readonly SetItem[],
  content: FieldPath,
  context: SectionContext,
): void {
  const at = (index: number, field: string): FieldPath => [...itemPath(creative, content, index), field];
  if (creative === 'windows-computer' || creative === 'windows-mobile' || creative === 'yx_direct-computer') {
    distinct(
      items.map((item, index) => ({ value: item.title, path: at(index, 'title') })),
      'title',
      context,
    );
    const digest = (path: FieldPath) => context.image(path)?.sha256;
    const images = items.map((_, index) => at(index, 'image'));
    distinct(
      images.map((path) => ({ value: digest(path), path })),
      'image',
      context,
    );
  }
  if (creative === 'guides-computer' || creative === 'guides-mobile' || creative === 'short_guides-computer') {
    distinct(
      items.map((item, index) => ({ value: item.title, path: at(index, 'title') })),
      'label',
      context,
    );
    checkLinkTexts(items, at, context);
  }
  if (creative === 'short_guides-computer' && items.length === 3) {
    context.report('rule-broken', content, 'A set has 2 or 4 short navigations; this has 3.', { onKey: true });
  }
  if (creative === 'lists-computer') checkDescriptions(items, at, context);
  if (creative === 'yx_direct-computer') {
    for (const [index, { tags = [] }] of items.entries()) {
      if (new Set(tags.map(({ key }) => key)).size >= 2) continue;
      const detail = 'The tags of a game have at least two distinct keys.';
      context.report('rule-broken', at(index, 'tags'), detail, { onKey: true });
    }
  }
  if (creative === 'video-computer') {
    for (const [index, { video_url: address = '' }] of items.entries()) {
      const extension = /\.([a-z0-9]{2,4})(?:[?#]|$)/i.exec(address.replace(/^https?:\/\/[^/]*/i, ''))?.[1];
      if (extension === undefined || !/^(?:mov|avi|flv|wmv|webm|mkv|m3u8|mpe?g|3gp|rmvb?|gif)$/i.test(extension))
        continue;
      context.report('rule-broken', at(index, 'video_url'), `A video is an MP4, not .${extension}.`);
    }
  }
}

interface Named {
  readonly value: string | undefined;
  readonly path: FieldPath;
}

function distinct(list: readonly Named[], what: string, context: SectionContext): void {
  const seen = new Map<string, FieldPath>();
  for (const { value, path } of list) {
    if (value === undefined) continue;
    const first = seen.get(value);
    if (first === undefined) seen.set(value, path);
    else context.report('repeated', path, `The ${what}s of one set differ from each other.`, { related: [first] });
  }
}

/** Within one navigation repeats are refused; whether the rule goes across the set the interface does not say. */
function checkLinkTexts(
  items: readonly SetItem[],
  at: (index: number, field: string) => FieldPath,
  context: SectionContext,
): void {
  const inSet = new Map<string, FieldPath>();
  for (const [index, { links = [] }] of items.entries()) {
    const inNavigation = new Map<string, FieldPath>();
    for (const [position, { text }] of links.entries()) {
      const path = [...at(index, 'links'), position, 'text'];
      const here = inNavigation.get(text);
      const elsewhere = inSet.get(text);
      if (here !== undefined) {
        context.report('repeated', path, 'The link texts of a navigation differ from each other.', {
          related: [here],
        });
      } else if (elsewhere !== undefined) {
        const detail = `"${text}" is a link text of another navigation of this set; the service may want them all to differ.`;
        context.report('similar-texts', path, detail, { related: [elsewhere] });
      }
      inNavigation.set(text, path);
      inSet.set(text, path);
    }
  }
}

function checkDescriptions(
  items: readonly SetItem[],
  at: (index: number, field: string) => FieldPath,
  context: SectionContext,
): void {
  const without = items.flatMap(({ description }, index) => (description === undefined ? [index] : []));
  if (without.length === 0 || without.length === items.length) return;
  const numbers = without.map((index) => index + 1).join(', ');
  const [first = 0] = without;
  const detail = `Either all entries have a description or none; missing in ${without.length === 1 ? 'entry' : 'entries'} ${numbers}.`;
  context.report('rule-broken', at(first, 'title').slice(0, -1), detail);
}
