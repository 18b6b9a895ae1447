import { visible } from '../characters/visible.js';
import type { TextOptions } from './diagnostics.js';
import { type Column, renderTable } from './table.js';

/** What a run over several accounts came to for one of them. */
export interface AccountRow {
  readonly account: string;
  readonly exitCode: number;
  /** `3 to create, 1 to update`. */
  readonly counts: string;
  /** What the groups touched spent, in yuan; absent where no plan has it. */
  readonly cost?: string;
  /** The gravest thing to know. */
  readonly worst?: string;
}

const COST_TOUCHED = 'COST TOUCHED';

const COLUMNS: readonly Column<AccountRow>[] = [
  { title: 'ACCOUNT', value: ({ account }) => account, whole: true },
  { title: 'EXIT', value: ({ exitCode }) => String(exitCode), align: 'right', style: styleOf },
  { title: 'RESULT', value: ({ counts }) => counts },
  { title: COST_TOUCHED, value: ({ cost }) => cost, align: 'right', whole: true },
  { title: 'WORST', value: ({ worst }) => worst, style: styleOf },
];

function styleOf({ exitCode }: AccountRow) {
  return exitCode === 0 ? 'quiet' : exitCode === 2 ? undefined : 'error';
}

/** All accounts, one a line. */
export function renderAccountTable(rows: readonly AccountRow[], options: TextOptions): string {
  return rows.length === 0 ? 'No account is concerned.' : renderTable(rows, columnsOf(rows), options);
}

function columnsOf(rows: readonly AccountRow[]): readonly Column<AccountRow>[] {
  return rows.some(({ cost }) => cost !== undefined) ? COLUMNS : COLUMNS.filter(({ title }) => title !== COST_TOUCHED);
}

/** The line above what one account has to say. */
export function accountHeading(account: string): string {
  return `== ${visible(account)}`;
}
