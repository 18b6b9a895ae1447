import type { EndpointName, ReplyOf, ServiceFailure, ServiceSettings } from '../../contract/index.js';
import { ENDPOINTS } from '../../contract/index.js';
import type { CallFailure } from '../../model/ports/ports.js';
import type { Masker } from '../login/masker.js';
import { failureText } from '../replies/failures.js';
import type { JsonObject } from '../replies/json.js';
import { isObject, readJson, readWrittenJson } from '../replies/json.js';

/** What may be done after a failed attempt, if the call's effect allows it. */
export type Next = 'stop' | 'repeat' | 'pause' | 'login';

export type ReplyVerdict<Name extends EndpointName> =
  | { readonly ok: true; readonly reply: ReplyOf<Name> }
  | { readonly ok: false; readonly failure: CallFailure; readonly next: Next };

export interface JudgeContext {
  readonly settings: ServiceSettings;
  readonly masker: Masker;
  readonly now: Date;
}

/** Far more than a reply of the service has; a bound on what is printed of another one. */
const MOST_SHOWN = 100;

export const titleOf = (name: EndpointName) => ENDPOINTS[name].title;

export function failureList(failures: readonly ServiceFailure[]): string {
  const texts = [...new Set(failures.map(failureText))];
  const more = texts.length - MOST_SHOWN;
  return `${texts.slice(0, MOST_SHOWN).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}

/** A JSON reply as an object. An empty list means an empty object, as some languages write it. */
export function readBody(text: string, asWritten: boolean): JsonObject | undefined {
  const json = text.replace(/^\ufeff/, '');
  const value = (asWritten ? readWrittenJson(json) : readJson(json))?.value;
  if (Array.isArray(value) && value.length === 0) return {};
  return isObject(value) ? value : undefined;
}
