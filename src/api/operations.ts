import type {
  CreativeKey,
  EndpointName,
  ReplyOf,
  RequestOf,
  TextRecord,
  WireApp,
  WireCreativeSet,
  WireGroup,
  WireKeywordUpdate,
} from '../contract/index.js';
import { ENDPOINTS, LIMITS } from '../contract/index.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { mapAhead } from '../model/kind/map-ahead.js';
import { cutBatches } from '../model/ports/cut-batches.js';
import type { CallResult, ServicePort } from '../model/ports/ports.js';
import type { Limits } from '../model/ports/project.js';
import { callEnding } from './call-diagnostics.js';
import { walkRows } from './walk-rows.js';

export interface OperationOptions {
  /** Gives up before the next call; a call in flight is finished. */
  readonly signal?: AbortSignal;
}

/** One batch of a write and what came of it; `result` never throws, so that the ids of earlier batches are not lost. */
export interface BatchResult<Item, Name extends EndpointName> {
  readonly items: readonly Item[];
  readonly result: CallResult<ReplyOf<Name>>;
}

/** A library picture with its tags as a list; the other fields are text. */
export interface Picture {
  readonly picId: string | undefined;
  readonly fields: TextRecord;
  readonly tags: readonly string[];
}

export interface PictureFilter {
  /** `pichouse`, `creative`, `openapi`, or the word for rich creatives. */
  readonly source?: string;
  /** Pixels. */
  readonly width?: string;
  readonly height?: string;
}

export type ComponentReportQuery = Omit<RequestOf<'componentReport'>, 'page'>;
export type CreativeReportQuery = Omit<RequestOf<'creativeReport'>, 'page'>;

/** Rows, as many at a time as a reply has. */
type Rows<Row> = AsyncGenerator<readonly Row[], void, undefined>;

/**
 * The operations of the interface with batches cut and pages walked. Reads throw a `Failure` when a call fails
 * for good (its diagnostics name the call and what the service said); batched writes yield every batch's result instead
 * and stop after one that must end the run.
 */
export interface Operations {
  /** The account's fields as text; `uid` is the real account id, money is decimal text in yuan. */
  accountInfo(options?: OperationOptions): Promise<TextRecord>;
  /**
   * One set of contents for many groups, cut to `limits.groupsPerCreativeAdd` group ids and `limits.bodyBytes`.
   * Not idempotent: each batch is sent once. One creative of a type and device per group; an id of `0` is a failure.
   */
  addRichCreatives(
    groupIds: readonly string[],
    creatives: { readonly [Key in CreativeKey]?: readonly WireCreativeSet[] } & { readonly status?: string },
    options?: OperationOptions,
  ): AsyncGenerator<BatchResult<string, 'addRichCreatives'>, void, undefined>;
  /**
   * Keywords by id, `limits.keywordsPerRead` a call and `limits.concurrentReads` calls at once, in the order of
   * the batches. Ids that the service does not know are left out. Bids are decimal text in yuan, `""` where there is none.
   */
  keywords(ids: readonly string[], options?: OperationOptions): Rows<TextRecord>;
  /**
   * Adds groups, at most 100 a call, in order; `groupIdList` answers by position, `0` for a group that failed
   * and undefined for one of which the reply says neither.
   * Not idempotent: each batch is sent once. Prices are in yuan; at most 200 negative phrases and 400 negative exacts.
   */
  addGroups(
    groups: readonly WireGroup[],
    options?: OperationOptions,
  ): AsyncGenerator<BatchResult<WireGroup, 'addGroups'>, void, undefined>;
  /**
   * Submits applications as offline tasks of at most 100. Not idempotent: each batch is sent once. Titles have 2 to
   * 50 characters (50403), remarks at most 100; a task id of `0` is a failure.
   */
  addAppTask(
    apps: readonly WireApp[],
    options?: OperationOptions,
  ): AsyncGenerator<BatchResult<WireApp, 'addAppTask'>, void, undefined>;
  /**
   * Sets keyword fields, `limits.keywordsPerUpdate` (at most 500) a call. Bids in yuan, 0 for the group's bid. Only
   * the fields given change, but a `status` that is left out may count as `enable`. Ids in `failKeywordIds` were not
   * changed; an accepted update may still not be in effect: read it back.
   */
  updateKeywords(
    updates: readonly WireKeywordUpdate[],
    options?: OperationOptions,
  ): AsyncGenerator<BatchResult<WireKeywordUpdate, 'updateKeywords'>, void, undefined>;
  /** Applications, all of them or those with the ids given (at most 100 a call). */
  apps(ids?: readonly string[], options?: OperationOptions): Rows<TextRecord>;
  /** Keyword packages by name; one package, or all. `pv` and `mpv` are weekly views, `<10` below 10. */
  keywordPackages(name?: string, options?: OperationOptions): Promise<Readonly<Record<string, readonly TextRecord[]>>>;
  /**
   * Rows of the component report, 1000 a page, all pages. At most 90 days, the last at latest yesterday in the
   * account's time; one day at a time is advised. `totalCost` is decimal text in yuan. The failure of a day that is not
   * computed yet (70109, before about 08:30) has the ending `not-ready`.
   */
  componentReport(query: ComponentReportQuery, options?: OperationOptions): Rows<TextRecord>;
  /** Rows of the rich creative report, 1000 a page, all pages; one device a query. Otherwise as `componentReport`. */
  creativeReport(query: CreativeReportQuery, options?: OperationOptions): Rows<TextRecord>;
  /** Unbinds pictures from groups, at most 200 groups a call. 250202: a picture whose tags are empty. */
  unbindPictures(
    list: RequestOf<'unbindPictures'>['picList'],
    options?: OperationOptions,
  ): AsyncGenerator<BatchResult<RequestOf<'unbindPictures'>['picList'][number], 'unbindPictures'>, void, undefined>;
  /** The picture library, 200 a page, all pages. Width and height are in pixels. */
  pictures(filter?: PictureFilter, options?: OperationOptions): Rows<Picture>;
  /** Keyword tags; `is_important` is `1` for key-keyword tags. */
  keywordTags(options?: OperationOptions): Promise<readonly TextRecord[]>;
  /** Sets the tags of pictures, cut to 200 pictures a call; the limit on the number of tags is not known. */
  updatePictureTags(
    data: RequestOf<'updatePictureTags'>['data'],
    options?: OperationOptions,
  ): AsyncGenerator<BatchResult<RequestOf<'updatePictureTags'>['data'][number], 'updatePictureTags'>, void, undefined>;
}

/** The interface states no limit for updatePictureTags; a page of the listing is what a caller has in hand. */
const PICTURES_PER_TAG_UPDATE = LIMITS.picturesPerPage;

export function createOperations(
  service: ServicePort,
  limits: Limits,
  warn: (warning: Diagnostic) => void,
): Operations {
  const title = (name: EndpointName) => ENDPOINTS[name].title;

  async function read<Name extends EndpointName>(
    name: Name,
    request: RequestOf<Name>,
    options: OperationOptions = {},
  ): Promise<ReplyOf<Name>> {
    const result = await service.call(name, request, options);
    if (!result.ok) throw callEnding(result.failure);
    return result.reply;
  }

  async function* write<Item, Name extends EndpointName>(
    name: Name,
    items: readonly Item[],
    most: number,
    request: (batch: readonly Item[]) => RequestOf<Name>,
    options: OperationOptions = {},
  ): AsyncGenerator<BatchResult<Item, Name>, void, undefined> {
    const sizeOf = (batch: readonly Item[], enough?: number) => service.bodyBytes(name, request(batch), enough);
    for (const batch of cutBatches(items, Math.max(1, most), limits.bodyBytes, sizeOf)) {
      const result = await service.call(name, request(batch), options);
      yield { items: batch, result };
      if (!result.ok && (result.failure.fatal === true || result.failure.problem === 'interrupted')) return;
    }
  }

  async function* lookUp<Row>(
    ids: readonly string[],
    most: number,
    fetch: (batch: readonly string[]) => Promise<readonly Row[]>,
  ): AsyncGenerator<readonly Row[], void, undefined> {
    const batches = cutBatches(ids, Math.max(1, most), Number.POSITIVE_INFINITY, () => 0);
    yield* mapAhead(batches, limits.concurrentReads, fetch);
  }

  return {
    accountInfo: (options) => read('accountInfo', {}, options),
    addRichCreatives: (groupIds, creatives, options) =>
      write(
        'addRichCreatives',
        groupIds,
        limits.groupsPerCreativeAdd,
        (groupIdList) => ({ ...creatives, groupIdList }),
        options,
      ),
    keywords: (ids, options) =>
      lookUp(ids, limits.keywordsPerRead, async (batch) => {
        return (await read('getKeywords', { idList: batch }, options)).keywordList;
      }),
    addGroups: (groups, options) =>
      write(
        'addGroups',
        groups,
        Math.min(limits.groupsPerAdd, LIMITS.groupsPerAdd),
        (batch) => ({ groups: batch }),
        options,
      ),
    addAppTask: (apps, options) => write('addAppTask', apps, LIMITS.appsPerTask, (batch) => ({ apps: batch }), options),
    updateKeywords: (updates, options) =>
      write(
        'updateKeywords',
        updates,
        Math.min(limits.keywordsPerUpdate, LIMITS.keywordsPerUpdate),
        (keywords) => ({ keywords }),
        options,
      ),
    async *apps(ids, options) {
      if (ids === undefined) yield (await read('getApps', {}, options)).appList;
      else {
        yield* lookUp(ids, LIMITS.appIdsPerRead, async (appIdList) => {
          return (await read('getApps', { appIdList }, options)).appList;
        });
      }
    },
    async keywordPackages(name, options) {
      const request = name === undefined ? {} : { package_type: name };
      return (await read('keywordPackages', request, options)).list;
    },
    componentReport: (query, options) =>
      walkRows({
        size: LIMITS.rowsPerPage,
        title: title('componentReport'),
        fetch: (page) => read('componentReport', { ...query, page: String(page) }, options),
        warn,
      }),
    creativeReport: (query, options) =>
      walkRows({
        size: LIMITS.rowsPerPage,
        title: title('creativeReport'),
        fetch: (page) => read('creativeReport', { ...query, page: String(page) }, options),
        warn,
      }),
    unbindPictures: (list, options) =>
      write('unbindPictures', list, LIMITS.groupsPerUnbind, (picList) => ({ picList }), options),
    pictures: (filter = {}, options) =>
      walkRows({
        size: LIMITS.picturesPerPage,
        title: title('listPictures'),
        async fetch(page): Promise<{ rows: readonly Picture[]; count: number | undefined }> {
          const { pictureList, tags, count } = await read('listPictures', { ...filter, page: String(page) }, options);
          const rows = pictureList.map((fields, index) => ({ picId: fields.picId, fields, tags: tags[index] ?? [] }));
          return { rows, count };
        },
        warn,
      }),
    async keywordTags(options) {
      return (await read('keywordTags', {}, options)).tagList;
    },
    updatePictureTags: (data, options) =>
      write('updatePictureTags', data, PICTURES_PER_TAG_UPDATE, (batch) => ({ data: batch }), options),
  };
}
