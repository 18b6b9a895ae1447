import type { CreativeKey, ENDPOINTS, EndpointName } from '../endpoints.js';
import { APP_RECORD } from '../records/app.js';
import { GROUP_RECORD } from '../records/group.js';
import { KEYWORD_RECORD } from '../records/keyword.js';
import { LIMITS } from '../records/limits.js';
import { PICTURE_RECORD } from '../records/picture.js';
import { CREATIVE_SET_SCHEMAS } from './creative-sets.js';
import { requestSchema } from './from-record.js';
import { idSchema, listSchema, record, type Schema, textSchema, words } from './schema.js';

/** A form field: its schema, whether it must be there, and for JSON text what the text holds. */
export interface RequestField {
  readonly schema: Schema;
  readonly required?: true;
}

type FieldsOf<Name extends EndpointName> = Readonly<Record<keyof (typeof ENDPOINTS)[Name]['fields'], RequestField>>;

const needed = (schema: Schema): RequestField => ({ schema, required: true });
const free = (schema: Schema): RequestField => ({ schema });

const json = (contentSchema: Schema, description?: string): Schema =>
  textSchema(description, { contentMediaType: 'application/json', contentSchema });

const SWITCH = words(['enable', 'pause'], 'The initial status, or the new one.', 'enable');
const DAY = { format: 'date' } as const;
const PAGE = free(textSchema(`Page number; ${LIMITS.rowsPerPage} rows a page.`, { default: '1' }));

const keyword = requestSchema(
  KEYWORD_RECORD,
  'The id and at least one of status, price, url, mobileUrl and matchType. Only the fields that are sent change.',
);

const sets = (key: CreativeKey): RequestField =>
  free(json(listSchema(CREATIVE_SET_SCHEMAS[key]), 'Creative sets of this type and device.'));

const ids = (description: string, maxItems?: number) =>
  json(listSchema({ type: 'integer' }, maxItems === undefined ? {} : { maxItems }), description);

/** The form fields of each operation. */
export const REQUEST_FIELDS: { readonly [Name in EndpointName]: FieldsOf<Name> } = {
  login: {
    username: needed(textSchema('Name of the account.')),
    passwd: needed(textSchema('Encrypted password.', { format: 'password' })),
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
  addGroups: { groups: needed(json(listSchema(requestSchema(GROUP_RECORD), { maxItems: LIMITS.groupsPerAdd }))) },
  addAppTask: { apps: needed(json(listSchema(requestSchema(APP_RECORD), { maxItems: LIMITS.appsPerTask }))) },
  updateKeywords: { keywords: needed(json(listSchema(keyword, { maxItems: LIMITS.keywordsPerUpdate }))) },
  getApps: { appIdList: free(ids('Application ids; without them all are listed.', LIMITS.appIdsPerRead)) },
  keywordPackages: { package_type: free(textSchema('Name of one package; without it all are listed.')) },
  componentReport: {
    startDate: needed(textSchema(`First day; at most ${LIMITS.reportDays} days in all.`, DAY)),
    endDate: needed(textSchema('Last day, yesterday at the latest.', DAY)),
    level: needed(words(['account', 'plan', 'group'], 'What the ids are of.')),
    idList: free(ids('Campaign or group ids; ignored for the level account.')),
    type: free(words(['all', 'mobile', 'computer'], 'Device; the rows of both are not merged.', 'all')),
    page: PAGE,
  },
  creativeReport: {
    startDate: needed(textSchema(`First day; at most ${LIMITS.reportDays} days in all.`, DAY)),
    endDate: needed(textSchema('Last day.', DAY)),
    type: free(words(['computer', 'mobile', 'all'], 'Device; `all` counts as `computer`.', 'computer')),
    ad_type: free(words(['creative', 'base_report'], 'By creative type, or basic data.', 'creative')),
    page: PAGE,
  },
  unbindPictures: {
    picList: needed(
      json(
        listSchema(
          record({
            groupId: idSchema('Group id.'),
            picIdList: listSchema(textSchema(), { description: 'Picture ids.' }),
          }),
          {
            maxItems: LIMITS.groupsPerUnbind,
          },
        ),
      ),
    ),
  },
  listPictures: {
    source: free(words(['pichouse', 'creative', 'richcreative', 'openapi'], 'Where the picture comes from.')),
    width: free(textSchema('Width in pixels.')),
    height: free(textSchema('Height in pixels.')),
    page: free(textSchema(`Page number; ${LIMITS.picturesPerPage} rows a page.`, { default: '1' })),
  },
  keywordTags: {},
  updatePictureTags: {
    data: needed(json(listSchema(requestSchema(PICTURE_RECORD)))),
  },
};
