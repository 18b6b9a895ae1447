import type { EndpointName } from '../../contract/index.js';
import type { SandboxOptions } from '../settings/options-schema.js';
import { numberOf } from '../values/json-text.js';
import { trimmedMoney } from '../values/money.js';
import type { Refusal } from './refusal.js';

/** One item of `failures`. */
export type FailureItem = Readonly<Record<string, unknown>>;

/** The forms of replies that the interface leaves open, as the switches have them. */
export class ReplyForms {
  readonly #options: SandboxOptions;
  readonly #operation: EndpointName;

  constructor(options: SandboxOptions, operation: EndpointName) {
    this.#options = options;
    this.#operation = operation;
  }

  /** An id where the tables of the interface say string. */
  idText(digits: string): number | string {
    return this.#options.idsAs === 'number' ? numberOf(digits) : digits;
  }

  /** An id where the interface says number, or says nothing. */
  idNumber(digits: string): number | string {
    return this.#options.idsAs === 'text' ? digits : numberOf(digits);
  }

  money(text: string): string {
    return this.#options.moneyText === 'trimmed' ? trimmedMoney(text) : text;
  }

  cause(text: string): string | null {
    return text === '' && this.#options.emptyCause === 'null' ? null : text;
  }

  /** A list under its key, in the form of an empty list when there is nothing. */
  list(key: string, items: readonly unknown[]): Record<string, unknown> {
    if (items.length > 0 || this.#options.emptyLists === 'list') return { [key]: items };
    return this.#options.emptyLists === 'null' ? { [key]: null } : {};
  }

  failures(items: readonly FailureItem[]): Record<string, unknown> {
    const { noFailures, failuresForm } = this.#options;
    if (items.length === 0) {
      const isAbsent = noFailures === 'absent' || (noFailures === 'usual' && this.#operation === 'updateKeywords');
      return isAbsent ? {} : { failures: noFailures === 'null' ? null : [] };
    }
    if (failuresForm === 'item') return { failures: { item: items.length === 1 ? items[0] : items } };
    return { failures: failuresForm === 'object' && items.length === 1 ? items[0] : items };
  }
}

/** `{code, message, description}` with what names the item. */
export function failureItem(refusal: Refusal, name: FailureItem = {}): FailureItem {
  return { ...name, code: refusal.code, message: refusal.message, description: refusal.description };
}

/** One page of `items`. After the last page: nothing, no list at all, or the last page again. */
export function pageOf<Item>(
  items: readonly Item[],
  page: number,
  size: number,
  past: SandboxOptions['pastLastPage'],
): readonly Item[] | undefined {
  const last = Math.max(1, Math.ceil(items.length / size));
  if (page > last && past === 'absent') return undefined;
  const shown = page > last && past === 'last-page' ? last : page;
  return items.slice((shown - 1) * size, shown * size);
}
