import type { CodeFacts } from '../code-facts.js';

/** What is wrong with a text as YAML. */
export const YAML_CODES = {
  'yaml-syntax': {
    severity: 'error',
    summary: 'The file is not valid YAML here',
    help: 'Correct the line. What follows it may be misread until then.',
  },
  'quote-value': {
    severity: 'error',
    summary: 'Quote this value',
    help: 'YAML reads the first character as syntax. Put the text in quotes: "…".',
  },
  'full-width-colon': {
    severity: 'error',
    summary: 'A full-width colon does not separate key and value',
    help: 'Type an ordinary colon and a space: "key: value".',
  },
  'bad-indentation': {
    severity: 'error',
    summary: 'The line is indented wrongly',
    help: 'Items of one list, and keys of one map, start in the same column. Indent with spaces, not tabs.',
  },
  'unclosed-quote': {
    severity: 'error',
    summary: 'A quote is not closed',
    help: 'Close the quote at the end of the text. In double quotes write \\" for a quote, in single quotes two of them.',
  },
  'bad-escape': {
    severity: 'error',
    summary: 'Unknown escape sequence',
    help: 'In double quotes a backslash starts an escape. Use single quotes, write \\\\ for a backslash, and / in paths.',
  },
  'unknown-anchor': {
    severity: 'error',
    summary: 'There is no such anchor before this',
    help: 'If * starts a text, quote it: "*…". An anchor comes before its aliases, in the same document.',
  },
  'alias-loop': {
    severity: 'error',
    summary: 'An alias is inside what it names',
    help: 'Write the repeated part out.',
  },
  'too-many-aliases': {
    severity: 'error',
    summary: 'Aliases expand to too many values',
    help: 'Nested aliases multiply. Write the lists out, or nest fewer.',
  },
  'bad-merge': {
    severity: 'error',
    summary: 'Only a map, or a list of maps, can be merged with <<',
    help: 'Write <<: *name, where &name marks a map.',
  },
  'unsupported-tag': {
    severity: 'error',
    summary: 'YAML tags are not used here',
    help: 'Remove the tag. The manifest format decides the type of each field, not YAML; quote a text that starts with !.',
  },
  'duplicate-key': {
    severity: 'error',
    summary: 'The same key twice',
    help: 'Keep one. Other readers of YAML silently take one of the two.',
  },
  'ambiguous-null': {
    severity: 'error',
    summary: 'Empty: neither a value nor absent',
    help: 'Remove the key to leave it unmanaged, write "" for an empty text or [] for an empty list, and quote the words "null" and "~".',
  },
  'text-cut-by-comment': {
    severity: 'warning',
    summary: 'A comment follows that may belong to the text',
    help: 'A # after a space starts a comment. Quote the text if the # is part of it; write a space after the # if it is not.',
  },
  'unused-anchor': {
    severity: 'warning',
    summary: 'An anchor precedes the text that may belong to it',
    help: 'Unquoted, a word that starts with & is an anchor. Quote the text if the & is part of it; remove the anchor if it is not.',
  },
  'text-over-lines': {
    severity: 'warning',
    summary: 'The text runs over several lines',
    help: 'A quote may be missing where the text should end, or the next line is indented too far. Quote the text if it is meant to run on.',
  },
  'not-formatted': {
    severity: 'error',
    summary: 'The file was left as it is',
    help: 'Its comments are in places where they cannot be kept apart from the text. Move them to lines of their own and run `adwright fmt` again.',
  },
} as const satisfies Record<string, CodeFacts>;
