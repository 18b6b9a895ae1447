import { plural } from '../../model/text/plural.js';
import type { AccountRow } from '../text/accounts.js';
import { fenced, inlineName } from './fence.js';
import { bytesOf } from './fit.js';
import { markdownLimit, marker, setName } from './page.js';

export interface AccountsMarkdown {
  /** Which accounts, in words: `accounts brand-*`. */
  readonly title: string;
  /** Digest over the plans of all accounts. */
  readonly digest: string;
  readonly rows: readonly AccountRow[];
  /** What each account that has something to say has to say, as a part of the comment. */
  readonly parts: readonly { readonly account: string; readonly text: string }[];
}

/** Room for the line that counts what is not shown. */
const LAST_LINE = 200;
const LONGEST_WORST = 80;

/** The plans of several accounts as one comment: an index that names every account, then as many of their plans as fit. */
export function renderAccountsMarkdown(
  { title, digest, rows, parts }: AccountsMarkdown,
  options: { readonly limit?: number } = {},
): string {
  const limit = markdownLimit(options.limit);
  const head = [
    marker(setName(title)),
    `### Adwright plans for \`${setName(title)}\``,
    '',
    `Digest: \`${inlineName(digest)}\``,
    '',
  ];
  const lines = [...head, ...indexThatFits(rows, limit - bytesOf(head) - LAST_LINE)];
  let left = limit - bytesOf(lines) - LAST_LINE;
  let hidden = 0;
  for (const { text } of parts) {
    const part = ['', ...text.trimEnd().split('\n')];
    const cost = bytesOf(part);
    if (cost > left) {
      hidden++;
      continue;
    }
    left -= cost;
    for (const line of part) lines.push(line);
  }
  if (hidden > 0)
    lines.push(
      '',
      `The plans of ${plural(hidden, 'account')} are not shown: the text would be longer than ${limit} bytes.`,
    );
  return `${lines.join('\n')}\n`;
}

/** The index with as much about each account as there is room for; every account is named in any case. */
function indexThatFits(rows: readonly AccountRow[], room: number): readonly string[] {
  const forms = [
    rows.map(
      ({ account, exitCode, counts, cost, worst = '' }) =>
        `${account}: ${exitCode}, ${counts}${cost === undefined ? '' : `, the groups touched spent ${cost} yuan`}${worst === '' ? '' : `; ${cut(worst)}`}`,
    ),
    rows.map(({ account, exitCode, counts }) => `${account}: ${exitCode}, ${counts}`),
    rows.map(({ account, exitCode }) => `${account}: ${exitCode}`),
  ];
  for (const form of forms) {
    const index = ['```', ...form.map(fenced), '```'];
    if (bytesOf(index) <= room) return index;
  }
  return ['```', fenced(rows.map(({ account }) => account).join(' ')), '```'];
}

const cut = (text: string) => {
  const line = text.replaceAll('\n', ' ');
  return line.length > LONGEST_WORST ? `${line.slice(0, LONGEST_WORST - 1)}…` : line;
};
