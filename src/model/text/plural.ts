/** `1 file`, `2 files`, `0 files`: every count that people read, in every folder, goes through here. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
