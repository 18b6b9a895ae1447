import type { CodeFacts } from '../code-facts.js';

/** Finding the files of the manifests, and reading them as text. */
export const MANIFEST_FILE_CODES = {
  'no-manifests': {
    severity: 'error',
    summary: 'No manifest was found',
    help: 'Check `manifests` in adwright.yaml and that the checkout is complete. An empty folder never means "nothing is managed any more".',
  },
  'pattern-too-wide': {
    severity: 'error',
    summary: 'The braces of a pattern expand to too many patterns',
    help: 'Use `*` in place of the braces, or write several patterns. Braces may expand to at most 1,000 patterns.',
  },
  'pattern-without-files': {
    severity: 'warning',
    summary: 'A pattern matches no file',
    help: 'Correct or remove the pattern.',
  },
  'empty-folder': {
    severity: 'warning',
    summary: 'A manifest folder is empty',
    help: 'Git keeps no empty folders: a submodule that was not fetched looks like this (`git submodule update --init`). Otherwise remove the folder.',
  },
  'empty-file': {
    severity: 'warning',
    summary: 'A manifest file is empty',
    help: 'Check that it was written in full. Otherwise remove it, or exclude it from the pattern.',
  },
  'sparse-checkout': {
    severity: 'warning',
    summary: 'The sparse checkout leaves out manifests',
    help: 'Check them out: `git sparse-checkout add FOLDER`, or `git sparse-checkout disable`. Or let the patterns name only what is checked out.',
  },
  'file-case-mismatch': {
    severity: 'warning',
    summary: 'A file is left out because of the letter case of its name',
    help: 'Rename the file, or write the pattern so that it matches: `ads/**/*.{yaml,YAML}`.',
  },
  'source-unreadable': {
    severity: 'error',
    summary: 'A file cannot be read',
    help: 'Nothing is planned from a part of the manifests. Make the file readable, or exclude it from the pattern.',
  },
  'file-too-large': {
    severity: 'error',
    summary: 'A file is too large to be read',
    help: 'Split the file into several.',
  },
  'wrong-encoding': {
    severity: 'error',
    summary: 'The file is not UTF-8 text',
    help: 'Save the file as UTF-8 (in most editors: "Save with encoding").',
  },
  'replacement-character': {
    severity: 'error',
    summary: 'The text contains U+FFFD, the sign for a lost character',
    help: 'An earlier conversion could not represent a character here. Type the text again.',
  },
  'encoding-taken': {
    severity: 'info',
    summary: 'The file was read as GB18030',
    help: 'It is not valid UTF-8. Name the encoding with { path: …, encoding: … } to be sure.',
  },
} as const satisfies Record<string, CodeFacts>;
