/**
 * What the interface leaves open ("not shown", or two readings), once: the question, the choice that Adwright's
 * sandbox makes by default, the switch of the sandbox that makes another, and the setting of the project file that
 * tells the client. Without a switch the choice is fixed; without a setting the client takes every answer.
 */
export interface Gap {
  readonly id: string;
  /** Section of interface.md. */
  readonly section: string;
  readonly question: string;
  readonly choice: string;
  /** Path below `options` of a sandbox fixture. */
  readonly sandboxOption?: string;
  /** Path below an account of `adwright.yaml`. */
  readonly setting?: string;
}

const gap = (
  id: string,
  section: string,
  question: string,
  choice: string,
  sandboxOption?: string,
  setting?: string,
): Gap => ({
  id,
  section,
  question,
  choice,
  ...(sandboxOption !== undefined && { sandboxOption }),
  ...(setting !== undefined && { setting }),
});

export const GAPS: readonly Gap[] = [
  // Names
  gap(
    'platform-segment',
    '0',
    'The platform name in paths.',
    'ads',
    'service.platformSegment',
    'service.platformSegment',
  ),
  gap(
    'rich-creative-word',
    '0',
    'The word for rich creatives.',
    'richcreative',
    'service.richCreativeWord',
    'service.richCreativeWord',
  ),
  gap(
    'login-path',
    '4.1',
    'Where the login is.',
    'at /account/clientLogin and at /uc/account/clientLogin',
    'service.loginPath',
    'service.loginPath',
  ),
  gap(
    'tag-list-path',
    '4.14',
    'Whether the path has the platform segment.',
    'it has',
    'service.tagListPath',
    'service.tagListPath',
  ),
  // Account and access
  gap(
    'account-fields',
    '2',
    'Meaning, units and allowed values of the account fields.',
    'text as the fixture has it; balance is a number',
  ),
  gap(
    'campaign-fields',
    '2',
    'Fields of a campaign besides its id.',
    'a name, shown in reports; with none in the fixture any id is taken',
  ),
  gap(
    'password-scheme',
    '4.1',
    'How the password is encrypted.',
    'passwd is compared as it is',
    'login.scheme',
    'login.password',
  ),
  gap('login-refusal', '4.1', 'How a wrong login is answered.', '200 with a failure 70001; 80109 when locked'),
  gap(
    'login-lock',
    '4.1',
    'How many wrong logins lock the account.',
    'five, until the next day of the account',
    'login.wrongLoginsToLock',
  ),
  gap('older-tokens', '5', 'Whether a login ends the tokens given before.', 'no', 'login.endsOlderTokens'),
  gap('info-method', '4.2', 'The method of account info.', 'GET and POST'),
  gap('refused-token', '5', 'How a missing, wrong or expired token is answered.', '401 with a failure', 'refusedToken'),
  gap('time-zone', '4.10', 'Whose day is meant by yesterday and next day.', 'Asia/Shanghai', 'timeZone', 'timeZone'),
  // Replies in general
  gap(
    'id-form',
    '2',
    'Whether ids in replies are numbers or text.',
    'as the tables say; numbers where they say nothing',
    'idsAs',
  ),
  gap('id-size', '2', 'How large ids grow.', 'any number of digits; new ones from 910001', 'firstId'),
  gap('empty-lists', '4', 'A list with nothing to list.', 'an empty list', 'emptyLists'),
  gap('no-failures', '7', '`failures` when there are none.', 'an empty list; absent in keyword updates', 'noFailures'),
  gap('failures-form', '7', 'Whether `failures` is always a list.', 'yes', 'failuresForm'),
  gap(
    'too-many-items',
    '8',
    'How a request over a limit of count is answered.',
    '200 with one failure, nothing done',
    'tooManyItems',
  ),
  gap('unknown-fields', '4', 'What becomes of fields that are not documented.', 'refused', 'unknownFields'),
  gap('format', '4', 'Whether calls carry format=json.', 'they may', 'strict', 'service.format'),
  gap('foreign-forms', '4', 'Login in the query, multipart forms, ids as text.', 'taken with a remark', 'strict'),
  gap('past-last-page', '4.10', 'A page behind the last.', 'an empty list', 'pastLastPage'),
  gap('money-form', '2', 'How money is written on read.', 'two decimals', 'moneyText'),
  gap('price-decimals', '2', 'A price with more than two decimals.', 'refused', 'priceDecimals'),
  gap('error-codes', '7', 'All other error codes.', 'codes of the sandbox alone, 94 and the section'),
  gap('http-statuses', '7', 'HTTP status codes.', '200 but for tokens, 404, 405, 413 and 429'),
  gap('sensitive-words', '7', 'Which texts are refused as sensitive (90202).', 'none', 'sensitiveWords'),
  // 4.3
  gap(
    'creative-sets',
    '4.3',
    'How one creative set is written.',
    'as an array in the array',
    'service.creativeSets',
    'service.creativeSets',
  ),
  gap(
    'creative-failure',
    '4.3',
    'The shape of a failures item.',
    'type, groupId, device, code, message, description, beside an id of 0',
    'creativeFailures',
  ),
  gap('creative-text-limits', '4.3', "The platform's own limits per creative type.", 'none'),
  gap(
    'creative-groups',
    '4.3',
    'How many groups one call may name.',
    'any number',
    'maxGroupsPerCreativeAdd',
    'limits.groupsPerCreativeAdd',
  ),
  gap('creative-second', '4.3', 'A second creative of one type and device in a group.', 'that creative fails'),
  gap('link-texts', '4.3', 'Within what link texts of navigations are unique.', 'within the whole set', 'linkTexts'),
  gap('showcase-image', '4.3', 'Format and size of showcase images and app icons.', 'any image that can be decoded'),
  gap('image-units', '4.3', 'What K and M are.', '1,024 bytes and 1,024 K, of the decoded image'),
  gap(
    'video-upload',
    '4.3',
    'How a video is uploaded.',
    'videos of the fixture are checked, others taken',
    'unknownVideos',
  ),
  gap('creative-read', '2', 'Fields of groups and creatives on read.', 'they cannot be read'),
  gap(
    'creative-pictures',
    '4.13',
    'Under which source the images of rich creatives are listed.',
    'richcreative',
    'creativePictureSource',
  ),
  // 4.4
  gap('keyword-ids', '4.4', 'Most ids per request.', '1000', 'maxKeywordIds', 'limits.keywordsPerRead'),
  gap('keyword-order', '4.4', 'Order of the answer.', 'that of the request', 'keywordOrder'),
  gap('dead-keyword', '4.4', 'An id without a keyword.', 'left out', 'deadKeywordId'),
  gap('keyword-case', '4.4', 'Letter case of the keyword text.', 'as stored', 'wordsOnRead'),
  gap('stored-urls', '2', 'Whether URLs are stored letter by letter.', 'they are', 'urlsOnRead'),
  gap('empty-cause', '2', '`cause` when there is none.', 'empty text', 'emptyCause'),
  // 4.5
  gap('group-failure', '4.5', 'The shape of a failures item.', 'index, code, message, description', 'groupFailures'),
  gap(
    'group-names',
    '4.5',
    'How long a name may be, and what is counted.',
    'one character at least',
    'groupNames',
    'groupNames',
  ),
  gap('duplicate-names', '4.5', 'A second group of one name in one campaign.', 'taken', 'duplicateGroupNames'),
  gap('group-quota', '8', 'How many groups a campaign may hold.', 'any number', 'maxGroupsPerCampaign'),
  gap('group-price', '4.5', 'The lowest group bid.', '0.01'),
  gap('industry-codes', '4.5', 'The list of delivery-business codes.', 'any code, one to four levels'),
  gap('industry-required', '2', 'Which industries require tags.', 'not this account', 'industryTagsRequired'),
  gap('industry-custom', '2', 'Which leaves are custom industries.', 'none', 'customIndustryCodes'),
  // 4.6, 4.8
  gap(
    'app-task-status',
    '4.6',
    'How the state of a task is read.',
    'not at all: its apps are listed when it has ended',
    'appTaskSeconds',
  ),
  gap('app-task-failure', '4.6', 'How a task that fails shows.', 'its app never appears', 'appTaskFails'),
  gap('app-task-partial', '4.6', 'A task with some invalid apps.', 'fails whole', 'appTask'),
  gap('app-id-key', '4.6', 'The role of appId in an app object.', 'none', 'appIdInTask'),
  gap('app-ios-fields', '4.6', 'Fields for Android in an iOS app.', 'ignored', 'androidFieldsOnIos'),
  gap('app-duplicates', '4.6', 'A second app of one type and link.', 'taken', 'duplicateApps'),
  gap('app-type-case', '4.8', 'Letter case of the type on read.', 'Android and iOS', 'appTypeOnRead'),
  gap(
    'app-review',
    '3',
    'Transitions of the application status.',
    'pending for ten minutes, then enable',
    'review.appSeconds',
  ),
  gap('app-paging', '4.8', 'Paging of the full list.', 'all at once'),
  // 4.7
  gap(
    'missing-status',
    '4.7',
    'An update without status.',
    'the documented default: the keyword is switched on',
    'missingStatus',
  ),
  gap('low-price', '4.7', 'Which price is too low.', 'one below pcLowestPrice', 'lowPrice'),
  gap('price-zero', '4.7', 'Price 0 on read.', '0.00', 'priceZero'),
  gap('errno', '7', 'errno of a success.', '10000', 'errno'),
  gap('affected-records', '4.7', 'Form of affectedRecords.', 'a number', 'affectedRecords'),
  gap('fail-keyword-ids', '4.7', 'How ids are separated in failKeywordIds.', 'by commas', 'failKeywordIds'),
  gap('no-fail-keyword-ids', '4.7', 'failKeywordIds when none failed.', 'empty text', 'noFailKeywordIds'),
  gap('keyword-failure', '4.7', 'Whether a failed keyword is also in failures.', 'it is', 'keywordFailures'),
  gap('keyword-twice', '4.7', 'One keyword twice in a request.', 'both are applied, in order'),
  gap(
    'match-allow-list',
    '4.7',
    'Whether the account is on the match-type allow list.',
    'it is not',
    'matchTypeAllowList',
  ),
  gap('deeplink-permission', '4.7', 'Whether the account may use deeplinkUrl.', 'it may', 'deeplinkPermission'),
  gap(
    'keyword-review',
    '3',
    'Transitions of keywords by review.',
    'a new address is pending for ten minutes, then passes',
    'review.keywordSeconds',
  ),
  gap('review-reject', '3', 'What a review rejects.', 'nothing', 'review.rejectWords'),
  gap(
    'review-values',
    '3',
    'Whether new addresses count before the review ended.',
    'they do',
    'review.valuesAfterReview',
  ),
  gap('opt-status', '3', 'Relation of optStatus and status.', 'status is pause when paused and else enabled'),
  // 4.9 to 4.15
  gap('unknown-package', '4.9', 'A package name that does not exist.', 'an empty object', 'unknownPackage'),
  gap('report-ready', '8', 'When the report of a day is generated.', '08:30 of the next day', 'reports.readyAt'),
  gap('report-days', '8', 'How 90 days are counted.', 'both ends included'),
  gap('report-code', '7', 'Whether 70109 is for the whole request.', 'it is, when any day of it is missing'),
  gap(
    'unbind-untagged',
    '7',
    'What 250202 means when unbinding.',
    'a picture without tags cannot be unbound',
    'unbindUntagged',
  ),
  gap('unbind-unbound', '4.12', 'A picture that is not bound to the group.', 'counts as done', 'unbindUnbound'),
  gap('picture-tags-form', '4.13', 'Form of tags on read.', 'a list', 'pictureTags'),
  gap('picture-tag-count', '4.15', 'Most tags per picture.', 'any number', 'maxTagsPerPicture'),
  gap('picture-tag-batch', '4.15', 'Most pictures per request.', 'any number', 'maxPicturesPerTagUpdate'),
  gap('picture-tag-failure', '4.15', 'The shape of a failures item.', 'picId, code, message, description'),
  // Limits
  gap('rate', '8', 'Rate limits.', 'none', 'requestsPerSecond', 'limits.requestsPerSecond'),
  gap('rate-form', '8', 'How too many requests are answered.', '429 with Retry-After', 'throttling'),
  gap('quota', '8', 'Quotas.', 'none', 'quota.perDay', 'limits.quotaFloor'),
  gap(
    'quota-header',
    '8',
    'The header that says what is left of the quota.',
    'quotaRemain, when there is a quota',
    'quota.header',
  ),
  gap('body-size', '8', 'Largest body.', '64 MiB', 'bodyBytes', 'limits.bodyBytes'),
];
