import type { Static } from '@sinclair/typebox';
import type { ImageReference, ImageRule, ManifestSection, Resource, RulesFor, Value } from '../../model/index.js';
import { addressOf } from '../../model/index.js';
import {
  choice,
  choiceOfAnyCase,
  fields,
  id,
  imageFile,
  list,
  NAME_PATTERN,
  named,
  optional,
  text,
  url,
} from '../../model/schema-types.js';
import { SHOWN_URL } from '../shown-url.js';
import { canonicalType, checkPlatform } from './rules.js';

const app = fields(
  {
    title: text({ min: 2, max: 50, title: 'name', description: '2 to 50 characters.', examples: ['鞋城'] }),
    type: choiceOfAnyCase(['Android', 'iOS'], { title: 'platform', description: 'In any letter case.' }),
    icon: optional(
      imageFile({
        title: 'icon',
        description:
          'Image file, best JPG or PNG: the interface names no types. Sent as imageEncode. Required unless `id` is given.',
      }),
    ),
    appUrl: url({
      title: 'download link',
      description: 'Of the package, or of its page.',
      examples: ['https://dl.example.com/shoes.apk'],
    }),
    appAutoCheck: optional(
      choice(['ON', 'OFF'], { title: 'automatic check', description: 'Android only; OFF where it is not given.' }),
    ),
    developer: optional(
      text({
        title: 'developer',
        description: 'Required with Android, and only used there.',
        examples: ['示例公司'],
      }),
    ),
    privacyUrl: optional(
      url({ title: 'privacy agreement', description: 'Required with Android, and only used there.' }),
    ),
    authUrl: optional(url({ title: 'user permissions', description: 'Required with Android, and only used there.' })),
    copyright: optional(
      list(imageFile({ title: 'image' }), {
        max: 20,
        title: 'copyright proof',
        description:
          'Image files, at most 20 of at most 2M; sent as copyrightEncode. Required with Android, unless `id` is given.',
      }),
    ),
    remark: optional(
      text({ min: 0, max: 100, title: 'note', description: 'At most 100 characters.', examples: ['秋季版本'] }),
    ),
    id: optional(id({ title: 'id', description: 'Id of an existing app: it is adopted, and none is submitted.' })),
  },
  { title: 'an app' },
);

const apps = named(NAME_PATTERN, app, {
  title: 'apps',
  description: 'Your own name of each app, and the app. The service takes apps in an offline task and reviews them.',
});

/** An app as the manifest has it. */

const ICON: ImageRule = { types: ['jpeg', 'png'], open: true };
const COPYRIGHT: ImageRule = { types: ['jpeg', 'png'], maxBytes: 2 * 1024 * 1024 };

const createOnly = (type: 'text' | 'choice' | 'tree', readable: boolean) =>
  ({
    type,
    role: 'text',
    change: 'create-only',
    readable,
    reason: readable
      ? 'The interface submits apps and has no operation that changes one.'
      : 'Sent as an image and read back as an address, which cannot be compared; there is no operation that changes it.',
  }) as const;

/** What a manifest may manage of it. */
export type AppValues = Omit<Static<typeof app>, 'id'>;

export const appFields: RulesFor<AppValues> = {
  title: createOnly('text', true),
  type: createOnly('choice', true),
  icon: createOnly('tree', false),
  appUrl: { ...createOnly('text', true), role: 'address', shownAs: SHOWN_URL },
  appAutoCheck: createOnly('choice', true),
  developer: createOnly('text', true),
  privacyUrl: { ...createOnly('text', true), role: 'address', shownAs: SHOWN_URL },
  authUrl: { ...createOnly('text', true), role: 'address', shownAs: SHOWN_URL },
  copyright: createOnly('tree', false),
  remark: createOnly('text', true),
};

export const appSection: ManifestSection = {
  kind: 'app',
  key: 'apps',
  schema: apps,
  likeness: ['type', 'appUrl'],
  knownByLikeness: true,
  images(value) {
    const references: ImageReference[] = [];
    for (const [name, entry] of Object.entries(value as Static<typeof apps>)) {
      if (entry.icon !== undefined) references.push({ path: [name, 'icon'], file: entry.icon, rule: ICON });
      for (const [index, file] of (entry.copyright ?? []).entries()) {
        references.push({ path: [name, 'copyright', index], file, rule: COPYRIGHT });
      }
    }
    return references;
  },
  expand(value, context) {
    const resources: Resource[] = [];
    for (const [name, entry] of Object.entries(value as Static<typeof apps>)) {
      checkPlatform(entry, name, context);
      const { id: adopted, type, icon, copyright, ...texts } = entry;
      const desired: Record<string, Value> = {
        ...texts,
        type: canonicalType(type),
        ...(icon !== undefined && { icon: context.image([name, 'icon']) ?? icon }),
        ...(copyright !== undefined && {
          copyright: copyright.map((file, index) => context.image([name, 'copyright', index]) ?? file),
        }),
      };
      resources.push({
        address: addressOf('app', name),
        kind: 'app',
        ...(adopted !== undefined && { id: adopted }),
        desired,
        origin: context.origin([name]),
      });
    }
    return resources;
  },
};
