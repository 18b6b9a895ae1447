import type { RecordOf, SentOf, WireRecord } from './field.js';

/** An app as getApps shows it and addAppTask takes it. */
export const APP_RECORD = {
  appId: { is: 'id', read: 'Application id.' },
  title: {
    is: 'text',
    read: 'Name.',
    sent: { name: 'title', about: 'Name.', required: true, minLength: 2, maxLength: 50 },
  },
  type: {
    is: 'text',
    read: 'Android or iOS.',
    sent: { name: 'type', about: 'Android or iOS, in any letter case.', required: true },
  },
  imageUrl: { is: 'text', read: 'URL of the icon.' },
  imageEncode: { is: 'image', sent: { name: 'imageEncode', about: 'Icon.', required: true } },
  appUrl: { is: 'url', read: 'Download link.', sent: { name: 'appUrl', about: 'Download link.', required: true } },
  appAutoCheck: {
    is: 'text',
    words: ['ON', 'OFF'],
    read: 'Android only.',
    sent: {
      name: 'appAutoCheck',
      is: 'words',
      words: ['ON', 'OFF'],
      about: 'Only for download links of Android packages.',
      otherwise: 'OFF',
    },
  },
  developer: { is: 'text', read: 'Android only.', sent: { name: 'developer', about: 'Required for Android.' } },
  privacyUrl: { is: 'url', read: 'Android only.', sent: { name: 'privacyUrl', about: 'Required for Android.' } },
  authUrl: { is: 'url', read: 'Android only.', sent: { name: 'authUrl', about: 'Required for Android.' } },
  copyright: { is: 'text', read: 'URLs of the proofs of copyright, separated by commas.' },
  copyrightEncode: {
    is: 'text',
    sent: {
      name: 'copyrightEncode',
      about: 'Required for Android: at most 20 JPG or PNG images as base64, separated by commas, each at most 2M.',
    },
  },
  status: { is: 'words', words: ['enable', 'pending', 'reject'], read: 'State of the review.' },
  cause: { is: 'reason', read: 'Why it was rejected.' },
  updateTime: { is: 'time', read: 'When it last changed.' },
  remark: { is: 'text', read: 'Note.', sent: { name: 'remark', about: 'Note.', maxLength: 100 } },
} as const satisfies WireRecord;

export type WireAppRecord = RecordOf<typeof APP_RECORD>;
export type WireApp = SentOf<typeof APP_RECORD>;
