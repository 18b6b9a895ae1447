/**
 * The names and choices that the interface leaves neutral or open, as one deployment of the service has them.
 * Client and sandbox read the same settings; the defaults are the words of its documentation.
 */
export interface ServiceSettings {
  /** `/ads/keyword/update`: the first path segment of every platform operation. */
  readonly platformSegment: string;
  /** `/ads/richcreative/add`, `richcreativeList`, the picture source `richcreative`. */
  readonly richCreativeWord: string;
  readonly loginPath: string;
  /** Falls back to the same path without its first segment on 404 (both are documented). */
  readonly tagListPath: string;
  /** Whether one creative set is written `[[{…},{…}]]` (nested) or `[{…},{…}]` (flat). */
  readonly creativeSets: 'nested' | 'flat';
  /** `json`: every call carries the field `format=json`, without which some services answer in XML. */
  readonly format: 'none' | 'json';
}

export const DEFAULT_SERVICE_SETTINGS: ServiceSettings = {
  platformSegment: 'ads',
  richCreativeWord: 'richcreative',
  loginPath: '/account/clientLogin',
  tagListPath: '/ads/tag/getlist',
  creativeSets: 'nested',
  format: 'none',
};
