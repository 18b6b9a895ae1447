import type { SectionContext } from '../../model/index.js';

const ANDROID_ONLY = ['appAutoCheck', 'developer', 'privacyUrl', 'authUrl', 'copyright'] as const;
const ANDROID_NEEDS = ['developer', 'privacyUrl', 'authUrl', 'copyright'] as const;

type Platform = { readonly type: string; readonly icon?: string; readonly id?: string } & {
  readonly [Field in (typeof ANDROID_ONLY)[number]]?: unknown;
};

/** addAppTask takes the type in any letter case; inside Adwright there is one spelling. */
export function canonicalType(type: string): 'Android' | 'iOS' {
  return type.toLowerCase() === 'android' ? 'Android' : 'iOS';
}

/**
 * What apps must have, what Android apps must have, and what only those may have (addAppTask). An app that is adopted by its `id`
 * is never submitted, so it needs none of what would be.
 */
export function checkPlatform(entry: Platform, name: string, context: SectionContext): void {
  const adopted = entry.id !== undefined;
  if (!adopted && entry.icon === undefined) {
    context.report('missing-key', [name], '"icon" is required for a new app.', {
      onKey: true,
    });
  }
  if (canonicalType(entry.type) === 'Android') {
    for (const field of adopted ? [] : ANDROID_NEEDS) {
      const value = entry[field];
      if (value === undefined) {
        context.report('missing-key', [name], `"${field}" is required when type is Android.`, { onKey: true });
      } else if (Array.isArray(value) && value.length === 0) {
        context.report('too-few', [name, field], 'At least one image when type is Android.', { onKey: true });
      }
    }
    return;
  }
  for (const field of ANDROID_ONLY) {
    if (entry[field] === undefined) continue;
    const detail = `"${field}" is only used for Android: the service would not keep it. Remove it.`;
    context.report('rule-broken', [name, field], detail, { onKey: true });
  }
}
