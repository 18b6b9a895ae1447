import type { RemoteReference, RemoteRule, WebAnswer, WebPort } from '../../model/index.js';
import { WebProblem } from '../../model/index.js';
import { orList } from '../../schema/or-list.js';
import type { SectionPart } from '../check/entries.js';
import { writtenPath } from '../check/entries.js';
import { inDocument, type Report } from '../source/report.js';
import { quoted } from '../source/suggest.js';

const AT_ONCE = 4;
const SECONDS_EACH = 10;
const SECONDS_IN_ALL = 120;
const MOST_REDIRECTS = 5;

/** What servers say of a file that they know nothing about. */
const ANY_TYPE: ReadonlySet<string> = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

/** What could be found out about one address. */
type Seen = { readonly bytes: number | undefined; readonly type: string } | { readonly problem: string };

/**
 * Looks at every file on the web that the parts refer to, each address once: its size and its type, never its content.
 * What cannot be reached is a warning, as it says nothing of the file; the whole is bounded in time.
 */
export async function checkRemoteFiles(parts: readonly SectionPart[], web: WebPort, report: Report): Promise<void> {
  const end = AbortSignal.timeout(SECONDS_IN_ALL * 1000);
  const seen = new Map<string, Promise<Seen>>();
  const work = parts.flatMap((part) =>
    (part.section.remotes?.(part.value) ?? []).map((reference) => async () => {
      let pending = seen.get(reference.url);
      if (pending === undefined) {
        pending = look(web, reference.url, end);
        seen.set(reference.url, pending);
      }
      judge(part, reference, await pending, report);
    }),
  );
  const next = work.values();
  const worker = async () => {
    for (const task of next) await task();
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, work.length) }, worker));
}

function judge(part: SectionPart, { path, url, rule }: RemoteReference, seen: Seen, report: Report): void {
  const tell = (code: Parameters<typeof inDocument>[1], detail: string) =>
    report(inDocument(part.document, code, writtenPath(part, path), { detail: `${quoted(url)}: ${detail}` }));
  if ('problem' in seen) return tell('remote-not-checked', seen.problem);
  const { bytes, type } = seen;
  if (bytes === undefined) tell('remote-not-checked', 'the server does not say how large it is.');
  else if (bytes > rule.maxBytes) {
    tell('remote-bytes', `it has ${bytes} bytes; at most ${rule.maxBytes} are taken.`);
  }
  if (!isTaken(type, rule)) {
    tell('remote-type', `the server says it is ${quoted(type)}, not ${orList(rule.types)}.`);
  }
}

function isTaken(type: string, { types }: RemoteRule): boolean {
  return ANY_TYPE.has(type) || types.includes(type);
}

async function look(web: WebPort, address: string, end: AbortSignal): Promise<Seen> {
  // What is not an address was reported with the other texts.
  if (!URL.canParse(address)) return { problem: 'it is not an address that can be requested.' };
  const signal = AbortSignal.any([end, AbortSignal.timeout(SECONDS_EACH * 1000)]);
  try {
    const url = new URL(address);
    const head = await follow(web, 'HEAD', url, signal);
    if (isGood(head) && bytesOf(head) !== undefined) return facts(head);
    // Signed links answer 403 to HEAD, and some servers give no length: one byte tells both.
    const first = await follow(web, 'GET', url, signal, 'bytes=0-0');
    return isGood(first) ? facts(first) : { problem: `the server answers ${first.status}.` };
  } catch (error) {
    if (error instanceof WebProblem) return { problem: error.message };
    throw error;
  }
}

const isGood = ({ status }: WebAnswer) => status >= 200 && status < 300;

function facts(answer: WebAnswer): Seen {
  const type = answer.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  return { bytes: bytesOf(answer), type };
}

/** The size of the whole file, also where only one byte of it was asked for. */
function bytesOf({ status, headers }: WebAnswer): number | undefined {
  const text = status === 206 ? /\/(\d{1,15})$/.exec(headers['content-range'] ?? '')?.[1] : headers['content-length'];
  return text === undefined || !/^\d{1,15}$/.test(text) ? undefined : Number(text);
}

async function follow(
  web: WebPort,
  method: 'HEAD' | 'GET',
  start: URL,
  signal: AbortSignal,
  range?: string,
): Promise<WebAnswer> {
  let url = start;
  for (let hop = 0; hop <= MOST_REDIRECTS; hop++) {
    const answer = await web.ask(method, url, { signal, ...(range !== undefined && { range }) });
    const target = answer.headers['location'];
    if (answer.status < 300 || answer.status >= 400 || target === undefined) return answer;
    if (!URL.canParse(target, url.href))
      throw new WebProblem(`it redirects to ${quoted(target)}, which is not an address.`);
    url = new URL(target, url.href);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new WebProblem(`it redirects to a ${url.protocol} address.`);
    }
  }
  throw new WebProblem(`it redirects more than ${MOST_REDIRECTS} times.`);
}
