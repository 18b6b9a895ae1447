import { type Static, type TSchema, Type } from '@sinclair/typebox';
import { FaultSchema } from './fault-schema.js';

/** A choice among words; the first is the default. */
const choice = <const Words extends readonly string[]>(description: string, ...words: Words) =>
  Type.Union(
    words.map((word) => Type.Literal(word)),
    { description, default: words[0] },
  ) as TSchema & { static: Words[number] };

const flag = (description: string, value: boolean) => Type.Boolean({ description, default: value });
const count = (description: string, value: number) => Type.Integer({ description, default: value, minimum: 0 });
const text = (description: string, value: string) => Type.String({ description, default: value });
const texts = (description: string) => Type.Array(Type.String(), { description, default: [] });
const closed = { additionalProperties: false };

const LoginSchema = Type.Object(
  {
    apiKey: text('The key that the header apiKey must carry.', 'sandbox'),
    userName: text('The account name of the login.', 'sandbox'),
    scheme: choice('How the field passwd is made.', 'encrypted', 'aes-128-cbc-md5'),
    passwd: text('scheme encrypted: the text that passwd must be.', 'sandbox'),
    password: text('scheme aes-128-cbc-md5: the password that passwd is made from.', ''),
    apiSecret: text('scheme aes-128-cbc-md5: 32 characters, key and IV.', ''),
    wrongLoginsToLock: count('Wrong logins that lock the account until the next day; 0: never.', 5),
    endsOlderTokens: flag('Whether a login revokes earlier tokens.', false),
  },
  closed,
);

const ServiceSchema = Type.Object(
  {
    platformSegment: text('First path segment of the platform operations.', 'ads'),
    richCreativeWord: text('The word for rich creatives in paths, keys and picture sources.', 'richcreative'),
    loginPath: text('Path of the login.', '/account/clientLogin'),
    tagListPath: text('Path of the keyword tags; empty: under the platform segment.', ''),
    creativeSets: choice('How one creative set is written.', 'nested', 'flat'),
    format: choice('json: calls may carry format=json, without a remark, also in a strict sandbox.', 'none', 'json'),
  },
  closed,
);

const ReviewSchema = Type.Object(
  {
    keywordSeconds: count('How long a keyword is under review after a change of an address.', 600),
    appSeconds: count('How long an app is under review after its task ended.', 600),
    rejectWords: texts('Addresses and app titles with one of these are rejected.'),
    valuesAfterReview: flag('Whether new addresses are read back only after the review.', false),
  },
  closed,
);

const ReportsSchema = Type.Object(
  {
    seed: text('The same seed gives the same numbers.', 'adwright'),
    readyAt: text("When the day before is ready, in the account's time, HH:MM.", '08:30'),
    componentsPerGroup: count('Components per group and device in the component report.', 2),
    generatedGroups: count(
      'Generated groups in the reports, in addition to the real ones; at least 12 where there are no groups.',
      0,
    ),
  },
  closed,
);

const QuotaSchema = Type.Object(
  {
    perDay: count('Written items per day of the account; 0: no quota.', 0),
    header: text('Reply header that says what is left; empty: none.', 'quotaRemain'),
  },
  closed,
);

const NamesSchema = Type.Object(
  {
    min: count('Shortest group name.', 1),
    max: count('Longest group name; 0: not checked.', 0),
    count: choice('The unit of these lengths.', 'characters', 'utf8-bytes', 'gbk-bytes'),
  },
  closed,
);

/** Every switch of the sandbox with its default. The question that each answers is in contract/gaps/. */
export const SandboxOptionsSchema = Type.Object(
  {
    strict: flag(
      'Whether forms that clients of other services send are refused, instead of accepted with a remark.',
      false,
    ),
    login: LoginSchema,
    service: ServiceSchema,
    timeZone: text("IANA name of the account's time zone.", 'Asia/Shanghai'),
    refusedToken: Type.Union([Type.Literal(401), Type.Literal(403), Type.Literal(404), Type.Literal(200)], {
      description: 'HTTP status of a missing, wrong or expired token; 200: a failure in the reply.',
      default: 401,
    }),
    idsAs: choice('Ids in replies: as documented, or all in one form.', 'documented', 'number', 'text'),
    firstId: Type.String({ description: 'The first id given out.', default: '910001', pattern: '^[1-9][0-9]*$' }),
    emptyLists: choice('How an empty list is sent.', 'list', 'null', 'absent'),
    noFailures: choice(
      '`failures` when there are none; `usual`: absent in keyword updates, an empty list elsewhere.',
      'usual',
      'list',
      'null',
      'absent',
    ),
    failuresForm: choice('`failures` otherwise; `object` for a single one.', 'list', 'object', 'item'),
    tooManyItems: choice('How a request with too many items is answered.', 'failures', 'http-413'),
    unknownFields: choice('Fields that the interface does not name.', 'refused', 'ignored'),
    pastLastPage: choice('A page after the last.', 'empty', 'absent', 'last-page'),
    moneyText: choice('Money on read.', 'two-decimals', 'trimmed'),
    priceDecimals: choice('A price with more than two decimals.', 'refused', 'rounded'),
    errno: Type.Union([Type.Literal(10000), Type.Literal(0)], {
      description: 'errno of a keyword update that was carried out.',
      default: 10000,
    }),
    affectedRecords: choice('Form of affectedRecords.', 'number', 'text', 'list'),
    failKeywordIds: choice('Form of failKeywordIds.', 'comma', 'space', 'json-text', 'list'),
    noFailKeywordIds: choice('failKeywordIds when none failed.', 'empty', 'null', 'absent'),
    keywordFailures: choice('Where a failed keyword is named.', 'both', 'ids', 'failures'),
    missingStatus: choice('A keyword update without status.', 'enable', 'unchanged'),
    lowPrice: choice('A bid below pcLowestPrice.', 'refused', 'accepted'),
    priceZero: choice('Price 0 on read.', 'two-decimals', 'zero', 'group-bid'),
    emptyCause: choice('`cause` when there is none.', 'text', 'null'),
    urlsOnRead: choice('Host, default port and empty path of URLs on read.', 'kept', 'rewritten'),
    wordsOnRead: choice('Letter case of keyword text on read.', 'kept', 'lower-case'),
    keywordOrder: choice('Order of keywordList.', 'request', 'reversed'),
    maxKeywordIds: count('Most ids per keyword read; 0: no limit.', 1000),
    deadKeywordId: choice('An id without a keyword in a lookup.', 'left-out', 'empties-lookup'),
    matchTypeAllowList: flag('Whether the account may use phrase_accurate and phrase_synonym.', false),
    deeplinkPermission: flag('Whether the account may use deeplinkUrl.', true),
    groupNames: NamesSchema,
    duplicateGroupNames: choice('A second group with the same name in a campaign.', 'allowed', 'refused'),
    maxGroupsPerCampaign: count('Most groups in a campaign; 0: no limit.', 0),
    groupFailures: choice('A failures item of a group; `none`: only the 0.', 'indexed', 'bare', 'named', 'none'),
    industryTagsRequired: flag('Whether the account is of an industry that requires industryTags.', false),
    customIndustryCodes: texts('Leaves of industryTags.path that require a literal.'),
    creativeFailures: choice('Where a failed creative is named.', 'both', 'zero-ids', 'failures'),
    linkTexts: choice('The scope within which link texts of navigations are unique.', 'set', 'navigation'),
    maxGroupsPerCreativeAdd: count('Most groups per creative add; 0: no limit.', 0),
    unknownVideos: choice('A video_url that the fixture does not list.', 'accepted', 'refused'),
    creativePictureSource: choice('Source of pictures that creatives bring.', 'richcreative', 'creative', 'openapi'),
    appTaskSeconds: count('How long an app task runs before its apps are listed.', 0),
    appTaskFails: texts('Apps with one of these in title or appUrl never appear.'),
    appTask: choice('A task with an invalid app.', 'all-or-nothing', 'valid-apps'),
    appIdInTask: choice('The key appId in a task.', 'ignored', 'updates'),
    androidFieldsOnIos: choice('Android fields in an iOS app.', 'ignored', 'refused'),
    duplicateApps: choice('A second app with the same type and link.', 'allowed', 'refused'),
    appTypeOnRead: choice('Letter case of the app type on read.', 'canonical', 'as-sent'),
    pictureTags: choice('Form of picture tags on read.', 'list', 'json-text'),
    maxTagsPerPicture: count('Most tags per picture; 0: no limit.', 0),
    maxPicturesPerTagUpdate: count('Most pictures per tag update; 0: no limit.', 0),
    unbindUntagged: choice('Unbinding a picture without tags: code 250202, or done.', 'refused', 'accepted'),
    unbindUnbound: choice('Unbinding a picture that is not bound.', 'accepted', 'refused'),
    unknownPackage: choice('A package name that does not exist.', 'empty', 'refused'),
    quota: QuotaSchema,
    requestsPerSecond: count('More requests in one second are throttled; 0: never.', 0),
    throttling: Type.Union([Type.Literal(429), Type.Literal(200)], {
      description: 'HTTP status of a throttled request; 200: a failure in the reply.',
      default: 429,
    }),
    bodyBytes: count('Largest body; beyond it 413.', 67_108_864),
    sensitiveWords: texts('Names and texts with one of these are refused with 90202.'),
    review: ReviewSchema,
    reports: ReportsSchema,
    logEntries: count('Requests kept in the log.', 20_000),
    faults: Type.Array(FaultSchema, { description: 'Faults that are set at the start.', default: [] }),
  },
  closed,
);

export type SandboxOptions = Static<typeof SandboxOptionsSchema>;
