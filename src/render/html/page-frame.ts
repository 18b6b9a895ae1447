import { createHash } from 'node:crypto';
import type { PageAssets } from './assets.js';
import { html, Markup } from './markup.js';

export interface HtmlPage {
  /** For the tab of the browser. */
  readonly title: string;
  readonly body: Markup;
  /** The script of `browser/` that brings the page to life; without one the page has no script at all. */
  readonly script?: keyof PageAssets['scripts'];
  /** What the script reads, by the id of its element: base64, or JSON as `jsonData` makes it. */
  readonly data?: Readonly<Record<string, string>>;
}

/**
 * A page that is one file and asks for nothing. Its policy allows its own script, its own style and pictures that are
 * part of it, and nothing else: no address, no frame, no form, no attribute that runs or styles something.
 */
export function renderPage({ title, body, script, data = {} }: HtmlPage, assets: PageAssets): string {
  const code = script === undefined ? undefined : assets.scripts[script];
  const policy = [
    "default-src 'none'",
    `style-src ${sourceHash(assets.style)}`,
    ...(code === undefined ? [] : [`script-src ${sourceHash(code)}`]),
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const held = Object.entries(data).map(
    ([id, text]) => html`<script type="text/plain" id="${id}">${inElement(text)}</script>\n`,
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${inElement(assets.style)}</style>
</head>
<body>
${body}
${held}${code !== undefined && html`<script>${inElement(code)}</script>\n`}</body>
</html>
`.text;
}

/** JSON that cannot end the element that it is in, nor begin a comment. */
export function jsonData(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** What browsers read as it is, up to the end of its element. Nothing of a plan comes here but base64 and `jsonData`. */
function inElement(text: string): Markup {
  if (/<\/(?:script|style)|<!--|<script/i.test(text)) throw new RangeError('text that would end its element');
  return new Markup(text);
}

function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
