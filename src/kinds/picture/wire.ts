import type { ReplyOf } from '../../contract/index.js';
import type { Observation } from '../../model/index.js';

type PicturePage = ReplyOf<'listPictures'>;

/** The pictures of one page of listPictures, in the words of a manifest. */
export function fromWirePictures(page: PicturePage, at: string): readonly Observation[] {
  const observations: Observation[] = [];
  for (const record of page.pictureList) {
    const id = record['picId'];
    if (id === undefined || id === '') continue;
    const facts: Record<string, string> = {};
    for (const name of ['picUrl', 'width', 'height', 'source', 'addTime', 'updateTime'] as const) {
      const value = record[name];
      if (value !== undefined && value !== '') facts[name] = value;
    }
    observations.push({ id, values: { tags: page.tags.get(id) ?? [] }, facts, at });
  }
  return observations;
}
