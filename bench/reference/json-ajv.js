// The same entries as JSON: read, parsed, and checked one by one with compiled code of ajv.
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';

const text = { type: 'string', minLength: 1 };
const validate = new Ajv().compile({
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: {
    id: { type: 'string', pattern: '^[1-9][0-9]*$' },
    word: text,
    price: { type: 'string', pattern: '^(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$', maxLength: 16 },
    matchType: { enum: ['exact', 'phrase', 'broad', 'phrase_intelligence', 'phrase_accurate', 'phrase_synonym'] },
    url: { type: 'string' },
    mobileUrl: { type: 'string' },
    deeplinkUrl: { type: 'string' },
    status: { enum: ['enable', 'pause'] },
  },
});
let valid = 0;
for (const entry of JSON.parse(readFileSync(process.argv[2], 'utf8'))) if (validate(entry)) valid++;
process.stdout.write(`${valid}\n`);
