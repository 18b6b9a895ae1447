import { visible } from '../characters/visible.js';
import { html, type Markup } from './markup.js';

/** A link where the address is an ordinary one of the web; else no more than its text. */
export function webLink(address: string, text = address): Markup {
  return isWebAddress(address)
    ? html`<a href="${address}" rel="noreferrer" target="_blank">${text}</a>`
    : html`${text}`;
}

function isWebAddress(address: string): boolean {
  // Browsers drop tabs and line ends from an address, and take other signs for a space: none of that in a link.
  if (/[\p{C}\p{Z}<>"]/u.test(address) || visible(address) !== address) return false;
  return /^https?:\/\/[^/\s]/i.test(address) && URL.canParse(address);
}
