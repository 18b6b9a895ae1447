import { diagnostic } from '../../diagnostics/diagnostic.js';
import type { EmptySource } from '../../model/index.js';
import { plural } from '../../model/index.js';
import type { LocatedDocument } from '../source/located-document.js';
import { inDocument, inFile, type Report } from '../source/report.js';
import { quoted } from '../source/suggest.js';
import type { Found } from './find-files.js';
import { type LeftOut, leftOutBy } from './sparse-checkout.js';

/** Who asked for the files: a pattern of the project file, or one of a manifest, whose rows are of one kind. */
export interface Asker {
  readonly pattern: string;
  readonly account?: string;
  readonly kind?: string;
  readonly document?: LocatedDocument;
  readonly path?: readonly (string | number)[];
}

/**
 * Gathers the places that manifests or rows were to come from and did not. Each is a warning: of a new project it means
 * little. It becomes an error when a plan would orphan something that may have come from there.
 */
export class EmptySources {
  readonly #found = new Map<string, EmptySource>();
  readonly #otherCase = new Map<string, Pick<Asker, 'pattern' | 'kind'>>();

  /** A pattern that matches no file at all. */
  pattern({ pattern, account, kind, document, path = [] }: Asker, report: Report): void {
    const what = `${quoted(pattern)}${account === undefined ? '' : ` (account ${account})`} matches nothing`;
    const source = document?.place(path);
    if (!this.#add({ what, ...(kind !== undefined && { kind }), ...(source !== undefined && { source }) })) return;
    const code = 'pattern-without-files';
    const detail = `${what}.`;
    report(document === undefined ? diagnostic(code, { detail }) : inDocument(document, code, path, { detail }));
  }

  /** What is in the folders that a pattern looks into, and is not read. */
  folders({ emptyFolders, otherCase }: Found, { pattern, kind }: Asker, report: Report): void {
    for (const folder of emptyFolders) {
      const what = `${folder} is an empty folder`;
      if (this.#add({ what, ...(kind !== undefined && { kind }) })) {
        report(diagnostic('empty-folder', { detail: `${what}; ${quoted(pattern)} looks into it.` }));
      }
    }
    for (const file of otherCase) this.#otherCase.set(file, { pattern, ...(kind !== undefined && { kind }) });
  }

  /** Once all is read: another pattern may have matched what one left out for its letter case. */
  close(read: ReadonlySet<string>, report: Report): readonly EmptySource[] {
    for (const [file, { pattern, kind }] of this.#otherCase) {
      if (read.has(file)) continue;
      const what = `${file} is not read, because its letter case differs from ${quoted(pattern)}`;
      const source = { file, line: 1, column: 1 };
      if (this.#add({ what, source, ...(kind !== undefined && { kind }) })) {
        report(inFile(file, 'file-case-mismatch', { detail: `${what}.` }));
      }
    }
    return [...this.#found.values()];
  }

  /** What a sparse checkout leaves out of the files of a pattern. */
  sparse(leftOut: LeftOut, folder: string, { pattern, kind, document, path = [] }: Asker, report: Report): void {
    const missing = leftOut === 'unreadable' ? [] : leftOutBy(pattern, folder, leftOut);
    if (leftOut !== 'unreadable' && missing.length === 0) return;
    const [first] = missing;
    const what =
      first === undefined
        ? `the checkout is sparse, and what it leaves out of ${quoted(pattern)} is not known: git's index cannot be read`
        : `the checkout is sparse and leaves out ${plural(missing.length, 'path')} of ${quoted(pattern)}, such as ${first}`;
    const source = document?.place(path);
    if (!this.#add({ what, ...(kind !== undefined && { kind }), ...(source !== undefined && { source }) })) return;
    const parts = { detail: `${what}.` };
    report(
      document === undefined
        ? diagnostic('sparse-checkout', parts)
        : inDocument(document, 'sparse-checkout', path, parts),
    );
  }

  /** A file without an entry. */
  file(file: string, kind: string | undefined, report: Report): void {
    const what = kind === undefined ? `${file} holds nothing but comments` : `${file} holds no row`;
    const source = { file, line: 1, column: 1 };
    if (!this.#add({ what, source, ...(kind !== undefined && { kind }) })) return;
    report(inFile(file, 'empty-file', { detail: `${what}.` }));
  }

  #add(one: EmptySource): boolean {
    // One pattern means another folder in another manifest.
    const key = `${one.what} ${one.kind ?? ''} ${one.source?.file ?? ''}`;
    if (this.#found.has(key)) return false;
    this.#found.set(key, one);
    return true;
  }
}
