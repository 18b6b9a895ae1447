import type { WireApp } from '../../contract/index.js';
import type { DesiredOf, FieldTable } from '../../model/index.js';
import { choice, choiceOfAnyCase, imageFile, list, text, url } from '../../model/kind/schema-types.js';
import { SHOWN_URL } from '../live/shown-url.js';

const createOnly = {
  change: 'create-only',
  reason: 'The interface submits apps and has no operation that changes one.',
} as const;
const image = {
  change: 'create-only',
  read: 'never',
  reason:
    'Sent as an image and read back as an address, which cannot be compared; there is no operation that changes it.',
} as const;

const TYPES: Readonly<Record<string, string>> = { android: 'Android', ios: 'iOS' };

export const APP_FIELDS = {
  title: {
    ...createOnly,
    required: true,
    schema: text({ min: 2, max: 50, title: 'name', description: '2 to 50 characters.', examples: ['鞋城'] }),
    type: 'text',
    role: 'text',
    read: { name: 'title' },
    sent: { name: 'title' },
  },
  type: {
    ...createOnly,
    required: true,
    schema: choiceOfAnyCase(['Android', 'iOS'], { title: 'platform', description: 'In any letter case.' }),
    type: 'choice',
    role: 'text',
    read: { name: 'type', as: (type) => TYPES[type.toLowerCase()] ?? type },
    sent: { name: 'type' },
  },
  icon: {
    ...image,
    schema: imageFile({
      title: 'icon',
      description:
        'Image file, preferably JPG or PNG: the interface names no types. Sent as imageEncode. Required unless `id` is given.',
    }),
    images: { types: ['jpeg', 'png'], open: true },
    type: 'tree',
    role: 'text',
    sent: { name: 'imageEncode' },
  },
  appUrl: {
    ...createOnly,
    required: true,
    schema: url({
      title: 'download link',
      description: 'Of the package, or of its page.',
      examples: ['https://dl.example.com/shoes.apk'],
    }),
    type: 'text',
    role: 'address',
    shownAs: SHOWN_URL,
    read: { name: 'appUrl' },
    sent: { name: 'appUrl' },
  },
  appAutoCheck: {
    ...createOnly,
    schema: choice(['ON', 'OFF'], {
      title: 'automatic check',
      description: 'Android only; default OFF.',
    }),
    type: 'choice',
    role: 'text',
    read: { name: 'appAutoCheck', as: (check) => (check === '' ? undefined : check.toUpperCase()) },
    sent: { name: 'appAutoCheck' },
  },
  developer: {
    ...createOnly,
    schema: text({
      title: 'developer',
      description: 'Required with Android, and only used there.',
      examples: ['示例公司'],
    }),
    type: 'text',
    role: 'text',
    read: { name: 'developer' },
    sent: { name: 'developer' },
  },
  privacyUrl: {
    ...createOnly,
    schema: url({ title: 'privacy agreement', description: 'Required with Android, and only used there.' }),
    type: 'text',
    role: 'address',
    shownAs: SHOWN_URL,
    read: { name: 'privacyUrl' },
    sent: { name: 'privacyUrl' },
  },
  authUrl: {
    ...createOnly,
    schema: url({ title: 'user permissions', description: 'Required with Android, and only used there.' }),
    type: 'text',
    role: 'address',
    shownAs: SHOWN_URL,
    read: { name: 'authUrl' },
    sent: { name: 'authUrl' },
  },
  copyright: {
    ...image,
    schema: list(imageFile({ title: 'image' }), {
      max: 20,
      title: 'copyright proof',
      description:
        'Image files, at most 20 of at most 2M; sent as copyrightEncode. Required with Android, unless `id` is given.',
    }),
    images: { types: ['jpeg', 'png'], maxBytes: 2 * 1024 * 1024 },
    type: 'tree',
    role: 'text',
    sent: {
      name: 'copyrightEncode',
      as: (images: readonly string[]) => (images.length === 0 ? undefined : images.join(',')),
    },
  },
  remark: {
    ...createOnly,
    schema: text({ min: 0, max: 100, title: 'note', description: 'At most 100 characters.', examples: ['秋季版本'] }),
    type: 'text',
    role: 'text',
    read: { name: 'remark' },
    sent: { name: 'remark' },
  },
} as const satisfies FieldTable<keyof WireApp>;

/** What a manifest may manage of an app. */
export type AppValues = DesiredOf<typeof APP_FIELDS>;
