/**
 * Finds secrets in a text by where they are written, whatever their value: apiKey and accessToken in headers, passwd in
 * the login, and what services, gateways and languages call such things.
 */
const NAME =
  '(?:token|passwd|password|passphrase|pwd|secret|api[-_ ]?key|authorization|cookie|credentials?|(?:private|secret|session)[-_ ]?key|session[-_ ]?id|密码|口令|令牌|密钥)s?';

/** A quote: plain, escaped in JSON however often, or percent-encoded. */
const QUOTE = `(?:\\\\{0,8}["']|%(?:25)*2[27])`;
const SEPARATOR = '(?:=>|[:=：＝]|%(?:25)*3[aAdD])';

/** A value in quotes or brackets, to what ends it or to the end of a text that was cut short; or one word. */
const VALUE = [
  `(?<open>(?<escape>\\\\+)(?<quote>["']))(?:(?!(?<!\\\\)\\k<escape>\\k<quote>)[^])*`,
  `"(?:[^"\\\\]|\\\\[^])*`,
  `'(?:[^'\\\\]|\\\\[^])*`,
  '\\[[^\\]]*',
  '\\{[^}]*',
  `(?:(?:bearer|basic|digest|token)\\s+)?[^\\s&;,"'<>{}()\\[\\]\\\\]+`,
].join('|');

const form = (before: string, value = VALUE) => new RegExp(`(?<before>${before})(?<value>${value})`, 'gi');

const FORMS: readonly RegExp[] = [
  // https://user:password@host
  form('://[^\\s/?#@:]{0,200}:', '[^\\s/?#@]+(?=@)'),
  // <accessToken>value</accessToken>, <string name="token">value</string>, and with CDATA.
  form(`<[^<>]{0,200}?${NAME}[^<>]{0,200}>\\s*<!\\[CDATA\\[`, '(?:(?!\\]\\]>)[^])+'),
  form(`<(?!/)[^<>]{0,200}?${NAME}[^<>]{0,200}(?<!/)>\\s*`, '(?!<)[^<]+'),
  // {"name": "accessToken", "value": "…"}, <input name="token" value="…">
  form(`${NAME}${QUOTE}\\s*,?\\s*${QUOTE}?value${QUOTE}?\\s*${SEPARATOR}\\s*`),
  // ["accessToken", "…"], as lists of headers are written. A name that follows is that of another member.
  form(`${NAME}${QUOTE}\\s*,\\s*(?=\\\\{0,8}["'])(?!${QUOTE}[^"'\\\\]*${QUOTE}\\s*:)`),
  // "accessToken": "…", accessToken=…, accessToken: …, [token] => …
  form(`${NAME}(?:${QUOTE}|\\]){0,2}\\s*${SEPARATOR}\\s*(?:string\\(\\d+\\)\\s*)?(?:%(?:25)*2[27])?`),
];

/** What opened the value stays, so that the text can still be read. */
const opening = (value: string) => /^(?:\\*["']|[[{])/.exec(value)?.[0] ?? '';

/** Takes out the values of what is named like a secret, in JSON, XML, forms and headers. */
export function maskNamedSecrets(text: string): string {
  return FORMS.reduce(
    (masked, one) =>
      masked.replace(one, (...found) => {
        const { before = '', value = '' } = found.at(-1) as Readonly<Record<string, string | undefined>>;
        return `${before}${opening(value)}***`;
      }),
    text,
  );
}

const LONG = /eyJ[\w-]{6,}(?:\.[\w-]*)*|[A-Za-z\d+=_-]{24,}/g;
const PIECES = /[A-Z]?[a-z]+|[A-Z]+|\d+/g;
/** Words, names in camel case and numbers are made of longer pieces. */
const SHORT_PIECES = 3;

function isRandom(text: string): boolean {
  if (text.startsWith('eyJ')) return true;
  if (!/\d/.test(text) || !/[A-Za-z]/.test(text)) return false;
  const pieces = text.match(PIECES) ?? [];
  return pieces.join('').length < SHORT_PIECES * pieces.length;
}

/** Takes out what looks like a token, wherever it is. For texts of a service: ours hold digests, which look the same. */
export function maskTokens(text: string): string {
  return text.replace(LONG, (found) => (isRandom(found) ? '***' : found));
}
