// The same file through `yaml`, and nothing else.
import { readFileSync } from 'node:fs';
import { parseDocument } from 'yaml';

const document = parseDocument(readFileSync(process.argv[2], 'utf8'));
process.stdout.write(`${document.errors.length}\n`);
