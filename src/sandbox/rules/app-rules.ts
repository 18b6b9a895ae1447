import { APP_RECORD } from '../../contract/index.js';
import type { AppRecord } from '../account/records.js';
import type { Call } from '../call/call.js';
import { accepted, type Checked, type Refusal, refuse, refused } from '../call/refusal.js';
import { idDigits, type JsonObject, type JsonValue } from '../values/json-text.js';
import { characters, objectWith, sensitive } from './fields.js';
import { type DecodedImage, IMAGE_RULES, readImage } from './image.js';
import { namesSent } from './sent-record.js';

const KEYS = [...namesSent(APP_RECORD), 'appId'];
const ANDROID_TEXTS = ['developer', 'privacyUrl', 'authUrl', 'copyrightEncode'];
const ANDROID_KEYS = [...ANDROID_TEXTS, 'appAutoCheck'];
const MOST_COPYRIGHTS = 20;
const { minLength, maxLength } = APP_RECORD.title.sent;
const REMARK_CHARACTERS = APP_RECORD.remark.sent.maxLength;

export type SubmittedApp = Pick<
  AppRecord,
  'title' | 'type' | 'appUrl' | 'appAutoCheck' | 'developer' | 'privacyUrl' | 'authUrl' | 'remark'
> & { readonly icon: DecodedImage; readonly copyrights: readonly DecodedImage[]; readonly appId?: string };

/** One app of a task (addAppTask). */
export async function checkApp(call: Call, entry: JsonValue, what: string): Promise<Checked<SubmittedApp>> {
  const object = objectWith(call, entry, KEYS, what);
  if (!object.ok) return object;
  const app = object.value;
  const title = textOf(app, 'title');
  const length = characters(title ?? '');
  if (title === undefined || title.trim() === '' || length < minLength || length > maxLength) {
    return refused('appTitle', `${what}.title must have ${minLength} to ${maxLength} characters`);
  }
  const type = textOf(app, 'type') ?? '';
  const android = type.toLowerCase() === 'android';
  if (!android && type.toLowerCase() !== 'ios') return refused('valueRefused', `${what}.type must be Android or iOS`);
  const refusal =
    textsRefusal(app, ['imageEncode', 'appUrl', ...(android ? ANDROID_TEXTS : [])], what) ??
    (android ? autoCheckRefusal(app, what) : iosRefusal(call, app, what)) ??
    remarkRefusal(app, what) ??
    sensitive(call, `${what}.title`, title);
  if (refusal !== undefined) return { ok: false, refusal };
  const icon = await readImage(textOf(app, 'imageEncode') ?? '', IMAGE_RULES.any, `${what}.imageEncode`);
  if (!icon.ok) return icon;
  const copyrights = android ? await readCopyrights(textOf(app, 'copyrightEncode') ?? '', what) : accepted([]);
  if (!copyrights.ok) return copyrights;
  const appId = idDigits(app['appId']);
  return accepted({
    title,
    type: call.options.appTypeOnRead === 'as-sent' ? type : android ? 'Android' : 'iOS',
    appUrl: textOf(app, 'appUrl') ?? '',
    appAutoCheck: android ? (textOf(app, 'appAutoCheck') ?? 'OFF') : '',
    developer: android ? (textOf(app, 'developer') ?? '') : '',
    privacyUrl: android ? (textOf(app, 'privacyUrl') ?? '') : '',
    authUrl: android ? (textOf(app, 'authUrl') ?? '') : '',
    remark: textOf(app, 'remark') ?? '',
    icon: icon.value,
    copyrights: copyrights.value,
    ...(appId !== undefined && { appId }),
  });
}

function textOf(app: JsonObject, name: string): string | undefined {
  const value = app[name];
  return typeof value === 'string' ? value : undefined;
}

function textsRefusal(app: JsonObject, names: readonly string[], what: string): Refusal | undefined {
  const missing = names.find((name) => (textOf(app, name) ?? '') === '');
  return missing === undefined ? undefined : refuse('fieldMissing', `${what}.${missing}`);
}

function autoCheckRefusal(app: JsonObject, what: string): Refusal | undefined {
  const value = app['appAutoCheck'];
  return value === undefined || value === 'ON' || value === 'OFF'
    ? undefined
    : refuse('valueRefused', `${what}.appAutoCheck must be ON or OFF`);
}

function iosRefusal(call: Call, app: JsonObject, what: string): Refusal | undefined {
  if (call.options.androidFieldsOnIos === 'ignored') return undefined;
  const android = ANDROID_KEYS.find((name) => name in app);
  return android === undefined ? undefined : refuse('valueRefused', `${what}.${android} is for Android only`);
}

function remarkRefusal(app: JsonObject, what: string): Refusal | undefined {
  const { remark = '' } = app;
  if (typeof remark !== 'string') return refuse('valueRefused', `${what}.remark must be text`);
  return characters(remark) > REMARK_CHARACTERS
    ? refuse('valueRefused', `${what}.remark has more than ${REMARK_CHARACTERS} characters`)
    : undefined;
}

async function readCopyrights(text: string, what: string): Promise<Checked<readonly DecodedImage[]>> {
  const parts = text.split(',');
  if (parts.length > MOST_COPYRIGHTS) {
    return refused('tooMany', `${what}.copyrightEncode has ${parts.length} images, at most ${MOST_COPYRIGHTS}`);
  }
  const images: DecodedImage[] = [];
  for (const [index, part] of parts.entries()) {
    const image = await readImage(part, IMAGE_RULES.copyright, `${what}.copyrightEncode[${index}]`);
    if (!image.ok) return image;
    images.push(image.value);
  }
  return accepted(images);
}
