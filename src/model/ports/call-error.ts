import type { ItemError } from '../change/result.js';
import type { CallFailure } from './ports.js';

/** The code that all of these share, if they do. */
export function sharedCode(failures: readonly { readonly code?: string | undefined }[]): string | undefined {
  const [first, ...more] = failures;
  return more.every(({ code }) => code === first?.code) ? first?.code : undefined;
}

/** A failed call as the error of each of its items. */
export function errorOfCall({ failures, message }: CallFailure): ItemError {
  const code = sharedCode(failures);
  return { ...(code !== undefined && { code }), message };
}
