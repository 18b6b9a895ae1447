import type { TextRecord } from '../contract/index.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';

/** A column of a result: the field's name in the interface, and how people read it. */
export interface QueryColumn {
  readonly name: string;
  /** Ids are never cut; numbers are right-aligned; amounts can be summed. */
  readonly form: 'text' | 'id' | 'number' | 'amount';
}

/** One row: the interface's field names, scalars as text, a picture's tags as a list. */
export type QueryRow = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Parameters that can be sent, or everything that is wrong with them. */
export type Checked<Params> =
  | { readonly ok: true; readonly params: Params }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

export interface CallChoice {
  readonly signal?: AbortSignal;
}

/**
 * The reads that queries are made of, pages walked and batches cut, as the client gives them. A read that fails for
 * good throws a `Failure`.
 */
export interface QueryService {
  keywords(ids: readonly string[], options?: CallChoice): AsyncIterable<TextRecord>;
  apps(ids?: readonly string[], options?: CallChoice): AsyncIterable<TextRecord>;
  keywordTags(options?: CallChoice): Promise<readonly TextRecord[]>;
  keywordPackages(name?: string, options?: CallChoice): Promise<Readonly<Record<string, readonly TextRecord[]>>>;
  pictures(
    filter?: { readonly source?: string; readonly width?: string; readonly height?: string },
    options?: CallChoice,
  ): AsyncIterable<{ readonly fields: TextRecord; readonly tags: readonly string[] }>;
  componentReport(
    query: { readonly startDate: string; readonly endDate: string; readonly level: string; readonly type?: string },
    options?: CallChoice,
  ): AsyncIterable<TextRecord>;
  creativeReport(
    query: { readonly startDate: string; readonly endDate: string; readonly type?: string; readonly ad_type?: string },
    options?: CallChoice,
  ): AsyncIterable<TextRecord>;
}

export const text = (name: string): QueryColumn => ({ name, form: 'text' });
export const id = (name: string): QueryColumn => ({ name, form: 'id' });
export const number = (name: string): QueryColumn => ({ name, form: 'number' });
export const amount = (name: string): QueryColumn => ({ name, form: 'amount' });
