import type { Resource, Sends } from '../../model/index.js';
import { addressOf, defineSection, entrySchemas, headings, rulesOf } from '../../model/index.js';
import { fields, id, list, optional, text } from '../../model/schema-types.js';
import { checkDecimals } from '../price-rules.js';
import { KEYWORD_FIELDS, type KeywordFieldSent, managed } from './fields.js';

const keyword = fields(
  {
    id: id({
      title: 'keyword id',
      description: 'From the console’s export: the service cannot create or find keywords.',
    }),
    word: optional(
      text({ title: 'word', description: 'Never sent: the live word must be this one.', examples: ['女鞋'] }),
    ),
    ...entrySchemas(KEYWORD_FIELDS),
  },
  { title: 'a keyword' },
);

const keywords = list(keyword, {
  title: 'keywords',
  description: 'Keywords of the account, known by their ids. A field that is absent is not managed.',
});

export const keywordFields = rulesOf(KEYWORD_FIELDS satisfies Sends<KeywordFieldSent, typeof KEYWORD_FIELDS>);

export const keywordSection = defineSection({
  kind: 'keyword',
  key: 'keywords',
  schema: keywords,
  rowByRow: true,
  expand(entries, context) {
    const resources: Resource[] = [];
    for (let index = 0; index < entries.length; index++) {
      const entry = entries[index];
      if (entry === undefined) continue;
      const { id, word, price } = entry;
      if (price !== undefined) checkDecimals(price, [index, 'price'], context);
      const address = addressOf('keyword', id);
      const desired = managed(entry);
      const origin = context.origin([index]);
      resources.push(
        word === undefined
          ? { address, kind: 'keyword', id, desired, origin }
          : { address, kind: 'keyword', id, desired, expected: { word }, origin },
      );
    }
    return resources;
  },
  files: {
    key: 'keywordFiles',
    schema: keyword,
    columns: {
      id: ['keywordId', '关键词ID', '关键词编号', '关键字ID'],
      word: ['keyword', '关键词', '关键词名称', '关键字'],
      ...headings(KEYWORD_FIELDS),
    },
  },
});
