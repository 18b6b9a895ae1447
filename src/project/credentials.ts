import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { LocatedDocument } from '../manifest/source/located-document.js';
import { isPlainMap } from '../manifest/source/plain-map.js';
import type { Report } from '../manifest/source/report.js';
import { inDocument } from '../manifest/source/report.js';
import { quoted } from '../manifest/source/suggest.js';
import type { FieldPath } from '../model/index.js';

const CREDENTIAL_KEY =
  /^(?:adwright_?)?(?:.*[-_])?(?:api_?-?key|api_?-?secret|secret(?:_?key)?|(?:access|api|auth|bearer|refresh)?_?-?token|passwd|password|passphrase|pwd|user_?-?name|user|credentials?|private_?-?key)$/i;

/** The form of names of accounts and of groups of credentials. */
const GROUP = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;

/** What `login.password` takes: the name of a scheme. */
const PASSWORD_SCHEMES: ReadonlySet<unknown> = new Set(['encrypted', 'aes-128-cbc-md5']);

/** Finds keys and values that look like credentials. What they hold is never repeated. */
export function reportCredentials(document: LocatedDocument, report: Report): void {
  walk(document, document.value, [], report);
}

function walk(document: LocatedDocument, value: unknown, path: FieldPath, report: Report): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) walk(document, item, [...path, index], report);
    return;
  }
  if (!isPlainMap(value)) return;
  for (const [key, inside] of Object.entries(value)) {
    const here = [...path, key];
    // The names of accounts are free.
    const isName = path.length === 1 && path[0] === 'accounts';
    const isScheme = key === 'password' && path.at(-1) === 'login';
    // A name of variables; what has another form is refused where settings are read.
    const isGroup = key === 'credentials' && path.length === 2 && path[0] === 'accounts' && typeof inside === 'string';
    if (isGroup && GROUP.test(inside)) continue;
    if (isScheme) {
      if (inside === null || isPlainMap(inside) || PASSWORD_SCHEMES.has(inside)) continue;
      tell(
        document,
        here,
        '"login.password" names the scheme: encrypted or aes-128-cbc-md5. Never the password.',
        report,
      );
    } else if (!isName && CREDENTIAL_KEY.test(key)) {
      tell(document, here, `The key ${quoted(key)} looks like one.`, report);
    } else if (key === 'baseUrl' && typeof inside === 'string' && /^[a-z]+:\/\/[^/?#]*@/i.test(inside)) {
      tell(document, here, 'The address holds a user name or password in front of an "@".', report);
    } else walk(document, inside, here, report);
  }
}

function tell(document: LocatedDocument, path: FieldPath, detail: string, report: Report): void {
  report(inDocument(document, 'credential-in-project', path, { detail, onKey: true }));
}

const SECRET_LINE = /passw|pwd|secret|token|api[-_]?key|:\/\/[^/?#\s]*@/i;

/** A line that may hold a secret is not shown, nor is anything that may quote it. */
export function withoutSecrets(one: Diagnostic): Diagnostic {
  const { excerpt, ...rest } = one;
  if (one.code === 'credential-in-project') return rest;
  if (excerpt === undefined || !SECRET_LINE.test(excerpt)) return one;
  const { detail: _, ...bare } = rest;
  return bare;
}

/** Other faults of a line with a credential say nothing more, and might repeat it. */
export function dropFollowUps(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const lines = new Set<number | undefined>();
  for (const { code, source } of diagnostics) if (code === 'credential-in-project') lines.add(source?.line);
  return diagnostics.filter(({ code, source }) => code === 'credential-in-project' || !lines.has(source?.line));
}
