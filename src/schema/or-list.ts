/** `a`, `a or b`, `a, b or c`: the one way in which choices are listed. */
export function orList(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
