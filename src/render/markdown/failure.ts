import { type Diagnostic, sortDiagnostics } from '../../diagnostics/diagnostic.js';
import { countLine, renderDiagnostics } from '../text/diagnostics.js';
import { fenced, inlineName } from './fence.js';
import { bytesOf, fitBlocks, type MarkdownBlock, type MarkdownItem } from './fit.js';
import { LAST_LINE_BYTES, markdownLimit, notShown, PAGE, planMarker } from './page.js';

/** Why there is no plan, as a comment in place of the plan's: the same marker, so that it is updated like one. */
export function renderFailureMarkdown(
  account: string,
  diagnostics: readonly Diagnostic[],
  options: { readonly limit?: number; readonly part?: boolean } = {},
): string {
  const limit = markdownLimit(options.limit);
  const head = [
    ...(options.part === true ? [] : [planMarker(account)]),
    `### Adwright has no plan for account ${inlineName(account)}`,
    '',
    `**${countLine(diagnostics)}**`,
  ];
  const { lines, hidden } = fitBlocks([diagnosticsBlock(diagnostics)], limit - bytesOf(head) - LAST_LINE_BYTES);
  return `${[...head, ...lines, ...notShown(hidden, limit)].join('\n')}\n`;
}

/** Errors and warnings as code frames in a fence. */
export function diagnosticsBlock(diagnostics: readonly Diagnostic[]): MarkdownBlock {
  return {
    open: ['', '#### Errors and warnings', '', '```'],
    items: frames(diagnostics),
    total: diagnostics.length,
    close: ['```'],
  };
}

function* frames(diagnostics: readonly Diagnostic[]): Generator<MarkdownItem> {
  for (const one of sortDiagnostics(diagnostics)) {
    const text = renderDiagnostics([one], { color: false, width: PAGE.width });
    yield { lines: text.split('\n').slice(0, -2).map(fenced), count: 1 };
  }
}
