/**
 * The fewest stars that cover the edges of a bipartite graph: a smallest set of nodes such that every edge has one of its
 * ends in it (König: as large as a largest matching). `rows` lists the columns of each row, by number.
 */
export function smallestCover(
  rows: readonly (readonly number[])[],
  columnCount: number,
): { readonly rows: ReadonlySet<number>; readonly columns: ReadonlySet<number> } {
  const { rowOf, columnOf } = largestMatching(rows, columnCount);
  // From every row without a partner, along paths that leave the matching and come back to it by turns.
  const reachedRows = new Set<number>();
  const reachedColumns = new Set<number>();
  const queue = rows.flatMap((_, row) => (columnOf[row] === undefined ? [row] : []));
  for (let row = queue.pop(); row !== undefined; row = queue.pop()) {
    if (reachedRows.has(row)) continue;
    reachedRows.add(row);
    for (const column of rows[row] ?? []) {
      reachedColumns.add(column);
      const next = rowOf[column];
      if (next !== undefined && !reachedRows.has(next)) queue.push(next);
    }
  }
  const unreached = rows.flatMap((columns, row) => (reachedRows.has(row) || columns.length === 0 ? [] : [row]));
  return { rows: new Set(unreached), columns: reachedColumns };
}

interface Matching {
  readonly rowOf: readonly (number | undefined)[];
  readonly columnOf: readonly (number | undefined)[];
}

/** Breadth first from each row for a path that ends at a free column, then every edge of the path changes sides. */
function largestMatching(rows: readonly (readonly number[])[], columnCount: number): Matching {
  const rowOf: (number | undefined)[] = new Array(columnCount).fill(undefined);
  const columnOf: (number | undefined)[] = new Array(rows.length).fill(undefined);
  const seenIn: number[] = new Array(columnCount).fill(-1);
  const cameFrom: number[] = new Array(columnCount).fill(-1);
  const pathEnd = (start: number): number | undefined => {
    const queue = [start];
    for (const row of queue) {
      for (const column of rows[row] ?? []) {
        if (seenIn[column] === start) continue;
        seenIn[column] = start;
        cameFrom[column] = row;
        const next = rowOf[column];
        if (next === undefined) return column;
        queue.push(next);
      }
    }
    return undefined;
  };
  for (const start of rows.keys()) {
    let column = pathEnd(start);
    while (column !== undefined) {
      const row: number = cameFrom[column] ?? start;
      const before: number | undefined = columnOf[row];
      rowOf[column] = row;
      columnOf[row] = column;
      column = row === start ? undefined : before;
    }
  }
  return { rowOf, columnOf };
}
