import type { CodeFacts } from '../code-facts.js';

export const MANIFEST_CODES = {
  // Files
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
  // YAML
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
  // Shape
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
  // Texts
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
  // The whole
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
  // Tables
  'table-file-kind': {
    severity: 'error',
    summary: 'The file is not the kind of table that its name says',
    help: 'Tables are .xlsx workbooks, or text: CSV or TSV in UTF-8 or GB18030.',
  },
  'table-lines-above': {
    severity: 'error',
    summary: 'Something is above the headings of the table',
    help: 'The first row of a table holds the headings.',
  },
  'table-total-row': {
    severity: 'error',
    summary: 'A row is the total of the others',
    help: 'Remove rows of totals, or export without them.',
  },
  'rows-left-out': {
    severity: 'info',
    summary: 'Rows of other kinds were left out',
    help: 'A bulk file of the console holds campaigns, groups, keywords and creatives. Only the rows with a keyword and no creative are keywords.',
  },
  'workbook-unreadable': {
    severity: 'error',
    summary: 'The workbook cannot be read',
    help: 'Nothing is planned from a part of it. Save the workbook again as .xlsx, or the sheet as CSV UTF-8.',
  },
  'workbook-sheet': {
    severity: 'error',
    summary: 'It is not clear which sheet of the workbook to read',
    help: 'Write { path: FILE, sheet: NAME }, with the name on the tab of the sheet.',
  },
  'workbook-cell': {
    severity: 'error',
    summary: 'A cell of the workbook has no usable value',
    help: 'A spreadsheet turns text that looks like a number, a date or TRUE into one. Columns formatted as text keep every character.',
  },
  // Keyword files
  'csv-syntax': {
    severity: 'error',
    summary: 'The file is not valid CSV here',
    help: 'Put a field that holds quotes, separators or line breaks in double quotes, and double each quote inside it (RFC 4180).',
  },
  'csv-heading-missing': {
    severity: 'error',
    summary: 'A required heading is missing',
    help: 'Name the columns in the first row, as the interface or the console does. A file without rows needs a heading too; or remove it from `keywordFiles`.',
  },
  'csv-heading-repeated': {
    severity: 'error',
    summary: 'Two columns have the same meaning',
    help: 'Keep one of them.',
  },
  'csv-heading-ignored': {
    severity: 'warning',
    summary: 'Columns that are not managed are ignored',
    help: 'Remove them, or correct the heading if one of them is meant.',
  },
  // Images
  'image-path': {
    severity: 'error',
    summary: 'Not a usable image path',
    help: 'Write the path of a file relative to the manifest, with /.',
  },
  'image-not-found': {
    severity: 'error',
    summary: 'There is no such image file',
    help: 'Paths are relative to the manifest, and letter case counts.',
  },
  'image-outside-project': {
    severity: 'error',
    summary: 'The image is outside the project',
    help: 'Copy the file into the project. Links are followed, and what they point to must be inside as well.',
  },
  'image-not-a-file': {
    severity: 'error',
    summary: 'Not a regular file',
    help: 'Name the image file itself.',
  },
  'image-lfs-pointer': {
    severity: 'error',
    summary: 'The file is a Git LFS pointer, not the image',
    help: 'Run `git lfs pull`; in CI, check out with LFS switched on.',
  },
  'image-type': {
    severity: 'error',
    summary: 'The image type is not accepted here',
    help: 'Export the picture again as JPEG or PNG. The bytes count, not the name.',
  },
  'image-type-open': {
    severity: 'warning',
    summary: 'It is not known whether the service accepts this image type',
    help: 'The interface names no types of images here. JPEG and PNG are the safe ones; another type may be refused.',
  },
  'image-name': {
    severity: 'warning',
    summary: 'The file name does not match the image type',
    help: 'Rename the file. The bytes count.',
  },
  'image-broken': {
    severity: 'error',
    summary: 'The image is damaged',
    help: 'Export or download it again.',
  },
  'image-animated': {
    severity: 'error',
    summary: 'The image is animated',
    help: 'Export a still picture.',
  },
  'image-colour': {
    severity: 'warning',
    summary: 'The image uses print colours (CMYK)',
    help: 'The interface does not say whether it accepts them, and many programs show them wrongly. Export the image as RGB.',
  },
  'image-turned': {
    severity: 'warning',
    summary: 'The image is stored rotated, with an EXIF orientation',
    help: 'It is not known whether the service applies the orientation. Rotate the picture itself and export it without one.',
  },
  'image-pixels': {
    severity: 'error',
    summary: 'The image has an impossible size',
    help: 'Scale the picture down and export it again.',
  },
  'image-dimensions': {
    severity: 'error',
    summary: 'The image does not have the required size',
    help: 'Scale or crop the picture. Sizes are pixels of the decoded image.',
  },
  'image-bytes': {
    severity: 'error',
    summary: 'The image file is too large',
    help: 'Compress or scale the picture. The size of the file counts, not that of its base64 form.',
  },
  'image-bytes-near-limit': {
    severity: 'info',
    summary: 'The image file is near the limit',
    help: 'Make the file a little smaller to be sure: the interface does not say whether its K is 1000 or 1024 bytes.',
  },
  // Files on the web, with --check-urls
  'remote-not-checked': {
    severity: 'warning',
    summary: 'The file on the web could not be checked',
    help: 'It may be fine. Check the address yourself: the service must be able to reach it from the public internet.',
  },
  'remote-bytes': {
    severity: 'error',
    summary: 'The file on the web is too large',
    help: 'Compress or shorten it, upload it again, and write its new address.',
  },
  'remote-type': {
    severity: 'error',
    summary: 'The file on the web has a type that is not accepted here',
    help: 'An address that answers with a page often leads to a log-in or to an error. Write the address of the file itself.',
  },
} as const satisfies Record<string, CodeFacts>;
