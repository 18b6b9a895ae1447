/**
 * A refusal in the words of the service. The interface gives four codes and public clients know a few more; all others here
 * are the sandbox's own, six digits: 94, the number of the operation, and a count.
 */
export interface Refusal {
  readonly code: number;
  readonly message: string;
  /** Which field, and what is allowed. */
  readonly description: string;
}

const CODES = {
  // Seen or documented elsewhere
  loginRefused: [70001, 'user name or password is wrong'],
  loginLocked: [80109, 'the account is locked until tomorrow'],
  reportNotReady: [70109, 'the report is not generated yet'],
  quotaUsedUp: [90401, 'the quota is used up'],
  sensitiveWord: [90202, 'the text contains a sensitive word'],
  appTitle: [50403, 'the application title has a wrong format or length'],
  pictureTagsEmpty: [250202, 'a picture whose tags are empty cannot be bound to the group'],
  // Any operation
  tokenRefused: [940001, 'the access token is missing, wrong or expired'],
  apiKeyRefused: [940002, 'the api key is missing or wrong'],
  fieldMissing: [940003, 'a required parameter is missing'],
  fieldUnknown: [940004, 'unknown parameter'],
  notJson: [940005, 'a parameter is not the JSON that is expected'],
  tooMany: [940006, 'too many items in one request'],
  valueRefused: [940007, 'a value is not allowed'],
  throttled: [940008, 'too many requests'],
  contentType: [940009, 'the content type must be application/x-www-form-urlencoded'],
  methodRefused: [940010, 'the method is not allowed'],
  pathUnknown: [940011, 'no such operation'],
  // addRichCreatives
  groupUnknown: [940301, 'the group does not exist'],
  creativeExists: [940302, 'the group has a creative of this type for this device'],
  setCount: [940303, 'wrong number of items in the set'],
  notUnique: [940304, 'texts or images in the set must be unique'],
  imageRefused: [940305, 'the image does not fit the rules'],
  videoRefused: [940306, 'the video does not fit the rules'],
  descriptionMixed: [940307, 'either all entries have a description or none'],
  // addGroups
  campaignUnknown: [940501, 'the campaign does not exist'],
  nameRefused: [940502, 'the group name is not allowed'],
  nameTaken: [940503, 'the campaign has a group of this name'],
  priceRefused: [940504, 'the price is not allowed'],
  negativeWords: [940505, 'the negative words are not allowed'],
  industryTags: [940506, 'the industry tags are not allowed'],
  campaignFull: [940507, 'the campaign has too many groups'],
  // addAppTask
  appExists: [940601, 'an application of this type and link exists'],
  // updateKeywords
  keywordUnknown: [940701, 'the keyword does not exist'],
  nothingToChange: [940702, 'no change is given'],
  priceTooLow: [940703, 'the price is below the lowest price'],
  matchTypeRefused: [940704, 'the match type is not allowed'],
  deeplinkRefused: [940705, 'the account has no permission for deeplinkUrl'],
  // componentReport, creativeReport
  dateRefused: [941001, 'the dates are not allowed'],
  // unbindPictures, updatePictureTags
  pictureUnknown: [941201, 'the picture does not exist'],
  pictureUnbound: [941202, 'the picture is not bound to the group'],
} as const satisfies Record<string, readonly [number, string]>;

export type RefusalName = keyof typeof CODES;

export function refuse(name: RefusalName, description: string): Refusal {
  const [code, message] = CODES[name];
  return { code, message, description };
}

/** A value, or why there is none. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Refusal };

export const accepted = <Value>(value: Value): Checked<Value> => ({ ok: true, value });
export const refused = (name: RefusalName, description: string): { ok: false; refusal: Refusal } => ({
  ok: false,
  refusal: refuse(name, description),
});
