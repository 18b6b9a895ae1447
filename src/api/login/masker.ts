import { maskNamedSecrets, maskTokens } from '../../contract/index.js';

/**
 * Takes secrets out of any text that people or files may see: those that are known, and what is named like one or looks
 * like one.
 */
export interface Masker {
  /** Learns a secret (a key, a password, a token). Text of fewer than four characters would also match by chance. */
  add(secret: string | undefined): void;
  mask(text: string): string;
}

const MASK = '***';
const SHORTEST = 4;

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

const eitherCase = (hex: string) => hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

/** One character however a service or a log may echo it: plain, percent-encoded once or more often, escaped in JSON. */
function spellings(character: string): string {
  const bytes = [...Buffer.from(character)].map((byte) => eitherCase(byte.toString(16).padStart(2, '0')));
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const ways = [
    literally(character),
    bytes.map((byte) => `%(?:25)*${byte}`).join(''),
    units.map((unit) => `\\\\+u${eitherCase(unit.toString(16).padStart(4, '0'))}`).join(''),
  ];
  if (character === ' ') ways.push('\\+');
  // First, or of an escaped backslash one half would stay.
  if ('"\\/'.includes(character)) ways.unshift(`\\\\+${literally(character)}`);
  return `(?:${ways.join('|')})`;
}

const pattern = (secret: string) => Array.from(secret, spellings).join('');

function expressionOf(known: ReadonlySet<string>): RegExp {
  // The longest first, or a secret that begins like another would leave its end behind.
  const longestFirst = [...known].sort((a, b) => b.length - a.length);
  return new RegExp(longestFirst.map(pattern).join('|'), 'g');
}

export function createMasker(secrets: readonly (string | undefined)[] = []): Masker {
  const known = new Set<string>();
  let expression: RegExp | undefined;

  const masker: Masker = {
    add(secret) {
      if (secret === undefined || secret.length < SHORTEST || known.has(secret)) return;
      known.add(secret);
      known.add(Buffer.from(secret).toString('base64'));
      expression = undefined;
    },
    mask(text) {
      if (known.size === 0) return maskTokens(maskNamedSecrets(text));
      // Made when there is something to mask: most runs have secrets and no text that needs it.
      expression ??= expressionOf(known);
      return maskTokens(maskNamedSecrets(text.replace(expression, MASK)));
    },
  };
  for (const secret of secrets) masker.add(secret);
  return masker;
}
