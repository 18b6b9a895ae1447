import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { plainColumns } from '../../src/render/characters/plain-text.js';

/** Not to be seen, or a part of what is before it. */
const HIDDEN_OR_JOINED = /[\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/u;

it('counts only characters that are seen, and as string-width counts them', () => {
  const wrong: string[] = [];
  let plain = 0;
  for (let code = 0; code <= 0xffff; code++) {
    const text = String.fromCharCode(code);
    const columns = plainColumns(text);
    if (columns < 0) continue;
    plain++;
    if (text === ' ') continue;
    if (columns !== stringWidth(text) || HIDDEN_OR_JOINED.test(text)) wrong.push(code.toString(16));
  }
  expect(wrong).toEqual([]);
  // 95 of ASCII, 12 and 418 of Latin-1 and Latin, 24 signs, 4 arrows, and 2 marks; 21, 20,902 and 94 that take two columns.
  expect(plain).toBe(95 + 12 + 418 + 24 + 4 + 2 + 21 + 20_902 + 94);
});

it.each([
  ['', 0],
  ['shoes', 5],
  ['女鞋 2', 6],
  ['“x” → é', 7],
  ['✓ done', 6],
  ['✔\ufe0f', -1],
  ['a\u200bb', -1],
  ['a\nb', -1],
  ['e\u0301', -1],
  ['👍', -1],
  ['a\u00a0b', -1],
])('counts %j as %d', (text, columns) => {
  expect(plainColumns(text)).toBe(columns);
});
