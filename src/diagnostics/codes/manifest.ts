import type { CodeFacts } from '../code-facts.js';

/** What the entries of manifests say, each by itself and all together. */
export const MANIFEST_CODES = {
  'unknown-key': {
    severity: 'error',
    summary: 'Unknown key',
    help: 'Correct the spelling or the indentation. Only top-level keys that start with x- are ignored.',
  },
  'missing-key': {
    severity: 'error',
    summary: 'A required key is missing',
    help: 'Add the key. If it is there already, check its spelling and its indentation.',
  },
  'wrong-shape': {
    severity: 'error',
    summary: 'The value has the wrong type',
    help: 'A text follows its key on the same line. Each item of a list starts with "- ", and a map is lines of "key: value", both indented below their key.',
  },
  'bad-version': {
    severity: 'error',
    summary: 'Unsupported format version',
    help: 'Write version: 1 at the top.',
  },
  'not-allowed': {
    severity: 'error',
    summary: 'The value is not allowed',
    help: 'Write one of the values that the message lists, letter for letter.',
  },
  'bad-id': {
    severity: 'error',
    summary: 'Not an id',
    help: 'Ids are digits without leading zeros. If a spreadsheet shows 2.02E+16, format the column as text and export again: the last digits are lost.',
  },
  'bad-price': {
    severity: 'error',
    summary: 'Not a price',
    help: 'Prices are plain decimals in yuan such as 1.20: no sign, currency mark, thousands separator, exponent or full-width digit, at most 15 digits.',
  },
  'price-decimals': {
    severity: 'warning',
    summary: 'A price has more decimals than the service accepts',
    help: 'A service may refuse such a price, or round it, and a rounded price never matches the manifest. Round it here; if your service accepts it, say so in `service.prices.decimals` in adwright.yaml.',
  },
  'group-bid-zero': {
    severity: 'warning',
    summary: 'The bid of a group is 0',
    help: 'Services refuse this. Write the bid for keywords that have none of their own; if your service accepts 0, say so with `groupZero: accepted` in `service.prices` in adwright.yaml.',
  },
  'bad-name': {
    severity: 'error',
    summary: 'Not a usable name',
    help: 'Names of groups and apps contain no "/" and no white space, and do not start with "id:".',
  },
  'too-few': {
    severity: 'error',
    summary: 'Too few entries',
    help: 'Add entries. The service refuses a list that is too short.',
  },
  'too-many': {
    severity: 'error',
    summary: 'Too many entries',
    help: 'Remove entries. The service refuses a list that is too long.',
  },
  'too-short': {
    severity: 'error',
    summary: 'The text is too short',
    help: 'Write a longer text. The message says what is counted.',
  },
  'too-long': {
    severity: 'error',
    summary: 'The text is too long',
    help: 'Shorten the text. The message says what is counted: characters (a Chinese character is one), or bytes in an encoding.',
  },
  'bad-form': {
    severity: 'error',
    summary: 'The text does not have the expected form',
    help: 'Write the text in the form that the message describes. docs/manifests.md has examples.',
  },
  'rule-broken': {
    severity: 'error',
    summary: 'The interface would refuse this',
    help: 'Change the entry so that it follows the rule in the message. The service would refuse it as it is.',
  },
  repeated: {
    severity: 'error',
    summary: 'Values must differ from each other',
    help: 'Change or remove one of them.',
  },
  'entry-dropped': {
    severity: 'error',
    summary: 'An entry was left out without an error',
    help: 'Nothing is planned, because the entry would look like a deleted one. Write it in the form that docs/manifests.md shows, and report these lines: the missing message is a bug in Adwright.',
  },
  'too-many-faults': {
    severity: 'error',
    summary: 'Further errors are not listed',
    help: 'Correct the listed ones first.',
  },
  'invisible-character': {
    severity: 'warning',
    summary: 'The text contains an invisible character',
    help: 'Type the text again: such characters come along when text is copied from web pages. If you leave it, it is sent as written.',
  },
  'control-character': {
    severity: 'error',
    summary: 'The text contains a control character',
    help: 'Remove it. In double quotes \\t, \\n and \\b are a tab, a line break and a backspace.',
  },
  'space-at-end': {
    severity: 'warning',
    summary: 'The text starts or ends with a space',
    help: 'Remove the space unless it is meant. It is sent as written.',
  },
  'full-width-punctuation': {
    severity: 'warning',
    summary: 'Full-width punctuation that may be meant as syntax',
    help: 'Curly and full-width marks are ordinary text to YAML. Use " [ ] , and - where syntax is meant.',
  },
  'similar-texts': {
    severity: 'warning',
    summary: 'Two texts that the service may treat as the same',
    help: 'They differ only in letter case, spaces or character width. Remove one unless both are meant; both are sent as written.',
  },
  'repeated-text': {
    severity: 'info',
    summary: 'The same text twice; it is sent once',
    help: 'No action is needed. Removing one of the two silences this note.',
  },
  'bad-url': {
    severity: 'error',
    summary: 'Not a usable URL',
    help: 'Write an address with its scheme, such as https://www.example.com/. It is sent byte for byte, placeholders included.',
  },
  'suspicious-url': {
    severity: 'warning',
    summary: 'The URL looks wrong',
    help: 'Check the address. It is sent byte for byte.',
  },
  'duplicate-address': {
    severity: 'error',
    summary: 'Two manifests declare the same address',
    help: 'Keep one of them.',
  },
  'not-told-apart': {
    severity: 'error',
    summary: 'Two entries cannot be told apart at the service',
    help: 'The service lists what was submitted without saying which submission it came from. Keep one, give them different addresses, or adopt both by their `id`.',
  },
  'likely-one': {
    severity: 'warning',
    summary: 'Two names for what is probably one object',
    help: 'What was created cannot be deleted through the interface, so the plan holds back the second one until `--allow rename`. Remove one of the two, change its name, or adopt both by their `id`.',
  },
  'same-object': {
    severity: 'error',
    summary: 'Two addresses of one real object',
    help: 'Give the object one name, and refer to it by that name only.',
  },
  'unknown-reference': {
    severity: 'error',
    summary: 'No manifest declares anything with that name',
    help: 'Correct the name, or declare it.',
  },
  'bad-address': {
    severity: 'error',
    summary: 'Not an address',
    help: 'Addresses look like group/autumn-shoes: the kind, a slash, the name.',
  },
  'bad-move': {
    severity: 'error',
    summary: 'The move does not fit the manifests',
    help: '`from` is the old name, which is no longer declared. `to` is the new one: it is declared, moved again, or forgotten.',
  },
  'still-declared': {
    severity: 'error',
    summary: 'Both forgotten and declared',
    help: 'Remove the entry from `forgotten`, or the declaration.',
  },
} as const satisfies Record<string, CodeFacts>;
