import type { TextRecord } from '../contract/index.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Clock } from '../model/ports/ports.js';
import type { ReportLayout } from './report-layout.js';

/** A column of a result: the field's name in the interface, and how people read it. */
export interface QueryColumn {
  readonly name: string;
  /** Ids are never cut; numbers are aligned right. */
  readonly form: 'text' | 'id' | 'number';
  readonly unit?: '%';
  /** Where a window is too narrow for all columns these go, the lowest number first. */
  readonly goes?: number;
}

export const textColumn = (name: string): QueryColumn => ({ name, form: 'text' });
export const idColumn = (name: string): QueryColumn => ({ name, form: 'id' });
export const numberColumn = (name: string): QueryColumn => ({ name, form: 'number' });

/** One row: the interface's field names, scalars as text, a picture's tags as a list. */
export type QueryRow = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Rows in their order. Those of a report may be a million, and are kept packed; an array of rows is one. */
export interface QueryRows extends Iterable<QueryRow> {
  readonly length: number;
}

/** A flag that takes a text; with `words` it is one of them. */
export interface TextFlag<Word extends string = string> {
  readonly form: 'text';
  /** `--level <word>`, as help shows it. */
  readonly usage: string;
  readonly help: string;
  readonly words?: readonly Word[];
}

/** A flag that is given or not. */
export interface SwitchFlag {
  readonly form: 'on';
  readonly usage: string;
  readonly help: string;
}

/** By the name of each flag in camel case. */
export type QueryFlags = Readonly<Record<string, TextFlag | SwitchFlag>>;

/** What was given: words are not checked yet. */
export type QueryOptionsOf<Flags extends QueryFlags> = {
  readonly [Name in keyof Flags]?: Flags[Name] extends SwitchFlag ? true : string;
};

export const queryFlag = {
  text: (usage: string, help: string, words?: readonly string[]): TextFlag => ({
    form: 'text',
    usage,
    help,
    ...(words !== undefined && { words }),
  }),
  oneOf: <const Word extends string>(
    usage: string,
    help: string,
    words: readonly Word[],
  ): TextFlag<Word> & {
    readonly words: readonly Word[];
  } => ({ form: 'text', usage, help, words }),
  on: (usage: string, help: string): SwitchFlag => ({ form: 'on', usage, help }),
};

/** What a check may want to know of the account and of the time. */
export interface QueryAccount {
  readonly now: Date;
  /** IANA name. */
  readonly timeZone: string;
  /** The service's word for rich creatives. */
  readonly richCreativeWord: string;
}

/** Parameters that can be sent, or everything that is wrong with them. */
export type CheckedParameters<Params> =
  | { readonly ok: true; readonly params: Params }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export interface CallChoice {
  readonly signal?: AbortSignal;
}

export interface QueryRun extends CallChoice {
  readonly clock: Clock;
  readonly timeZone: string;
  /** Reads at the same time. */
  readonly atOnce: number;
  /** Waits for days that are not ready (70109), for at most `waitSeconds` in all. */
  readonly wait: boolean;
  /** Two hours where absent. */
  readonly waitSeconds?: number;
  readonly onProgress?: (done: number, total: number, title: string) => void;
  readonly onWait?: (seconds: number, title: string) => void;
}

/** What there is to say after the last row. */
export interface QueryEnd {
  /** Days without a report, after all waiting: the command ends with its own exit code. */
  readonly notReady: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Rows, as many at a time as a reply has: there may be a million, and each wait between two of them costs. */
type Rows<Row> = AsyncIterable<readonly Row[]>;

/**
 * The reads that queries are made of, pages walked and batches cut, as the client gives them. A read that fails for
 * good throws a `Failure`.
 */
export interface QueryService {
  accountInfo(options?: CallChoice): Promise<TextRecord>;
  keywords(ids: readonly string[], options?: CallChoice): Rows<TextRecord>;
  apps(ids?: readonly string[], options?: CallChoice): Rows<TextRecord>;
  keywordTags(options?: CallChoice): Promise<readonly TextRecord[]>;
  keywordPackages(name?: string, options?: CallChoice): Promise<Readonly<Record<string, readonly TextRecord[]>>>;
  pictures(
    filter?: { readonly source?: string; readonly width?: string; readonly height?: string },
    options?: CallChoice,
  ): Rows<{ readonly fields: TextRecord; readonly tags: readonly string[] }>;
  componentReport(
    query: { readonly startDate: string; readonly endDate: string; readonly level: string; readonly type?: string },
    options?: CallChoice,
  ): Rows<TextRecord>;
  creativeReport(
    query: { readonly startDate: string; readonly endDate: string; readonly type?: string; readonly ad_type?: string },
    options?: CallChoice,
  ): Rows<TextRecord>;
}

/** A read that manages nothing, whole: its command, its parameters, its columns and its rows. */
export interface Query<Options, Params> {
  /** `get <ids...>`: the name and the arguments, as help shows them. */
  readonly usage: string;
  readonly summary: string;
  /** Whole command lines, for help. */
  readonly examples: readonly string[];
  readonly flags: QueryFlags;
  /** Without any call. */
  check(args: readonly string[], options: Options, account: QueryAccount): CheckedParameters<Params>;
  columns(params: Params): readonly QueryColumn[];
  rows(
    params: Params,
    service: QueryService,
    run: QueryRun,
  ): AsyncGenerator<readonly QueryRow[], QueryEnd | undefined, undefined>;
  /** What a person should know about the rows. */
  remark?(params: Params, rows: readonly QueryRow[]): string | undefined;
  /** Of a report: every day that was asked for, and how its rows are shown. */
  report?(params: Params): ReportLayout;
  /** There is one row, and people read it field by field. */
  readonly isOneRecord?: true;
}

export type QueryOptions = Readonly<Record<string, string | true | undefined>>;

export type AnyQuery = Query<QueryOptions, unknown>;

/** Several queries about one subject: `keywords get`, `keywords tags`. */
export interface QueryGroup {
  /** Its queries can be asked of several accounts at once. */
  readonly ofSeveral?: true;
  readonly name: string;
  readonly summary: string;
  readonly queries: readonly AnyQuery[];
}

/** A query. Command, help, completion, table, CSV and JSON are made from it; `check` must take what the flags give. */
export function defineQuery<const Flags extends QueryFlags, Params>(
  spec: Omit<Query<QueryOptionsOf<Flags>, Params>, 'flags'> & { readonly flags: Flags },
): Query<QueryOptionsOf<Flags>, Params> {
  return spec;
}
