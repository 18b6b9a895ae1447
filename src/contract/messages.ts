import type { CreativeKey, EndpointName } from './endpoints.js';
import type { WireApp } from './records/app.js';
import type { WireGroup } from './records/group.js';
import type { WireKeywordUpdate } from './records/keyword.js';
import type { WirePictureTags } from './records/picture.js';

/*
 * What goes over the wire, typed. In a request, ids and prices that the interface wants as JSON numbers are
 * `JsonNumber`, so that no digit passes through a float. In a reply everything has been read leniently: ids are text,
 * absent or null lists are empty lists, and failures have one shape.
 */

/** One entry of a `failures` list of any shape. `raw` is what the service wrote, cut to 500 characters. */
export interface ServiceFailure {
  readonly code?: string;
  readonly message?: string;
  readonly description?: string;
  /** The ids that the entry names, by key (`id`, `groupId`, `keywordId`, `picId`, `appId`, `campaignId`); a `0` names nothing. */
  readonly ids?: Readonly<Record<string, string>>;
  /** The zero-based position in the request that the entry names, if it names one (`index`, `position`). */
  readonly index?: number;
  /** What the entry calls its item (`name`, `title`, `word`). */
  readonly name?: string;
  readonly type?: string;
  readonly device?: string;
  /** Places in the request that its words or its `path` name: `groups[2].name` is position 2 of `groups`. */
  readonly places?: readonly RequestPlace[];
  readonly raw: string;
}

export interface RequestPlace {
  readonly list: string;
  readonly position: number;
}

export interface WithFailures {
  readonly failures: readonly ServiceFailure[];
}

/** One creative set as its items; the client writes it nested or flat as the service wants. `video-computer` has one item. */
export type WireCreativeSet = readonly Readonly<Record<string, unknown>>[];

export interface Requests {
  login: { readonly username: string; readonly passwd: string };
  accountInfo: Record<string, never>;
  addRichCreatives: { readonly groupIdList: readonly string[]; readonly status?: string } & {
    readonly [Key in CreativeKey]?: readonly WireCreativeSet[];
  };
  getKeywords: { readonly idList: readonly string[] };
  addGroups: { readonly groups: readonly WireGroup[] };
  addAppTask: { readonly apps: readonly WireApp[] };
  updateKeywords: { readonly keywords: readonly WireKeywordUpdate[] };
  getApps: { readonly appIdList?: readonly string[] };
  keywordPackages: { readonly package_type?: string };
  componentReport: {
    readonly startDate: string;
    readonly endDate: string;
    readonly level: string;
    readonly idList?: readonly string[];
    readonly type?: string;
    readonly page?: string;
  };
  creativeReport: {
    readonly startDate: string;
    readonly endDate: string;
    readonly type?: string;
    readonly ad_type?: string;
    readonly page?: string;
  };
  unbindPictures: { readonly picList: readonly { readonly groupId: string; readonly picIdList: readonly string[] }[] };
  listPictures: { readonly source?: string; readonly width?: string; readonly height?: string; readonly page?: string };
  keywordTags: Record<string, never>;
  updatePictureTags: { readonly data: readonly WirePictureTags[] };
}

/** A record of the service with the interface's field names; every scalar is text, `null` and absent are `undefined`. */
export type TextRecord = Readonly<Record<string, string | undefined>>;

/** An id, `0` where nothing was made, or undefined where the reply says neither: whether it was made is then unknown. */
export type ReplyId = string | undefined;

export interface Replies {
  login: { readonly uid: string | undefined; readonly accessToken: string };
  accountInfo: TextRecord & { readonly uid?: string };
  addRichCreatives: WithFailures & {
    /** Absent when the reply held no `success` list at all. */
    readonly success:
      | readonly {
          readonly id: ReplyId;
          readonly type: string;
          readonly groupId: string;
          readonly device: string;
        }[]
      | undefined;
  };
  getKeywords: { readonly keywordList: readonly TextRecord[] };
  addGroups: WithFailures & { readonly groupIdList: readonly ReplyId[] | undefined };
  addAppTask: WithFailures & { readonly appTaskId: ReplyId };
  updateKeywords: WithFailures & {
    readonly errno: string | undefined;
    readonly affectedRecords: string | undefined;
    readonly failKeywordIds: readonly string[];
  };
  getApps: { readonly appList: readonly TextRecord[] };
  keywordPackages: { readonly list: Readonly<Record<string, readonly TextRecord[]>> };
  componentReport: { readonly rows: readonly TextRecord[] };
  creativeReport: { readonly rows: readonly TextRecord[] };
  unbindPictures: WithFailures & { readonly successGroupIdList: readonly string[] };
  listPictures: {
    readonly count: number | undefined;
    readonly pictureList: readonly (TextRecord & { readonly picId?: string })[];
    /** Tags of each picture, in the same order: apart because they are lists. */
    readonly tags: readonly (readonly string[])[];
  };
  keywordTags: { readonly tagList: readonly TextRecord[] };
  updatePictureTags: WithFailures & { readonly success: readonly string[] };
}

export type RequestOf<Name extends EndpointName> = Requests[Name];
export type ReplyOf<Name extends EndpointName> = Replies[Name];
