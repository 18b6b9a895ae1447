import type { RecordOf, SentOf, WireRecord } from './field.js';

/** A picture of the library as listPictures shows it and updatePictureTags takes it. */
export const PICTURE_RECORD = {
  picId: {
    is: 'id',
    read: 'Picture id.',
    sent: { name: 'picId', is: 'text', about: 'Picture id.', required: true },
  },
  picUrl: { is: 'text', read: 'URL of the picture.' },
  width: { is: 'text', read: 'Width in pixels.' },
  height: { is: 'text', read: 'Height in pixels.' },
  tags: { is: 'texts', read: 'Labels.', sent: { name: 'tags', about: 'Labels.', required: true } },
  source: { is: 'text', read: 'Where it comes from.' },
  addTime: { is: 'time', read: 'When it was bound to a group.' },
  updateTime: { is: 'time', read: 'When it last changed.' },
} as const satisfies WireRecord;

export type WirePicture = RecordOf<typeof PICTURE_RECORD>;
export type WirePictureTags = SentOf<typeof PICTURE_RECORD>;
