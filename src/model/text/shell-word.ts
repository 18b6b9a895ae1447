/** An argument for a shell, quoted only where it must be. */
export function shellWord(text: string): string {
  return /^[\p{L}\p{N}_/:.@%+=,-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** What a person is to do, for one thing: its commands are copied into a shell. */
export function addressed(todo: string, address: string): string {
  // A text instead of the function would give a `$` in a name a meaning.
  return todo.replaceAll('ADDRESS', () => shellWord(address));
}
