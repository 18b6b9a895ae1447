const DAY = 86_400_000;

/** The account's time: the real clock, moved by what a test has set. */
export class SandboxClock {
  readonly #real: () => Date;
  readonly #format: Intl.DateTimeFormat;
  offsetMilliseconds = 0;

  constructor(real: () => Date, timeZone: string) {
    this.#real = real;
    // This locale writes YYYY-MM-DD HH:MM:SS.
    this.#format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  }

  now(): Date {
    return new Date(this.#real().getTime() + this.offsetMilliseconds);
  }

  set(time: Date): void {
    this.offsetMilliseconds = time.getTime() - this.#real().getTime();
  }

  advance(seconds: number): void {
    this.offsetMilliseconds += seconds * 1000;
  }

  /** YYYY-MM-DD HH:MM:SS in the account's time zone. */
  text(time: Date = this.now()): string {
    return this.#format.format(time);
  }

  /** Today, YYYY-MM-DD in the account's time zone. */
  day(): string {
    return this.text().slice(0, 10);
  }
}

/** Days since 1970 of a real calendar date YYYY-MM-DD; undefined for anything else (2024-02-30 too). */
export function dayNumber(text: string): number | undefined {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || dayText(time / DAY) !== text ? undefined : time / DAY;
}

export function dayText(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}
