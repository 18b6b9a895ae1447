import type { TextRecord, WireApp } from '../../contract/index.js';
import type { CreateItem, Observation, ProjectFiles } from '../../model/index.js';
import { readFields, senderOf } from '../../model/index.js';
import { withBase64, withoutImages } from '../calls/image-bytes.js';
import { listedAs } from '../live/listed-id.js';
import { APP_FACTS } from './facts.js';
import { APP_FIELDS, type AppValues } from './fields.js';

export type NewApp = CreateItem<AppValues>;

const FACTS = Object.keys(APP_FACTS);
const toWireFields = senderOf<WireApp>(APP_FIELDS);

/** An app as listed (getApps), in the words of a manifest. Icon and copyright come back as addresses only. */
export function fromWireApp(record: TextRecord, at: string): Observation {
  const facts: Record<string, string> = {};
  for (const name of FACTS) {
    const value = record[name];
    if (value !== undefined && value !== '') facts[name] = value;
  }
  const seen = { ...listedAs(record['appId'] ?? ''), values: readFields(APP_FIELDS, record), facts, at };
  return record['status'] === 'pending' ? { ...seen, underReview: true } : seen;
}

/** An app as addAppTask wants it, its images read and encoded now. */
export async function toWireApp({ desired, address }: NewApp, files: ProjectFiles): Promise<WireApp> {
  return toWireFields(await withBase64(desired, files), address);
}

/** The same with empty images, to be measured without reading files. */
export function measurable({ desired, address }: NewApp): WireApp {
  return toWireFields(withoutImages(desired), address);
}
