/** Takes secrets out of any text that people or files may see. */
export interface Masker {
  /** Learns a secret (a key, a password, a token). Text of fewer than four characters cannot be told from chance. */
  add(secret: string | undefined): void;
  mask(text: string): string;
}

const MASK = '***';
const SHORTEST = 4;

const escapeExpression = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** Percent signs may be followed by hex digits of either case, whoever encoded. */
const pattern = (text: string) =>
  escapeExpression(text).replace(
    /%([0-9A-F])([0-9A-F])/g,
    (_, high: string, low: string) => `%[${high}${high.toLowerCase()}][${low}${low.toLowerCase()}]`,
  );

/** Half a surrogate pair would make encodeURIComponent throw. */
const wellFormed = (text: string) => Buffer.from(text).toString();

function encodeEveryByte(secret: string): string {
  return encodeURIComponent(wellFormed(secret)).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The forms in which a service or a log may echo a secret: plain, URL-encoded, form-encoded, inside JSON, as base64. */
function* spellings(secret: string): Generator<string> {
  const encoded = encodeEveryByte(secret);
  yield secret;
  yield encoded;
  yield encodeURIComponent(wellFormed(secret));
  yield encoded.replaceAll('%20', '+');
  yield encodeEveryByte(encoded);
  yield JSON.stringify(secret).slice(1, -1);
  yield Buffer.from(secret).toString('base64');
}

export function createMasker(secrets: readonly (string | undefined)[] = []): Masker {
  const known = new Set<string>();
  let expression: RegExp | undefined;

  const masker: Masker = {
    add(secret) {
      if (secret === undefined || secret.length < SHORTEST || known.has(secret)) return;
      for (const spelling of spellings(secret)) known.add(spelling);
      // The longest first, or a secret that begins like another would leave its end behind.
      const longestFirst = [...known].sort((a, b) => b.length - a.length);
      expression = new RegExp(longestFirst.map(pattern).join('|'), 'g');
    },
    mask: (text) => (expression === undefined ? text : text.replace(expression, MASK)),
  };
  for (const secret of secrets) masker.add(secret);
  return masker;
}
