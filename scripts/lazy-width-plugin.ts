import type { Plugin } from 'rolldown';
import { replaceKnown } from './known-text.js';

/** What `string-width` makes when it is loaded, and where it uses it. */
const PARTS = [
  { eager: 'const segmenter = new Intl.Segmenter();', name: 'segmenter', make: 'new Intl.Segmenter()' },
  {
    eager: 'const rgiEmojiRegex = /^\\p{RGI_Emoji}$/v;',
    name: 'rgiEmojiRegex',
    // As a literal it would be compiled, if only to be checked, with the file.
    make: "new RegExp('^\\\\p{RGI_Emoji}$', 'v')",
  },
];

/**
 * `string-width` makes a segmenter and a pattern of all emoji when it is loaded: with a cold start the pattern alone takes
 * 40 ms, as long as a third of Node itself. Hardly a text needs them. In the bundle they are made when they are first used.
 */
export function lazyWidth(): Plugin {
  return {
    name: 'lazy-width',
    transform: {
      filter: { id: /node_modules[\\/]string-width[\\/]index\.js$/ },
      handler: (code) => PARTS.reduce(lazily, code),
    },
  };
}

function lazily(code: string, { eager, name, make }: (typeof PARTS)[number]): string {
  const known = (text: string, part: string, by: string) => replaceKnown(text, part, by, 'lazy-width');
  return known(known(code, `${name}.`, `(${name} ??= ${make}).`), eager, `let ${name};`);
}
