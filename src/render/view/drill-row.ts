/** What came of one kill of a drill; each member is described in the schema of its document. */
export interface DrillRow {
  readonly boundary: string;
  readonly kind: string | null;
  readonly batch: number | null;
  readonly doubled: number;
  readonly lost: number;
  readonly inDoubt: number;
  readonly settled: 'next-run' | 'account' | 'resolve' | 'open';
}
