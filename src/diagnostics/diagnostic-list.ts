import { type Diagnostic, hasErrors, type SourcePlace, sortDiagnostics } from './diagnostic.js';

/** Like findings up to this many are listed one by one; more are one finding with their count and the first places. */
const MOST_LISTED = 20;
/** Places of a folded finding. */
const PLACES = 5;

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
    if (like === undefined) this.#alike.set(key, { listed: [one], count: 1 });
    else {
      like.count++;
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
      count > MOST_LISTED ? [folded(listed, count)] : listed,
    );
  }

  /** The same in the order in which a person walks through the files. */
  sorted(): Diagnostic[] {
    return sortDiagnostics(this.all());
  }
}

function folded(listed: readonly Diagnostic[], count: number): Diagnostic {
  const sorted = sortDiagnostics(listed);
  const [first, ...more] = sorted as [Diagnostic, ...Diagnostic[]];
  const { source } = first;
  const names = sorted.slice(0, PLACES).flatMap((one) => (source === undefined ? nameOf(one) : placeOf(one.source)));
  const where = source === undefined ? '' : ` in ${source.file}`;
  const first5 = names.length === 0 ? '' : `; the first: ${names.join(', ')}`;
  const related = more.slice(0, PLACES - 1).flatMap((one) => (one.source === undefined ? [] : [one.source]));
  return {
    ...first,
    detail: `${first.detail === undefined ? '' : `${first.detail} `}There are ${count} like this${where}${first5}.`,
    ...(related.length > 0 && { related }),
  };
}

const nameOf = ({ address }: Diagnostic) => (address === undefined ? [] : [address]);

const placeOf = (place: SourcePlace | undefined) => (place === undefined ? [] : [`${place.line}:${place.column}`]);
