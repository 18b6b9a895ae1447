import type { CreativeKey, ENDPOINTS, EndpointName } from '../endpoints.js';
import { LIMITS } from '../limits.js';
import { CREATIVE_SETS } from './creative-sets.js';
import { id, image, listOf, record, type Schema, text, words } from './schema.js';

/** A form field: its schema, whether it must be there, and for JSON text what the text holds. */
export interface RequestField {
  readonly schema: Schema;
  readonly required?: true;
}

type FieldsOf<Name extends EndpointName> = Readonly<Record<keyof (typeof ENDPOINTS)[Name]['fields'], RequestField>>;

const needed = (schema: Schema): RequestField => ({ schema, required: true });
const free = (schema: Schema): RequestField => ({ schema });

const json = (contentSchema: Schema, description?: string): Schema =>
  text(description, { contentMediaType: 'application/json', contentSchema });

const SWITCH = words(['enable', 'pause'], 'As which it is made, or what it is set to.', 'enable');
const DAY = { format: 'date' } as const;
const PAGE = free(text(`Page number; ${LIMITS.rowsPerPage} rows a page.`, { default: '1' }));

const group = record({
  campaignId: id('The campaign that it belongs to.'),
  name: text('Name.'),
  price: { type: 'number', description: 'Group bid in yuan.' },
  'negativeWords?': record({
    'phrase?': listOf(text(), { maxItems: LIMITS.negativePhrases }),
    'exact?': listOf(text(), { maxItems: LIMITS.negativeExacts }),
  }),
  'industryTags?': record({
    'path?': listOf(text(), { description: 'Delivery-business codes from level 1 to level 4.' }),
    'literal?': text('Needed for a custom industry; begins with `其他-`.'),
  }),
  'status?': SWITCH,
});

const app = record({
  title: text('Name.', { minLength: 2, maxLength: 50 }),
  type: text('Android or iOS, in any letter case.'),
  imageEncode: image('Icon.'),
  appUrl: text('Download link.'),
  'appAutoCheck?': words(['ON', 'OFF'], 'Only for download links of Android packages.', 'OFF'),
  'developer?': text('Required for Android.'),
  'privacyUrl?': text('Required for Android.'),
  'authUrl?': text('Required for Android.'),
  'copyrightEncode?': text(
    'Required for Android: at most 20 JPG or PNG images as base64, separated by commas, each at most 2M.',
  ),
  'remark?': text('Note.', { maxLength: 100 }),
});

const MATCH_TYPES = ['exact', 'phrase', 'broad', 'phrase_intelligence', 'phrase_accurate', 'phrase_synonym'];
const keyword = record(
  {
    id: id('Keyword id.'),
    'price?': { type: 'number', description: 'PC bid in yuan; 0 means use the group bid.' },
    'url?': text('PC URL; empty text means use the URL of the creative.'),
    'mobileUrl?': text('Mobile URL; empty text means use the URL of the creative.'),
    'matchType?': words(
      MATCH_TYPES,
      'Product groups take only exact and phrase_accurate; phrase_accurate and phrase_synonym need the match-type allow list.',
    ),
    'deeplinkUrl?': text('Application-launch URL; the account needs the permission.'),
    'status?': SWITCH,
  },
  'The id and at least one of status, price, url, mobileUrl and matchType. Only the fields that are sent change.',
);

const sets = (key: CreativeKey): RequestField =>
  free(json(listOf(CREATIVE_SETS[key]), 'Creative sets of this type and device.'));

const ids = (description: string, maxItems?: number) =>
  json(listOf({ type: 'integer' }, maxItems === undefined ? {} : { maxItems }), description);

/** The form fields of each operation. */
export const REQUEST_FIELDS: { readonly [Name in EndpointName]: FieldsOf<Name> } = {
  login: {
    username: needed(text('Name of the account.')),
    passwd: needed(text('Encrypted password.', { format: 'password' })),
  },
  accountInfo: {},
  addRichCreatives: {
    groupIdList: needed(ids('Groups that get each of the creatives.')),
    'windows-computer': sets('windows-computer'),
    'windows-mobile': sets('windows-mobile'),
    'guides-computer': sets('guides-computer'),
    'guides-mobile': sets('guides-mobile'),
    'links-computer': sets('links-computer'),
    'links-mobile': sets('links-mobile'),
    'lists-computer': sets('lists-computer'),
    'sublinks-computer': sets('sublinks-computer'),
    'sublinks-mobile': sets('sublinks-mobile'),
    'short_guides-computer': sets('short_guides-computer'),
    'yx_direct-computer': sets('yx_direct-computer'),
    'video-computer': sets('video-computer'),
    status: free(SWITCH),
  },
  getKeywords: { idList: needed(ids('Keyword ids.')) },
  addGroups: { groups: needed(json(listOf(group, { maxItems: LIMITS.groupsPerAdd }))) },
  addAppTask: { apps: needed(json(listOf(app, { maxItems: LIMITS.appsPerTask }))) },
  updateKeywords: { keywords: needed(json(listOf(keyword, { maxItems: LIMITS.keywordsPerUpdate }))) },
  getApps: { appIdList: free(ids('Application ids; without them all are listed.', LIMITS.appIdsPerRead)) },
  keywordPackages: { package_type: free(text('Name of one package; without it all are listed.')) },
  componentReport: {
    startDate: needed(text(`First day; at most ${LIMITS.reportDays} days in all.`, DAY)),
    endDate: needed(text('Last day, yesterday at the latest.', DAY)),
    level: needed(words(['account', 'plan', 'group'], 'What the ids are of.')),
    idList: free(ids('Campaign or group ids; ignored for the level account.')),
    type: free(words(['all', 'mobile', 'computer'], 'Device; the rows of both are not merged.', 'all')),
    page: PAGE,
  },
  creativeReport: {
    startDate: needed(text(`First day; at most ${LIMITS.reportDays} days in all.`, DAY)),
    endDate: needed(text('Last day.', DAY)),
    type: free(words(['computer', 'mobile', 'all'], 'Device; `all` counts as `computer`.', 'computer')),
    ad_type: free(words(['creative', 'base_report'], 'By creative type, or basic data.', 'creative')),
    page: PAGE,
  },
  unbindPictures: {
    picList: needed(
      json(
        listOf(record({ groupId: id('Group id.'), picIdList: listOf(text(), { description: 'Picture ids.' }) }), {
          maxItems: LIMITS.groupsPerUnbind,
        }),
      ),
    ),
  },
  listPictures: {
    source: free(words(['pichouse', 'creative', 'richcreative', 'openapi'], 'Where the picture comes from.')),
    width: free(text('Width in pixels.')),
    height: free(text('Height in pixels.')),
    page: free(text(`Page number; ${LIMITS.picturesPerPage} rows a page.`, { default: '1' })),
  },
  keywordTags: {},
  updatePictureTags: {
    data: needed(
      json(listOf(record({ picId: text('Picture id.'), tags: listOf(text(), { description: 'Labels.' }) }))),
    ),
  },
};
