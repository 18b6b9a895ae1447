import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { plural } from '../text/plural.js';
import { ObserveFailure } from './kind.js';

/** No real account has as many. */
const MOST_PAGES = 2000;

/** One page of a list. `count` is the number of rows in all, where the service tells it. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly count?: number | undefined;
}

export interface Paging<Row> {
  /** Rows of a full page. */
  readonly size: number;
  /** What is listed, for messages: "List library pictures". */
  readonly title: string;
  /** Pages count from 1. */
  readonly fetch: (page: number) => Promise<Page<Row>>;
  /** Whether the next page is asked for while the rows of this one are worked on; a reader may stop early otherwise. */
  readonly ahead: boolean;
  readonly warn: (warning: Diagnostic) => void;
}

/**
 * Every page of a list. A count decides when to stop, if there is one that can be true; otherwise a
 * page that is not full is the last. After the last page services answer with nothing, or with the last or the first
 * page again: a page that repeats ends the list with a warning and is not counted. A list that does not end is an
 * `ObserveFailure` whose problem is `endless`.
 */
export async function* walkPages<Row>(paging: Paging<Row>): AsyncGenerator<readonly Row[], void, undefined> {
  const { size, title, fetch, ahead, warn } = paging;
  let first: readonly Row[] | undefined;
  let previous: readonly Row[] | undefined;
  let seen = 0;
  let next: Promise<Page<Row>> | undefined;
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { rows, count } = await (next ?? fetch(page));
    next = undefined;
    const total = count !== undefined && count >= rows.length ? count : undefined;
    if (rows.length === 0) {
      if (total !== undefined && seen < total) warn(countDiffers(title, seen, total));
      return;
    }
    if (isSame(rows, previous) || isSame(rows, first)) {
      const which = isSame(rows, previous) ? page - 1 : 1;
      const detail = `${title}: page ${page} is the same as page ${which}. Reading stopped after ${plural(seen, 'row')}.`;
      warn(diagnostic('page-repeated', { detail }));
      return;
    }
    first ??= rows;
    previous = rows;
    seen += rows.length;
    const isLast = total === undefined ? rows.length < size : seen >= total;
    if (!isLast && ahead && page < MOST_PAGES) {
      next = fetch(page + 1);
      // An error surfaces where the page is awaited; until then it must not count as unhandled.
      next.catch(() => undefined);
    }
    yield rows;
    if (isLast) return;
  }
  const message = `${title}: no end after ${MOST_PAGES} pages (${plural(seen, 'row')}).`;
  throw new ObserveFailure({ problem: 'endless', message, failures: [] });
}

/** Row by row: two pages of a list differ in their first. */
function isSame<Row>(rows: readonly Row[], others: readonly Row[] | undefined): boolean {
  if (others === undefined || rows.length !== others.length) return false;
  return rows.every((row, index) => JSON.stringify(row) === JSON.stringify(others[index]));
}

function countDiffers(title: string, seen: number, total: number): Diagnostic {
  const detail = `${title}: the service counts ${plural(total, 'row')} and returned ${seen}.`;
  return diagnostic('page-count-differs', { detail });
}
