import type { WireApp } from '../../contract/index.js';
import type { Resource, Sends } from '../../model/index.js';
import { addressOf, defineSection, rulesOf } from '../../model/index.js';
import { NAME_PATTERN, named } from '../../model/kind/schema-types.js';
import { checkedSchema } from '../../schema/checked-schema.js';
import { imagesOfFields, withImages } from '../entries/manifest-images.js';
import { APP } from './entry.js';
import { APP_FIELDS, type AppValues } from './fields.js';
import { canonicalType, checkPlatform } from './rules.js';

const check = checkedSchema(APP, async () => (await import('./entry.checks.js')).isApp);

const apps = named(NAME_PATTERN, APP, {
  title: 'apps',
  description: 'Your own name of each app, and the app. The service takes apps in an offline task and reviews them.',
});

export const appFields = rulesOf(APP_FIELDS satisfies Sends<keyof WireApp, typeof APP_FIELDS>);

export const appSection = defineSection({
  kind: 'app',
  key: 'apps',
  schema: apps,
  check,
  likeness: ['type', 'appUrl'],
  knownByLikeness: true,
  images: (entries) => Object.entries(entries).flatMap(([name, entry]) => imagesOfFields(APP_FIELDS, entry, [name])),
  expand(entries, context) {
    const resources: Resource[] = [];
    for (const [name, entry] of Object.entries(entries)) {
      checkPlatform(entry, name, context);
      const { id: adopted, type, icon, copyright, ...texts } = entry;
      const desired: AppValues = {
        ...texts,
        type: canonicalType(type),
        ...(icon !== undefined && { icon: withImages(icon, [name, 'icon'], context) }),
        ...(copyright !== undefined && { copyright: withImages(copyright, [name, 'copyright'], context) }),
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
});
