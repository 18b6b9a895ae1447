// Links of Markdown files in the tarball. The sources and the tests are not in it: a link to one of them gets the address
// of the repository, or becomes plain text as long as package.json names none.
import { posix } from 'node:path';

export interface PackageFile {
  readonly version: string;
  readonly files: readonly string[];
  readonly repository?: { readonly url: string };
}

interface LocalLink {
  readonly start: number;
  readonly end: number;
  /** The text before the link's label: `!` for a picture. */
  readonly image: string;
  readonly label: string;
  readonly target: string;
  /** Where it leads, from the root of the repository. */
  readonly path: string;
  readonly anchor: string | undefined;
}

const FENCE = /^ {0,3}(?:```|~~~)/;
const LINK = /(!?)\[((?:[^[\]`]|`[^`]*`)*)\]\(([^()\s]+)\)/g;
const ALWAYS = ['package.json', 'README.md', 'LICENSE'];

/** Whether the package has the file or the folder; `files` is that of package.json. */
export function isPacked(path: string, files: readonly string[]): boolean {
  const names = [...ALWAYS, ...files.filter((name) => !name.startsWith('!'))];
  return names.some((name) => path === name || path.startsWith(`${name}/`));
}

/** The links of a file that are not full addresses, outside of fences. */
export function localLinks(text: string, file: string): readonly LocalLink[] {
  const links: LocalLink[] = [];
  let isFenced = false;
  let start = 0;
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) isFenced = !isFenced;
    for (const { 0: whole, 1: image = '', 2: label = '', 3: target = '', index } of isFenced
      ? []
      : line.matchAll(LINK)) {
      if (/^[a-z][a-z+.-]*:/i.test(target)) continue;
      const [path, anchor] = target.split('#', 2);
      const place = { start: start + index, end: start + index + whole.length };
      links.push({ ...place, image, label, target, anchor, path: path ? posix.join(posix.dirname(file), path) : file });
    }
    start += line.length + 1;
  }
  return links;
}

function addressOf({ version, repository }: PackageFile, { path, anchor }: LocalLink): string | undefined {
  if (repository === undefined) return undefined;
  const home = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
  return `${home}/blob/v${version}/${path}${anchor === undefined ? '' : `#${anchor}`}`;
}

/** The text of a Markdown file as it is packed. */
export function packedText(text: string, file: string, manifest: PackageFile): string {
  let result = '';
  let from = 0;
  for (const link of localLinks(text, file)) {
    if (isPacked(link.path, manifest.files)) continue;
    const address = addressOf(manifest, link);
    const { image, label } = link;
    result += `${text.slice(from, link.start)}${address === undefined ? label : `${image}[${label}](${address})`}`;
    from = link.end;
  }
  return result + text.slice(from);
}
