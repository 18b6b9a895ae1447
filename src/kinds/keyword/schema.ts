import type { Resource, Sends } from '../../model/index.js';
import { addressOf, columnWords, defineSection, headings, rulesOf } from '../../model/index.js';
import { list } from '../../model/kind/schema-types.js';
import { checkedSchema } from '../../schema/checked-schema.js';
import { checkDecimals } from '../entries/price-rules.js';
import { KEYWORD } from './entry.js';
import { KEYWORD_FIELDS, type KeywordFieldSent, managed } from './fields.js';

const check = checkedSchema(KEYWORD, async () => (await import('./entry.checks.js')).isKeyword);

const keywords = list(KEYWORD, {
  title: 'keywords',
  description: 'Keywords of the account, known by their ids. A field that is absent is not managed.',
});

export const keywordFields = rulesOf(KEYWORD_FIELDS satisfies Sends<KeywordFieldSent, typeof KEYWORD_FIELDS>);

export const keywordSection = defineSection({
  kind: 'keyword',
  key: 'keywords',
  schema: keywords,
  check,
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
    schema: KEYWORD,
    check,
    columns: {
      id: ['keywordId', '关键词ID', '关键词编号', '关键字ID'],
      word: ['keyword', '关键词', '关键词名称', '关键字'],
      ...headings(KEYWORD_FIELDS),
    },
    words: columnWords(KEYWORD_FIELDS),
    // The bulk file of the console: every row has the id of its own object in one column.
    leftOut: {
      lacks: 'word',
      ownHeadings: ['word', 'keyword'],
      kinds: [
        { heading: '创意标题', what: 'A creative, not a keyword', always: true },
        { heading: '推广组名称', what: 'A group, not a keyword' },
        { heading: '推广计划名称', what: 'A campaign, not a keyword' },
      ],
    },
  },
});
