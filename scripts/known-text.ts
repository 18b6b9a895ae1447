/**
 * The code of a package with one part replaced. A package that was changed since is an error: the build would leave the
 * part as it is, and nobody would see it.
 */
export function replaceKnown(code: string, part: string, by: string, plugin: string): string {
  if (!code.includes(part)) throw new Error(`${plugin} does not find \`${part}\`: the package was changed`);
  return code.replaceAll(part, () => by);
}
