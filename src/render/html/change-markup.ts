import type { Change, FieldChange } from '../../model/change/plan.js';
import { visible } from '../characters/visible.js';
import { type WordPart, wordDiff } from '../characters/word-diff.js';
import { changeView } from '../view/change-view.js';
import { type FieldView, leafSides } from '../view/field-view.js';
import { spentWords } from '../view/impact-view.js';
import { DRIFT, SIDE_WORDS, SIGNS } from '../view/wording.js';
import { drawnMarkup } from './drawing-markup.js';
import { webLink } from './link.js';
import { html, type Markup } from './markup.js';
import { costOf, type ListItem, type PageChanges } from './page-changes.js';

export function itemMarkup(item: ListItem, page: PageChanges): Markup {
  if ('section' in item) {
    const { title, intro, uncounted } = item.section;
    return html`<h2>${title}</h2>${intro && html`<p class="quiet">${prose(intro)}</p>`}${uncounted > 0 && html`<p class="quiet">… and ${uncounted} more, remembered by id only</p>`}`;
  }
  if ('heading' in item) return html`<h3>${item.heading} <span class="quiet">(${item.count})</span></h3>`;
  return changeMarkup(item.change, page, item.apart === true);
}

/** A sentence, with commands in the letters of code. */
export const prose = (text: string) =>
  html`${text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;

/** Where a change is in the page. */
export const anchorOf = (address: string) => visible(address);
export const linkTo = (address: string) => `#${encodeURIComponent(anchorOf(address))}`;

/** A change as its text has it, its three values side by side, and how it looks. */
function changeMarkup(change: Change, page: PageChanges, isApart: boolean): Markup {
  const view = changeView(change, page.setting);
  const [head] = view.heads;
  const found = page.findings.get(change.address) ?? [];
  const cost = isApart ? costOf(change, page) : undefined;
  const drawn = page.drawn.get(change);
  const remark = (text: string) => html`<span class="mark ${text === DRIFT && 'mark-drift'}">${text}</span>`;
  const label = (name: string, text: string | undefined) =>
    text === undefined ? undefined : html`<tr><th scope="row">${name}</th><td>${prose(text)}</td></tr>`;
  return html`<article class="change is-${change.action}" id="${anchorOf(change.address)}" tabindex="-1">
<h4><span class="sign" aria-hidden="true">${SIGNS[change.action]}</span> <span class="action">${change.action}</span> <a class="code anchor" href="${linkTo(change.address)}">${change.address}</a>${head?.title !== undefined && html` <b>${head.title}</b>`}${head?.id !== undefined && html` <span class="quiet">id ${head.id}</span>`}${head?.place !== undefined && html` <span class="quiet code">${head.place}</span>`} ${head?.remarks.map(remark)}${found.map(({ rule, allowed }) => html`<span class="mark ${allowed ? 'mark-allowed' : 'mark-finding'}">${allowed ? '✓' : '✗'} ${rule}</span>`)}${cost !== undefined && html` <span class="mark">its group ${spentWords(cost)}</span>`}</h4>
<table class="fields"><tbody>${view.fields.map(fieldMarkup)}${label('known', view.known)}${label('review', view.review)}${label('why', view.reason)}${label('to do', view.todo)}${label('attempt', view.attempt)}${label('accepted', view.accepted)}</tbody></table>
${drawn !== undefined && drawnMarkup(drawn, page.images)}${change.fields.length > 0 && sidesMarkup(change, page)}
</article>
`;
}

function fieldMarkup(field: FieldView): Markup {
  const notes = field.notes.length > 0 && html` <span class="quiet">(${field.notes.join('; ')})</span>`;
  return html`<tr><th scope="row">${field.path}</th><td>${valueMarkup(field)}${notes}</td></tr>`;
}

const gone = (text: string) => html`<del>${text}</del>`;
const added = (text: string) => html`<ins>${text}</ins>`;

const wordsMarkup = (parts: readonly WordPart[]) =>
  html`${parts.map(({ kind, text }) => (kind === 'gone' ? gone(text) : kind === 'new' ? added(text) : text))}`;

/** Texts from here on are read better with what differs marked. */
const LONG = 33;

/** What an apply would do to a long text that someone changed. */
function driftMarkup(values: readonly { readonly label: string; readonly value: string }[]): Markup | undefined {
  const of = (side: string) => values.find(({ label }) => label === side)?.value ?? '';
  const [live, manifest] = [of(SIDE_WORDS.observed), of(SIDE_WORDS.desired)];
  if (Math.min(live.length, manifest.length) < LONG || live === manifest) return undefined;
  return html`<br><span class="quiet">${SIDE_WORDS.observed} → ${SIDE_WORDS.desired}</span> ${wordsMarkup(wordDiff(live, manifest))}`;
}

function valueMarkup(field: FieldView): Markup {
  switch (field.form) {
    case 'value':
      return html`${field.value}`;
    case 'edit':
      return html`${gone(field.from)} → ${added(field.to)}`;
    case 'words':
      return wordsMarkup(field.parts);
    case 'items':
      return html`${field.gone.map((item) => html`${gone(`-${item}`)} `)}${field.added.map((item) => html`${added(`+${item}`)} `)}`;
    case 'labelled':
      return html`${field.values.map(({ label, value }, index) => html`${index > 0 && ' · '}<span class="quiet">${label}</span> ${value}`)}${driftMarkup(field.values)}`;
  }
}

/** Every value on its three sides. What is closed is in the page all the same, for readers without scripts. */
function sidesMarkup(change: Change, { setting }: PageChanges): Markup {
  const { desired, prior, observed } = SIDE_WORDS;
  const rows = change.fields.flatMap((field: FieldChange) => leafSides(change, field, setting.ruleOf));
  const cell = (text: string | undefined) => html`<td>${text === undefined ? '–' : webLink(text)}</td>`;
  return html`<details class="sides"><summary>${desired}, ${prior}, ${observed}</summary><table><thead><tr><th scope="col">field</th><th scope="col">${desired}</th><th scope="col">${prior}</th><th scope="col">${observed}</th></tr></thead><tbody>${rows.map(
    ({ path, sides }) =>
      html`<tr><th scope="row">${path}</th>${cell(sides.desired)}${cell(sides.prior)}${cell(sides.observed)}</tr>`,
  )}</tbody></table></details>`;
}
