import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { DIAGNOSTIC_CODES } from '../../diagnostics/codes.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { sortDiagnostics } from '../../diagnostics/diagnostic.js';
import { heldUp } from '../../model/change/held-up.js';
import type { Change, Finding, Plan } from '../../model/change/plan.js';
import { groupBy } from '../../model/kind/group-by.js';
import { countLine, placeText } from '../text/diagnostics.js';
import { changeSetting } from '../view/change-view.js';
import { COST, type ImpactView } from '../view/impact-view.js';
import { whatPasses } from '../view/sort-changes.js';
import { planHead, type ViewOptions } from '../view/view.js';
import { kindTitle, MOVED } from '../view/wording.js';
import type { PageAssets } from './assets.js';
import { itemMarkup, linkTo, prose } from './change-markup.js';
import { imageStore } from './drawing-markup.js';
import { html, type Markup } from './markup.js';
import { type Drawn, type PageChanges, type PageImage, pageItems } from './page-changes.js';
import { renderPage } from './page-frame.js';
import { planData } from './plan-data.js';

/** So many changes are there for readers without scripts. */
export const PLAIN_CHANGES = 200;

/** An image that is part of the page: its text as a data URI. */
export interface EmbeddedImage {
  readonly uri: string;
  readonly width: number;
  readonly height: number;
}

export interface PlanPageOptions extends ViewOptions {
  /** How changes look, of those that can be drawn. */
  readonly drawn?: ReadonlyMap<Change, Drawn>;
  /** By SHA-256 of the file: the image, or why it is not drawn. */
  readonly images?: ReadonlyMap<string, EmbeddedImage | { readonly missing: string }>;
}

/** The plan as a page of one file, which works without a network, and without scripts for its first changes. */
export async function renderPlanPage(plan: Plan, options: PlanPageOptions, assets: PageAssets): Promise<string> {
  const changes = [...plan.changes];
  const setting = changeSetting(plan, heldUp(plan), options);
  const images = options.images ?? new Map();
  const page: PageChanges = {
    plan: { changes, summary: plan.summary },
    setting,
    kinds: options.kinds ?? [],
    ownerNames: options.ownerNames ?? new Map(),
    findings: findingsByAddress(plan.findings),
    drawn: options.drawn ?? new Map(),
    images: new Map([...images].map(([sha256, image]) => [sha256, sizeOf(image)])),
    costs: costsIn(plan),
  };
  const data = await packed(planData(page, plan));
  const embedded = new Map(
    [...images].flatMap(([sha256, image]) => ('uri' in image ? [[sha256, image] as const] : [])),
  );
  const body = html`<header>
${headMarkup(plan, planHead(plan, whatPasses(changes, setting), options))}</header>
${plan.changes.length > 0 && toolbar(page)}
<main id="changes">${plainItems(page)}</main>
<footer class="quiet"><p>Written by Adwright. This page holds data of the account: pass it on as you would the account’s own pages.</p></footer>
${embedded.size > 0 && imageStore(embedded)}`;
  const script = plan.changes.length > 0;
  return renderPage(
    {
      title: `Adwright plan: ${plan.account}`,
      body,
      ...(script && { script: 'plan-page', data: { 'plan-data': data } }),
    },
    assets,
  );
}

const sizeOf = (image: EmbeddedImage | { readonly missing: string }): PageImage =>
  'uri' in image ? { width: image.width, height: image.height } : image;

async function packed(data: unknown): Promise<string> {
  const bytes = await promisify(deflateRaw)(JSON.stringify(data), { level: 6 });
  return bytes.toString('base64');
}

function findingsByAddress(findings: readonly Finding[]): PageChanges['findings'] {
  const about = findings.flatMap(({ address, rule, allowed }) =>
    address === undefined ? [] : [{ address, rule, allowed }],
  );
  return new Map(
    [...groupBy(about, ({ address }) => address)].map(([address, own]) => [
      address,
      own.map(({ rule, allowed }) => ({ rule, allowed })),
    ]),
  );
}

function headMarkup(plan: Plan, head: ReturnType<typeof planHead>): Markup {
  return html`<h1>Adwright plan for account ${plan.account}</h1>
<p class="quiet">${head.heading}</p>
<p class="summary"><strong>${head.summary}</strong></p>
${head.reading !== undefined && html`<p>${head.reading}</p>\n`}<p class="quiet">Digest: <span class="code">${head.digest}</span></p>
${head.impact !== undefined && impactMarkup(head.impact)}${head.moves.length > 0 && html`<h2>${MOVED}</h2><ul>${head.moves.map((move) => html`<li>${move}</li>`)}</ul>`}${head.findings.length > 0 && findingsMarkup(head.findings)}${head.diagnostics.length > 0 && diagnosticsMarkup(head.diagnostics)}`;
}

/** So many groups are listed; each heading of the list names its own. */
const LISTED = 10;

function impactMarkup({ sentences, rows }: ImpactView): Markup {
  const shown = rows
    .slice(0, LISTED)
    .map(
      ({ name, id, cost, clicks, views, changes }) =>
        html`<tr><td>${name}</td><td>${id}</td>${[cost, clicks, views, changes].map((figure) => html`<td class="number">${figure}</td>`)}</tr>`,
    );
  const figures = ['cost', 'clicks', 'views', 'changes'].map(
    (name) => html`<th scope="col" class="number">${name}</th>`,
  );
  return html`<section><h2>${COST}</h2><p>${sentences}</p>${rows.length > 0 && html`<table><thead><tr><th scope="col">group</th><th scope="col">id</th>${figures}</tr></thead><tbody>${shown}</tbody></table>`}${rows.length > LISTED && html`<p class="quiet">… and ${rows.length - LISTED} more</p>`}</section>`;
}

/** By id and by address: what is made with an address only has no figures, and the other way round. */
function costsIn({ impact }: Plan): ReadonlyMap<string, string> {
  const costs = new Map<string, string>();
  for (const { id, address, cost } of impact?.groups ?? []) {
    if (cost === undefined || cost === null) continue;
    if (id !== undefined) costs.set(id, cost);
    if (address !== undefined) costs.set(address, cost);
  }
  return costs;
}

function findingsMarkup(findings: readonly Finding[]): Markup {
  const stopping = [...new Set(findings.filter(({ allowed }) => !allowed).map(({ rule }) => rule))];
  const flags = stopping.map((rule) => `--allow ${rule}`).join(' ');
  return html`<section class="findings"><h2>Guardrails</h2>
${stopping.length > 0 && html`<p>Apply will not start. If this is meant: <span class="code">${flags}</span></p>`}<ul class="plain">${findings.map(
    ({ rule, address, source, detail, allowed }) =>
      html`<li><span class="mark ${allowed ? 'mark-allowed' : 'mark-finding'}">${allowed ? '✓' : '✗'} ${rule}</span> ${address !== undefined && html`<a class="code" href="${linkTo(address)}">${address}</a>`} ${source !== undefined && html`<span class="quiet code">${source.file}:${source.line}</span>`} ${allowed && html`<span class="quiet">allowed</span>`}<br>${detail}</li>`,
  )}</ul></section>`;
}

const SEVERITY_WORD = { error: 'error', warning: 'warning', info: 'note' } as const;

function diagnosticsMarkup(diagnostics: readonly Diagnostic[]): Markup {
  const items = sortDiagnostics(diagnostics).map((one) => {
    const { help } = DIAGNOSTIC_CODES[one.code] as { readonly help: string };
    return html`<li><b class="severity-${one.severity}">${SEVERITY_WORD[one.severity]}</b> <span class="quiet">[${one.code}]</span> ${one.summary} ${one.address !== undefined && html`<a class="code" href="${linkTo(one.address)}">${one.address}</a>`} ${one.source !== undefined && html`<span class="quiet code">${placeText(one.source)}</span>`}${one.detail !== undefined && html`<br>${prose(one.detail)}`}${help !== '' && html`<br><span class="quiet">help: ${prose(help)}</span>`}</li>`;
  });
  return html`<details class="diagnostics"><summary>${countLine(diagnostics)}</summary><ul class="plain">${items}</ul></details>`;
}

/** Search, filters and order, for browsers that run the script: it shows them. */
function toolbar(page: PageChanges): Markup {
  const { changes } = page.plan;
  const counted = (keyOf: (change: Change) => string | undefined) =>
    [...groupBy(changes, keyOf)].flatMap(([key, of]) => (key === undefined ? [] : [{ key, count: of.length }]));
  const rank = (kind: string) => (page.kinds.includes(kind) ? page.kinds.indexOf(kind) : page.kinds.length);
  const actions = counted(({ action }) => action).map(({ key, count }) => option(key, `${key} (${count})`));
  const drifting = changes.filter(({ drift }) => drift).length;
  const kinds = counted(({ kind }) => kind)
    .sort((a, b) => rank(a.key) - rank(b.key))
    .map(({ key, count }) => option(key, `${kindTitle(key)} (${count})`));
  const rules = [...new Set([...page.findings.values()].flat().map(({ rule }) => rule))].sort();
  return html`<form class="toolbar screen-only" id="toolbar" role="search" hidden>
<label>Search <input type="search" id="search" autocomplete="off" placeholder="name, id, value, file"></label>
<label>Action <select id="action">${option('', 'all')}${actions}${drifting > 0 && option('*drift', `drift (${drifting})`)}</select></label>
<label>Kind <select id="kind">${option('', 'all')}${kinds}</select></label>
<label>Group <input type="search" id="owner" list="owners" autocomplete="off" placeholder="name or id"></label><datalist id="owners"></datalist>
<label>Finding <select id="finding">${option('', 'all')}${option('*any', 'with a finding')}${rules.map((rule) => option(rule, rule))}</select></label>
<label>Sort by <select id="order">${option('', 'order of the plan')}${ORDERS.filter(([key]) => key !== 'cost' || page.costs.size > 0).map(([key, words]) => option(key, words))}</select></label>
<button type="reset">Clear</button>
<p id="shown" role="status" class="quiet"></p>
</form>
${changes.length > PLAIN_CHANGES && html`<p class="plain-note">These are the first ${PLAIN_CHANGES} of ${changes.length} changes: the whole list works with scripts only.</p>`}`;
}

const ORDERS = [
  ['rise', 'bid change, largest rise first'],
  ['cut', 'bid change, largest cut first'],
  ['rise-percent', 'bid change in percent, rise first'],
  ['cut-percent', 'bid change in percent, cut first'],
  ['cost', 'cost, largest first'],
] as const;

const option = (value: string, words: string) => html`<option value="${value}">${words}</option>`;

function plainItems(page: PageChanges): Markup {
  const items: Markup[] = [];
  let changes = 0;
  for (const item of pageItems(page)) {
    if ('change' in item && ++changes > PLAIN_CHANGES) break;
    items.push(itemMarkup(item, page));
  }
  return html`${items}`;
}
