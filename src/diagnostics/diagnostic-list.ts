import { type Diagnostic, hasErrors, type SourcePlace, sortDiagnostics } from './diagnostic.js';

/** Like findings up to this many are listed one by one; more are one finding with their count and the first places. */
const MOST_LISTED = 20;
/** Places of a folded finding; of one about the column of a table. */
const PLACES = 5;
const PLACES_IN_COLUMN = 3;

interface Like {
  readonly listed: Diagnostic[];
  count: number;
}

/**
 * Collects findings in bounded space. Findings are alike where they share severity, code, file and the field or column
 * that they are about. However many there are, they are counted, and none makes another one disappear.
 */
export class DiagnosticList {
  readonly #alike = new Map<string, Like>();

  readonly add = (one: Diagnostic): void => {
    const key = [one.severity, one.code, one.source?.file ?? '', one.field ?? ''].join('\0');
    const like = this.#alike.get(key);
    const { more = 0 } = one;
    if (like === undefined) this.#alike.set(key, { listed: [one], count: 1 + more });
    else {
      like.count += 1 + more;
      if (like.listed.length < MOST_LISTED) like.listed.push(one);
    }
  };

  addAll(many: Iterable<Diagnostic>): void {
    for (const one of many) this.add(one);
  }

  get hasErrors(): boolean {
    return [...this.#alike.values()].some(({ listed }) => hasErrors(listed));
  }

  /** What was collected, like findings together, in the order of the first of each. */
  all(): Diagnostic[] {
    return [...this.#alike.values()].flatMap(({ listed, count }) =>
      isFolded(listed, count) ? [folded(listed, count)] : listed.map(told),
    );
  }

  /** The same in the order in which a person walks through the files. */
  sorted(): Diagnostic[] {
    return sortDiagnostics(this.all());
  }
}

/** What is of use to a list alone is taken off. */
function told({ inColumn: _, more: __, ...one }: Diagnostic): Diagnostic {
  return one;
}

function isFolded([first]: readonly Diagnostic[], count: number): boolean {
  return count > (first?.inColumn === true ? 1 : MOST_LISTED);
}

function folded(listed: readonly Diagnostic[], count: number): Diagnostic {
  const sorted = sortDiagnostics(listed);
  const places = sorted[0]?.inColumn === true ? PLACES_IN_COLUMN : PLACES;
  const [first, ...more] = sorted as [Diagnostic, ...Diagnostic[]];
  const { source } = first;
  const names = sorted.slice(0, places).flatMap((one) => (source === undefined ? nameOf(one) : placeOf(one.source)));
  const where = source === undefined ? '' : ` in ${source.file}`;
  const first5 = names.length === 0 ? '' : `; the first: ${names.join(', ')}`;
  const related = more.slice(0, places - 1).flatMap((one) => (one.source === undefined ? [] : [one.source]));
  return {
    ...told(first),
    detail: `${first.detail === undefined ? '' : `${first.detail} `}There are ${count} like this${where}${first5}.`,
    ...(related.length > 0 && { related }),
  };
}

const nameOf = ({ address }: Diagnostic) => (address === undefined ? [] : [address]);

const placeOf = (place: SourcePlace | undefined) =>
  place === undefined ? [] : [place.cell ?? `${place.line}:${place.column}`];
