import { visible } from '../characters/visible.js';

const UNSAFE = /[&<>"']/g;
const HARMLESS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text that is markup already. Only `html` and `joined` make it: everything else is escaped. */
export class Markup {
  constructor(readonly text: string) {}
}

export type Part = string | number | Markup | undefined | false | readonly Part[];

/**
 * The one place where text becomes markup: `html\`<p title="${name}">${name}</p>\``. What is put in is escaped, for text and
 * for attributes in quotes alike, and characters that cannot be seen are written out; a list is put in piece by piece, and
 * what is undefined or false not at all.
 */
export function html(template: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = template[0] ?? '';
  for (const [index, part] of parts.entries()) text += `${textOf(part)}${template[index + 1] ?? ''}`;
  return new Markup(text);
}

function textOf(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (part === undefined || part === false) return '';
  if (typeof part === 'object') return part.map(textOf).join('');
  return typeof part === 'number' ? String(part) : visible(part).replace(UNSAFE, (sign) => HARMLESS[sign] ?? '');
}
