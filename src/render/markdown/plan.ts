import type { Plan } from '../../model/change/plan.js';
import { plural } from '../../model/text/plural.js';
import { addressColumns, changeLines, foldPieces } from '../text/changes.js';
import { countLine } from '../text/diagnostics.js';
import { findingLines } from '../text/findings.js';
import { impactTable } from '../text/impact.js';
import { COST, type ImpactView } from '../view/impact-view.js';
import { type GroupView, planView, type SectionView, type ViewOptions } from '../view/view.js';
import { MOVED } from '../view/wording.js';
import { diagnosticsBlock } from './failure.js';
import { fenced, inlineName } from './fence.js';
import { bytesOf, fitBlocks, type MarkdownBlock, type MarkdownItem } from './fit.js';
import { LAST_LINE_BYTES, markdownLimit, notShown, PAGE, planMarker } from './page.js';

export interface PlanMarkdownOptions extends ViewOptions {
  /** Most bytes (and so most characters) of the whole text; 65,536 is where GitHub cuts a comment. At least 2,000. */
  readonly limit?: number;
  /** A part of a comment about several accounts: it has no marker and no digest of its own. */
  readonly part?: boolean;
}

/** Sections that a reader must see come first and open; long lists can be opened. */
const OPEN_SECTIONS: ReadonlySet<SectionView['name']> = new Set(['blocked', 'unresolved']);

/**
 * The plan as a comment on a pull request, for GitHub and GitLab: first the counts, then all that needs a person, then
 * the changes, and last how many of them are not shown. The first line is a marker by which a script finds the comment
 * to update.
 */
export function renderPlanMarkdown(plan: Plan, options: PlanMarkdownOptions = {}): string {
  const limit = markdownLimit(options.limit);
  const view = planView(plan, options);
  const stopping = view.findings.filter((finding) => !finding.allowed).length;
  const account = inlineName(plan.account);
  const head = [
    ...(options.part === true ? [] : [planMarker(plan.account)]),
    `### Adwright plan for account ${account}`,
    '',
    `**${view.summary}**`,
    ...(view.impact === undefined ? [] : ['', view.impact.sentences]),
    ...(stopping > 0 ? ['', `**${plural(stopping, 'guardrail finding')}: apply will not start** unless allowed.`] : []),
    ...(view.diagnostics.length > 0 ? ['', `**${countLine(view.diagnostics)}**`] : []),
    '',
    ...(options.part === true
      ? []
      : [
          `Digest: \`${inlineName(plan.digest)}\` · made ${inlineName(plan.createdAt)}${plan.unread === true ? ', without reading the service' : ''}`,
        ]),
  ];
  const sections = [...view.sections].sort(
    (a, b) => Number(OPEN_SECTIONS.has(b.name)) - Number(OPEN_SECTIONS.has(a.name)),
  );
  const blocks: MarkdownBlock[] = [];
  if (view.findings.length > 0) {
    blocks.push({
      open: ['', '#### Guardrails', '', '```'],
      items: view.findings.map((finding) => one(findingLines(finding, PAGE).map(fenced))),
      total: view.findings.length,
      close: ['```'],
    });
  }
  if (view.diagnostics.length > 0) {
    blocks.push(diagnosticsBlock(view.diagnostics));
  }
  if (view.moves.length > 0) {
    blocks.push({
      open: ['', `#### ${MOVED}`, '', '```'],
      items: view.moves.map((move) => one([fenced(move)])),
      total: view.moves.length,
      close: ['```'],
    });
  }
  for (const section of sections) blocks.push(sectionBlock(section));
  if (view.impact !== undefined && view.impact.rows.length > 0) blocks.push(impactBlock(view.impact));
  const { lines, hidden } = fitBlocks(blocks, limit - bytesOf(head) - LAST_LINE_BYTES);
  return `${[...head, ...lines, ...notShown(hidden, limit)].join('\n')}\n`;
}

const one = (lines: readonly string[]): MarkdownItem => ({ lines, count: 1 });

/** The cost by group. */
function impactBlock({ rows }: ImpactView): MarkdownBlock {
  const [head = '', ...lines] = impactTable(rows, PAGE.width).map(fenced);
  return {
    open: ['', `<details><summary>${COST} by group (${rows.length})</summary>`, '', '```', head],
    items: lines.map((line) => one([line])),
    total: rows.length,
    close: ['```', '', '</details>'],
  };
}

function sectionBlock(section: SectionView): MarkdownBlock {
  const total = section.groups.reduce((sum, group) => sum + group.count, section.uncounted);
  const items = sectionItems(section);
  const intro = section.intro === undefined ? [] : ['', section.intro];
  if (OPEN_SECTIONS.has(section.name)) {
    return { open: ['', `#### ${section.title} (${total})`, ...intro, '', '```diff'], items, total, close: ['```'] };
  }
  const open = ['', `<details><summary>${section.title} (${total})</summary>`, ...intro, '', '```diff'];
  return { open, items, total, close: ['```', '', '</details>'] };
}

function* sectionItems(section: SectionView): Generator<MarkdownItem> {
  for (const group of section.groups) {
    let title = [fenced(`@@ ${group.title} (${group.count}) @@`)];
    for (const { lines, count } of groupPieces(group)) {
      // Without its indent the sign comes first, where a diff gives it its colour.
      yield { lines: [...title, ...lines.map((line) => fenced(line.replace(/^ {4}/, '')))], count };
      title = [];
    }
  }
  const { uncounted } = section;
  if (uncounted > 0) yield { lines: [fenced(`… and ${uncounted} more, remembered by id only`)], count: uncounted };
}

function* groupPieces(group: GroupView): Generator<MarkdownItem> {
  for (const fold of group.folds) yield* foldPieces(fold, PAGE);
  const columns = addressColumns(group);
  for (const change of group.changes) yield { lines: changeLines(change, columns, PAGE), count: change.heads.length };
}
