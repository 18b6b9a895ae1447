import type { Account } from './account.js';
import type { SandboxClock } from './clock.js';
import type { RecordChange } from './records.js';

/** What the account has written today, and how many requests came in this second. */
export class Quota {
  readonly #account: Account;
  readonly #clock: SandboxClock;
  #second = 0;
  #requests = 0;

  constructor(account: Account, clock: SandboxClock) {
    this.#account = account;
    this.#clock = clock;
  }

  left(perDay: number): number {
    return Math.max(0, perDay - this.#usedToday());
  }

  isUsedUp(perDay: number): boolean {
    return perDay > 0 && this.left(perDay) === 0;
  }

  /** The change that counts `items` as written. */
  use(items: number): RecordChange[] {
    if (items === 0) return [];
    return [['settings', 'quota', { day: this.#clock.day(), used: this.#usedToday() + items }]];
  }

  /** Counts a request; true when it is one too many in its second. */
  isThrottled(perSecond: number): boolean {
    const second = Math.floor(this.#clock.now().getTime() / 1000);
    this.#requests = second === this.#second ? this.#requests + 1 : 1;
    this.#second = second;
    return perSecond > 0 && this.#requests > perSecond;
  }

  #usedToday(): number {
    const known = this.#account.tables.settings.get('quota');
    return known?.['day'] === this.#clock.day() ? Number(known['used']) : 0;
  }
}
