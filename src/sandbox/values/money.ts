/** Money in whole fen; decimal text goes in and out, and no digit passes through a float. */
export interface Money {
  readonly fen: number;
  /** False when digits after the second decimal were rounded away. */
  readonly exact: boolean;
}

export function moneyOf(text: string): Money | undefined {
  const match = /^([0-9]{1,12})(?:[.]([0-9]+))?$/.exec(text);
  if (match === null) return undefined;
  const fraction = (match[2] ?? '').padEnd(3, '0');
  const up = Number(fraction[2]) >= 5 ? 1 : 0;
  return {
    fen: Number(match[1]) * 100 + Number(fraction.slice(0, 2)) + up,
    exact: /^[0-9]{2}0+$/.test(fraction),
  };
}

export function moneyText(fen: number): string {
  return `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`;
}

/** `30` for `30.00`, `4.1` for `4.10`. */
export function trimmedMoney(text: string): string {
  return text.includes('.') ? text.replace(/[.]?0+$/, '') : text;
}
