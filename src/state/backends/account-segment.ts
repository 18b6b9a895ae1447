/**
 * An account's name as one part of a path or of a git ref: letters, digits, `_` and `-` as they are, everything else
 * percent-encoded, so that no name can climb out of the folder or form a ref that git refuses.
 */
export function accountSegment(account: string): string {
  return account.replace(/[^A-Za-z0-9_-]/gu, (character) =>
    [...Buffer.from(character, 'utf8')].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
}
