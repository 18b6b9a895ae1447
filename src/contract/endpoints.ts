import type { ServiceSettings } from './service-settings.js';

/**
 * How an operation acts on the account, which decides what a lost reply means:
 * - `read` changes nothing and may be repeated;
 * - `set` writes values that stay the same however often they are sent;
 * - `create` makes something new with every call and is sent once.
 */
export type Effect = 'read' | 'set' | 'create';

/**
 * A form field holds plain text, or JSON text of an array or object. `ids`: an array of ids, or of objects with a
 * `groupId`; these go out as JSON numbers, digit for digit. Picture ids stay text (unbindPictures, updatePictureTags).
 */
export type FieldEncoding = 'text' | 'json' | 'ids';

export interface Endpoint {
  readonly title: string;
  /** What it is about; the OpenAPI document groups operations by it. */
  readonly subject: 'Account' | 'Groups' | 'Keywords' | 'Pictures' | 'Apps' | 'Rich creatives' | 'Reports';
  readonly effect: Effect;
  /** GET is taken only where the interface shows no body: for `accountInfo`. */
  readonly method: 'GET' | 'POST';
  readonly headers: 'apiKey' | 'apiKey+accessToken';
  readonly path: (settings: ServiceSettings) => string;
  readonly fields: Readonly<Record<string, FieldEncoding>>;
}

const platform = (settings: ServiceSettings, rest: string) => `/${settings.platformSegment}/${rest}`;

const define = (endpoint: Omit<Endpoint, 'method' | 'headers'> & Partial<Endpoint>): Endpoint => ({
  method: 'POST',
  headers: 'apiKey+accessToken',
  ...endpoint,
});

const creativeFields = {
  'windows-computer': 'json',
  'windows-mobile': 'json',
  'guides-computer': 'json',
  'guides-mobile': 'json',
  'links-computer': 'json',
  'links-mobile': 'json',
  'lists-computer': 'json',
  'sublinks-computer': 'json',
  'sublinks-mobile': 'json',
  'short_guides-computer': 'json',
  'yx_direct-computer': 'json',
  'video-computer': 'json',
} as const;

/** The twelve creative keys of addRichCreatives, `<creative type>-<device type>`. */
export type CreativeKey = keyof typeof creativeFields;
export const CREATIVE_KEYS = Object.keys(creativeFields) as readonly CreativeKey[];

/** Every operation of the interface, in the order of its documentation. */
export const ENDPOINTS = {
  login: define({
    title: 'Login',
    subject: 'Account',
    effect: 'read',
    headers: 'apiKey',
    path: (settings) => settings.loginPath,
    fields: { username: 'text', passwd: 'text' },
  }),
  accountInfo: define({
    title: 'Get account info',
    subject: 'Account',
    effect: 'read',
    method: 'GET',
    path: () => '/uc/account/getInfo',
    fields: {},
  }),
  addRichCreatives: define({
    title: 'Add rich creatives',
    subject: 'Rich creatives',
    effect: 'create',
    path: (settings) => platform(settings, `${settings.richCreativeWord}/add`),
    fields: { groupIdList: 'ids', ...creativeFields, status: 'text' },
  }),
  getKeywords: define({
    title: 'Get keywords by id',
    subject: 'Keywords',
    effect: 'read',
    path: (settings) => platform(settings, 'keyword/getInfoByIdList'),
    fields: { idList: 'ids' },
  }),
  addGroups: define({
    title: 'Batch add groups',
    subject: 'Groups',
    effect: 'create',
    path: (settings) => platform(settings, 'group/batchAdd'),
    fields: { groups: 'json' },
  }),
  addAppTask: define({
    title: 'Create a batch-add application task',
    subject: 'Apps',
    effect: 'create',
    path: (settings) => platform(settings, 'app/addTask'),
    fields: { apps: 'json' },
  }),
  updateKeywords: define({
    title: 'Update keywords',
    subject: 'Keywords',
    effect: 'set',
    path: (settings) => platform(settings, 'keyword/update'),
    fields: { keywords: 'json' },
  }),
  getApps: define({
    title: 'Get applications',
    subject: 'Apps',
    effect: 'read',
    path: (settings) => platform(settings, 'app/getAppList'),
    fields: { appIdList: 'ids' },
  }),
  keywordPackages: define({
    title: 'Keyword package',
    subject: 'Keywords',
    effect: 'read',
    path: (settings) => platform(settings, 'tool/keywordPackage'),
    fields: { package_type: 'text' },
  }),
  componentReport: define({
    title: 'Creative-component report',
    subject: 'Reports',
    effect: 'read',
    path: (settings) => platform(settings, 'report/sublink'),
    fields: { startDate: 'text', endDate: 'text', level: 'text', idList: 'ids', type: 'text', page: 'text' },
  }),
  creativeReport: define({
    title: 'Rich creative report',
    subject: 'Reports',
    effect: 'read',
    path: (settings) => platform(settings, `report/${settings.richCreativeWord}`),
    fields: { startDate: 'text', endDate: 'text', type: 'text', ad_type: 'text', page: 'text' },
  }),
  unbindPictures: define({
    title: 'Unbind pictures from groups',
    subject: 'Pictures',
    effect: 'set',
    path: (settings) => platform(settings, 'group/unbindPictures'),
    fields: { picList: 'ids' },
  }),
  listPictures: define({
    title: 'List library pictures',
    subject: 'Pictures',
    effect: 'read',
    path: (settings) => platform(settings, 'pichouse/getPictureList'),
    fields: { source: 'text', width: 'text', height: 'text', page: 'text' },
  }),
  keywordTags: define({
    title: 'List keyword tags',
    subject: 'Keywords',
    effect: 'read',
    path: (settings) => settings.tagListPath,
    fields: {},
  }),
  updatePictureTags: define({
    title: 'Update picture tags',
    subject: 'Pictures',
    effect: 'set',
    path: (settings) => platform(settings, 'pichouse/updateTags'),
    fields: { data: 'json' },
  }),
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;
export const ENDPOINT_NAMES = Object.keys(ENDPOINTS) as readonly EndpointName[];
