import type { ReplyOf } from '../../contract/index.js';
import type { Observation } from '../../model/index.js';
import { listedAs } from '../live/listed-id.js';

/** A row of listPictures; its tags are apart, because they are a list. */
export interface ListedPicture {
  readonly record: ReplyOf<'listPictures'>['pictureList'][number];
  readonly tags: readonly string[];
}

/** Pictures in the words of a manifest; a row without an id is none. */
export function fromWirePictures(rows: readonly ListedPicture[], at: string): readonly Observation[] {
  const observations: Observation[] = [];
  for (const { record, tags } of rows) {
    const id = record['picId'];
    if (id === undefined || id === '') continue;
    const facts: Record<string, string> = {};
    for (const name of ['picUrl', 'width', 'height', 'source', 'addTime', 'updateTime'] as const) {
      const value = record[name];
      if (value !== undefined && value !== '') facts[name] = value;
    }
    observations.push({ ...listedAs(id), values: { tags }, facts, at });
  }
  return observations;
}
