import { visible } from '../characters/visible.js';

/**
 * Text that others wrote appears only inside fences: there no markup, mention or issue number works. What could
 * close the fence is spelled out.
 */
export function fenced(line: string): string {
  return line.replace(/`{3,}|~{3,}/g, (run) =>
    [...run].map((mark) => (mark === '`' ? '<U+0060>' : '<U+007E>')).join(''),
  );
}

/** A name in running text: only what no Markdown gives a meaning to; the rest is written as code points. */
export function inlineName(text: string): string {
  return [...visible(text)]
    .map((character) =>
      /[\p{L}\p{N} .:-]/u.test(character)
        ? character
        : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
    )
    .join('');
}
