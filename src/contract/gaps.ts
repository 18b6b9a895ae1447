import type { EndpointName } from './endpoints.js';

/** The operation that a gap is about, or the subject where it concerns several. */
export type GapSubject =
  | EndpointName
  | 'names'
  | 'requests'
  | 'fields'
  | 'states'
  | 'authentication'
  | 'failures'
  | 'limits';

/**
 * What the interface leaves open ("not shown", or two readings), once: the question, the choice that Adwright's
 * sandbox makes by default, the switch of the sandbox that makes another, and the setting of the project file that
 * tells the client. Without a switch the choice is fixed; without a setting the client takes every answer.
 */
export interface InterfaceGap {
  readonly id: string;
  readonly about: GapSubject;
  readonly question: string;
  readonly choice: string;
  /** Path below `options` of a sandbox fixture. */
  readonly sandboxOption?: string;
  /** Path below an account of `adwright.yaml`. */
  readonly setting?: string;
}

const gap = (
  id: string,
  about: GapSubject,
  question: string,
  choice: string,
  sandboxOption?: string,
  setting?: string,
): InterfaceGap => ({
  id,
  about,
  question,
  choice,
  ...(sandboxOption !== undefined && { sandboxOption }),
  ...(setting !== undefined && { setting }),
});

export const GAPS: readonly InterfaceGap[] = [
  // Names
  gap(
    'platform-segment',
    'names',
    'The platform name in paths.',
    'ads',
    'service.platformSegment',
    'service.platformSegment',
  ),
  gap(
    'rich-creative-word',
    'names',
    'The word for rich creatives.',
    'richcreative',
    'service.richCreativeWord',
    'service.richCreativeWord',
  ),
  gap(
    'login-path',
    'login',
    'Where the login is.',
    'at /account/clientLogin and at /uc/account/clientLogin',
    'service.loginPath',
    'service.loginPath',
  ),
  gap(
    'tag-list-path',
    'keywordTags',
    'Whether the path has the platform segment.',
    'it has',
    'service.tagListPath',
    'service.tagListPath',
  ),
  // Account and access
  gap(
    'account-fields',
    'fields',
    'Meaning, units and allowed values of the account fields.',
    'text as the fixture has it; balance is a number',
  ),
  gap(
    'campaign-fields',
    'fields',
    'Fields of a campaign besides its id.',
    'a name, shown in reports; without any in the fixture, every id is accepted',
  ),
  gap(
    'password-scheme',
    'login',
    'How the password is encrypted.',
    'passwd is compared as it is',
    'login.scheme',
    'login.password',
  ),
  gap('login-refusal', 'login', 'How a wrong login is answered.', '200 with a failure 70001; 80109 when locked'),
  gap(
    'login-lock',
    'login',
    'How many wrong logins lock the account.',
    'five, until the next day of the account',
    'login.wrongLoginsToLock',
  ),
  gap('older-tokens', 'authentication', 'Whether a login ends the tokens given before.', 'no', 'login.endsOlderTokens'),
  gap('info-method', 'accountInfo', 'The method of account info.', 'GET and POST'),
  gap(
    'refused-token',
    'authentication',
    'How a missing, wrong or expired token is answered.',
    '401 with a failure',
    'refusedToken',
  ),
  gap(
    'time-zone',
    'componentReport',
    'Which time zone "yesterday" and "next day" refer to.',
    'Asia/Shanghai',
    'timeZone',
    'timeZone',
  ),
  // Replies in general
  gap(
    'id-form',
    'fields',
    'Whether ids in replies are numbers or text.',
    'as the tables say; numbers where they say nothing',
    'idsAs',
  ),
  gap('id-size', 'fields', 'How large ids grow.', 'any number of digits; new ones from 910001', 'firstId'),
  gap('empty-lists', 'requests', 'A list with nothing to list.', 'an empty list', 'emptyLists'),
  gap(
    'no-failures',
    'failures',
    '`failures` when there are none.',
    'an empty list; absent in keyword updates',
    'noFailures',
  ),
  gap('failures-form', 'failures', 'Whether `failures` is always a list.', 'yes', 'failuresForm'),
  gap(
    'too-many-items',
    'limits',
    'How a request over a limit of count is answered.',
    '200 with one failure, nothing done',
    'tooManyItems',
  ),
  gap('unknown-fields', 'requests', 'How undocumented fields are handled.', 'refused', 'unknownFields'),
  gap('format', 'requests', 'Whether calls carry format=json.', 'they may', 'strict', 'service.format'),
  gap(
    'foreign-forms',
    'requests',
    'Login in the query, multipart forms, ids as text.',
    'accepted with a remark',
    'strict',
  ),
  gap('past-last-page', 'componentReport', 'A page after the last.', 'an empty list', 'pastLastPage'),
  gap('money-form', 'fields', 'How money is written when it is read.', 'two decimals', 'moneyText'),
  gap('price-decimals', 'fields', 'A price with more than two decimals.', 'refused', 'priceDecimals'),
  gap('error-codes', 'failures', 'All other error codes.', 'codes of the sandbox alone, from 940001'),
  gap('http-statuses', 'failures', 'HTTP status codes.', '200, except for tokens, 404, 405, 413 and 429'),
  gap('sensitive-words', 'failures', 'Which texts are refused as sensitive (90202).', 'none', 'sensitiveWords'),
  // addRichCreatives
  gap(
    'creative-sets',
    'addRichCreatives',
    'How one creative set is written.',
    'as an array in the array',
    'service.creativeSets',
    'service.creativeSets',
  ),
  gap(
    'creative-failure',
    'addRichCreatives',
    'The shape of a failures item.',
    'type, groupId, device, code, message, description, beside an id of 0',
    'creativeFailures',
  ),
  gap('creative-text-limits', 'addRichCreatives', "The platform's own limits per creative type.", 'none'),
  gap(
    'creative-groups',
    'addRichCreatives',
    'How many groups one call may name.',
    'any number',
    'maxGroupsPerCreativeAdd',
    'limits.groupsPerCreativeAdd',
  ),
  gap(
    'creative-second',
    'addRichCreatives',
    'A second creative of the same type and device in a group.',
    'that creative fails',
  ),
  gap(
    'link-texts',
    'addRichCreatives',
    'The scope within which link texts of navigations are unique.',
    'within the whole set',
    'linkTexts',
  ),
  gap(
    'showcase-image',
    'addRichCreatives',
    'Format and size of showcase images and app icons.',
    'any image that can be decoded',
  ),
  gap('image-units', 'addRichCreatives', 'What K and M are.', '1,024 bytes and 1,024 K, of the decoded image'),
  gap(
    'video-upload',
    'addRichCreatives',
    'How a video is uploaded.',
    'videos of the fixture are checked, others accepted',
    'unknownVideos',
  ),
  gap('creative-read', 'fields', 'Fields of groups and creatives on read.', 'they cannot be read'),
  gap(
    'creative-pictures',
    'listPictures',
    'Under which source the images of rich creatives are listed.',
    'richcreative',
    'creativePictureSource',
  ),
  // getKeywords
  gap('keyword-ids', 'getKeywords', 'Most ids per request.', '1000', 'maxKeywordIds', 'limits.keywordsPerRead'),
  gap('keyword-order', 'getKeywords', 'Order of the answer.', 'that of the request', 'keywordOrder'),
  gap('dead-keyword', 'getKeywords', 'An id without a keyword.', 'left out', 'deadKeywordId'),
  gap('keyword-case', 'getKeywords', 'Letter case of the keyword text.', 'as stored', 'wordsOnRead'),
  gap('stored-urls', 'fields', 'Whether URLs are stored letter by letter.', 'they are', 'urlsOnRead'),
  gap('empty-cause', 'fields', '`cause` when there is none.', 'empty text', 'emptyCause'),
  // addGroups
  gap(
    'group-failure',
    'addGroups',
    'The shape of a failures item.',
    'index, code, message, description',
    'groupFailures',
  ),
  gap(
    'group-names',
    'addGroups',
    'How long a name may be, and what is counted.',
    'one character at least',
    'groupNames',
    'groupNames',
  ),
  gap(
    'duplicate-names',
    'addGroups',
    'A second group with the same name in a campaign.',
    'taken',
    'duplicateGroupNames',
  ),
  gap('group-quota', 'limits', 'How many groups a campaign may hold.', 'any number', 'maxGroupsPerCampaign'),
  gap('group-price', 'addGroups', 'The lowest group bid.', '0.01'),
  gap('industry-codes', 'addGroups', 'The list of delivery-business codes.', 'any code, one to four levels'),
  gap('industry-required', 'fields', 'Which industries require tags.', 'not this account', 'industryTagsRequired'),
  gap('industry-custom', 'fields', 'Which leaves are custom industries.', 'none', 'customIndustryCodes'),
  // addAppTask, getApps
  gap(
    'app-task-status',
    'addAppTask',
    'How the state of a task is read.',
    'not at all: its apps are listed when it has ended',
    'appTaskSeconds',
  ),
  gap('app-task-failure', 'addAppTask', 'How a task that fails shows.', 'its app never appears', 'appTaskFails'),
  gap('app-task-partial', 'addAppTask', 'A task with some invalid apps.', 'fails whole', 'appTask'),
  gap('app-id-key', 'addAppTask', 'The role of appId in an app object.', 'none', 'appIdInTask'),
  gap('app-ios-fields', 'addAppTask', 'Fields for Android in an iOS app.', 'ignored', 'androidFieldsOnIos'),
  gap('app-duplicates', 'addAppTask', 'A second app with the same type and link.', 'taken', 'duplicateApps'),
  gap('app-type-case', 'getApps', 'Letter case of the type on read.', 'Android and iOS', 'appTypeOnRead'),
  gap(
    'app-review',
    'states',
    'Transitions of the application status.',
    'pending for ten minutes, then enable',
    'review.appSeconds',
  ),
  gap('app-paging', 'getApps', 'Paging of the full list.', 'all at once'),
  // updateKeywords
  gap(
    'missing-status',
    'updateKeywords',
    'An update without status.',
    'the documented default: the keyword is switched on',
    'missingStatus',
  ),
  gap('low-price', 'updateKeywords', 'Which price is too low.', 'one below pcLowestPrice', 'lowPrice'),
  gap('price-zero', 'updateKeywords', 'Price 0 on read.', '0.00', 'priceZero'),
  gap('errno', 'failures', 'errno of a success.', '10000', 'errno'),
  gap('affected-records', 'updateKeywords', 'Form of affectedRecords.', 'a number', 'affectedRecords'),
  gap('fail-keyword-ids', 'updateKeywords', 'How ids are separated in failKeywordIds.', 'by commas', 'failKeywordIds'),
  gap('no-fail-keyword-ids', 'updateKeywords', 'failKeywordIds when none failed.', 'empty text', 'noFailKeywordIds'),
  gap('keyword-failure', 'updateKeywords', 'Whether a failed keyword is also in failures.', 'it is', 'keywordFailures'),
  gap('keyword-twice', 'updateKeywords', 'One keyword twice in a request.', 'both are applied, in order'),
  gap(
    'match-allow-list',
    'updateKeywords',
    'Whether the account is on the match-type allow list.',
    'it is not',
    'matchTypeAllowList',
  ),
  gap(
    'deeplink-permission',
    'updateKeywords',
    'Whether the account may use deeplinkUrl.',
    'it may',
    'deeplinkPermission',
  ),
  gap(
    'keyword-review',
    'states',
    'Transitions of keywords by review.',
    'a new address is pending for ten minutes, then passes',
    'review.keywordSeconds',
  ),
  gap('review-reject', 'states', 'What a review rejects.', 'nothing', 'review.rejectWords'),
  gap(
    'review-values',
    'states',
    'Whether new addresses count before the review ended.',
    'they do',
    'review.valuesAfterReview',
  ),
  gap('opt-status', 'states', 'Relation of optStatus and status.', 'status is pause when paused and else enabled'),
  // keywordPackages to updatePictureTags
  gap('unknown-package', 'keywordPackages', 'A package name that does not exist.', 'an empty object', 'unknownPackage'),
  gap('report-ready', 'limits', 'When the report of a day is generated.', '08:30 of the next day', 'reports.readyAt'),
  gap('report-days', 'limits', 'How 90 days are counted.', 'both ends included'),
  gap('report-code', 'failures', 'Whether 70109 is for the whole request.', 'it is, when any day of it is missing'),
  gap(
    'unbind-untagged',
    'failures',
    'What 250202 means when unbinding.',
    'a picture without tags cannot be unbound',
    'unbindUntagged',
  ),
  gap(
    'unbind-unbound',
    'unbindPictures',
    'A picture that is not bound to the group.',
    'counts as done',
    'unbindUnbound',
  ),
  gap('picture-tags-form', 'listPictures', 'Form of tags on read.', 'a list', 'pictureTags'),
  gap('picture-tag-count', 'updatePictureTags', 'Most tags per picture.', 'any number', 'maxTagsPerPicture'),
  gap('picture-tag-batch', 'updatePictureTags', 'Most pictures per request.', 'any number', 'maxPicturesPerTagUpdate'),
  gap('picture-tag-failure', 'updatePictureTags', 'The shape of a failures item.', 'picId, code, message, description'),
  // Limits
  gap('rate', 'limits', 'Rate limits.', 'none', 'requestsPerSecond', 'limits.requestsPerSecond'),
  gap('rate-form', 'limits', 'How too many requests are answered.', '429 with Retry-After', 'throttling'),
  gap('quota', 'limits', 'Quotas.', 'none', 'quota.perDay', 'limits.quotaFloor'),
  gap(
    'quota-header',
    'limits',
    'The header with the remaining quota.',
    'quotaRemain, when there is a quota',
    'quota.header',
  ),
  gap('body-size', 'limits', 'Largest body.', '64 MiB', 'bodyBytes', 'limits.bodyBytes'),
];
