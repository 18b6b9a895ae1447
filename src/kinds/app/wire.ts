import type { TextRecord, WireApp } from '../../contract/index.js';
import type { ImageValue, Observation, ProjectFiles, Values } from '../../model/index.js';

const SAME_NAMES = ['title', 'appUrl', 'developer', 'privacyUrl', 'authUrl', 'remark'] as const;
const FACTS = ['status', 'cause', 'updateTime', 'imageUrl'] as const;
const TYPES: Readonly<Record<string, string>> = { android: 'Android', ios: 'iOS' };

/** An app as listed (getApps), in the words of a manifest. Icon and copyright come back as addresses only. */
export function fromWireApp(record: TextRecord, at: string): Observation | undefined {
  const id = record['appId'];
  if (id === undefined || id === '') return undefined;
  const values: Record<string, string> = {};
  for (const name of SAME_NAMES) {
    const value = record[name];
    if (value !== undefined) values[name] = value;
  }
  const type = record['type'];
  if (type !== undefined) values['type'] = TYPES[type.toLowerCase()] ?? type;
  const check = record['appAutoCheck'];
  if (check !== undefined && check !== '') values['appAutoCheck'] = check.toUpperCase();
  const facts: Record<string, string> = {};
  for (const name of FACTS) {
    const value = record[name];
    if (value !== undefined && value !== '') facts[name] = value;
  }
  return { id, values, facts, at, ...(record['status'] === 'pending' && { underReview: true }) };
}

/** An app as addAppTask wants it; with `images` left out, what the rest of it takes can be measured without reading files. */
export async function toWireApp(desired: Values, files: ProjectFiles): Promise<WireApp> {
  const icon = desired['icon'] as ImageValue;
  const copyright = (desired['copyright'] ?? []) as readonly ImageValue[];
  const encoded = await Promise.all(copyright.map((image) => files.readBase64(image.file, image.sha256)));
  return {
    ...textOf(desired),
    imageEncode: await files.readBase64(icon.file, icon.sha256),
    ...(encoded.length > 0 && { copyrightEncode: encoded.join(',') }),
  };
}

export function withoutImages(desired: Values): WireApp {
  return { ...textOf(desired), imageEncode: '', copyrightEncode: '' };
}

function textOf(desired: Values): Omit<WireApp, 'imageEncode' | 'copyrightEncode'> {
  const text: Record<string, string> = {};
  for (const name of [...SAME_NAMES, 'type', 'appAutoCheck'] as const) {
    const value = desired[name];
    if (typeof value === 'string') text[name] = value;
  }
  return { ...text, title: text['title'] ?? '', type: text['type'] ?? '', appUrl: text['appUrl'] ?? '' };
}
