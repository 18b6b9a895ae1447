import { defineQuery, idColumn, numberColumn, queryFlag, textColumn } from './define-query.js';
import { ParameterCheck } from './parameters.js';

/** Pictures of the library (listPictures), all pages. */
export const pictures = defineQuery({
  usage: 'list',
  summary: 'list the pictures of the library',
  examples: ['adwright pictures list --source pichouse --width 450'],
  flags: {
    source: queryFlag.text('--source <word>', 'only pictures of this origin'),
    width: queryFlag.text('--width <pixels>', 'only pictures of this width'),
    height: queryFlag.text('--height <pixels>', 'only pictures of this height'),
  },
  check(_args, { source, width, height }, { richCreativeWord }) {
    const check = new ParameterCheck();
    // One of the sources is the account's word for rich creatives.
    const sources = ['pichouse', 'creative', richCreativeWord, 'openapi'];
    if (source !== undefined) check.word('--source', source, sources, source);
    check.pixels('--width', width);
    check.pixels('--height', height);
    return check.outcome({
      ...(source !== undefined && { source }),
      ...(width !== undefined && { width }),
      ...(height !== undefined && { height }),
    });
  },
  columns: () => [
    idColumn('picId'),
    numberColumn('width'),
    numberColumn('height'),
    textColumn('source'),
    textColumn('tags'),
    textColumn('updateTime'),
    textColumn('picUrl'),
  ],
  async *rows(filter, service, run) {
    for await (const page of service.pictures(filter, run)) yield page.map(({ fields, tags }) => ({ ...fields, tags }));
    return undefined;
  },
});
