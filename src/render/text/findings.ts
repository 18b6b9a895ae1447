import type { Finding } from '../../model/change/plan.js';
import { layout, painter, usableWidth } from '../characters/paint.js';
import { visible } from '../characters/visible.js';
import type { TextLayout } from './changes.js';

/** Guardrail findings: rule, address, place and value, and what lets them pass. */
export function renderFindings(
  findings: readonly Finding[],
  options: { readonly color: boolean; readonly width: number },
): string {
  const paint = painter(options.color);
  const width = usableWidth(options.width);
  const stopping = findings.filter((finding) => !finding.allowed);
  const rules = [...new Set(stopping.map((finding) => finding.rule))];
  const lines = [paint('Guardrails', 'heading')];
  if (stopping.length > 0) {
    const flags = rules.map((rule) => `--allow ${rule}`).join(' ');
    lines.push(
      ...layout(
        [{ text: `  Apply will not start. If this is meant: ${visible(flags)}`, style: 'quiet' }],
        width,
        2,
        paint,
      ),
    );
  }
  for (const finding of findings) lines.push(...findingLines(finding, { width, paint }));
  return lines.join('\n');
}

/** One finding: its rule, where, and what was found. */
export function findingLines(
  { rule, address, source, detail, allowed }: Finding,
  { width, paint }: TextLayout,
): string[] {
  const place = source === undefined ? '' : `  ${visible(source.file)}:${source.line}`;
  return [
    ...layout(
      [
        { text: '    ' },
        allowed ? { text: `✓ ${visible(rule)}`, style: 'done' } : { text: `✗ ${visible(rule)}`, style: 'error' },
        { text: address === undefined ? '' : `  ${visible(address)}` },
        { text: place, style: 'quiet' },
        { text: allowed ? '  allowed' : '', style: 'quiet' },
      ],
      width,
      8,
      paint,
    ),
    ...layout([{ text: `        ${visible(detail)}` }], width, 8, paint),
  ];
}
