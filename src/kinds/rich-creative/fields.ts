import type { RequestOf } from '../../contract/index.js';
import type { DesiredOf, FieldTable } from '../../model/index.js';
import { anything, choice, type ImagePath } from '../../model/kind/schema-types.js';
import { creativeKeyOf } from './creative-key.js';

/** What a request has of the creatives themselves, besides the groups that get them. */
export type WireCreatives = Omit<RequestOf<'addRichCreatives'>, 'groupIdList'>;

/** An item of a set, as far as the rules look into it. */
export type SetItem = {
  readonly title?: string;
  readonly description?: string;
  readonly image?: ImagePath;
  readonly cover_img?: ImagePath;
  readonly video_url?: string;
  readonly links?: readonly { readonly text: string }[];
  readonly tags?: readonly { readonly key: string }[];
};

/** The manifest holds one object for a video and a list of items for everything else; the wire always has a list. */
export function itemsOf<One>(content: One | readonly One[]): readonly One[] {
  return isList(content) ? content : [content];
}

function isList<One>(content: One | readonly One[]): content is readonly One[] {
  return Array.isArray(content);
}

const createOnly = {
  change: 'create-only',
  read: 'never',
  reason: 'The interface adds rich creatives and has no operation that reads or changes one.',
} as const;

export const RICH_CREATIVE_FIELDS = {
  content: {
    ...createOnly,
    required: true,
    schema: anything<SetItem | readonly SetItem[]>({
      title: 'content',
      description: 'The items of one set; for video-computer one object. What an item holds depends on `creative`.',
    }),
    type: 'tree',
    role: 'text',
    sent: { nameOf: creativeKeyOf, as: (content) => [itemsOf(content)] },
  },
  status: {
    ...createOnly,
    schema: choice(['enable', 'pause'], { title: 'status', description: 'The initial status.', default: 'enable' }),
    type: 'choice',
    role: 'switch',
    sent: { name: 'status' },
  },
} as const satisfies FieldTable<keyof WireCreatives>;

/** What a manifest may manage of a rich creative. */
export type CreativeValues = DesiredOf<typeof RICH_CREATIVE_FIELDS>;
