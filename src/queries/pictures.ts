import { ParameterCheck } from './parameters.js';
import {
  type CallChoice,
  type Checked,
  id,
  number,
  type QueryColumn,
  type QueryRow,
  type QueryService,
  text,
} from './query.js';

/** Pictures of the library (listPictures). */
export const pictureColumns: readonly QueryColumn[] = [
  id('picId'),
  number('width'),
  number('height'),
  text('source'),
  text('tags'),
  text('updateTime'),
  text('picUrl'),
];

export interface PictureInput {
  readonly source?: string;
  readonly width?: string;
  readonly height?: string;
}

/** `richCreativeWord` is the account's word for rich creatives, which is one of the sources. */
export function checkPictures(input: PictureInput, richCreativeWord: string): Checked<PictureInput> {
  const check = new ParameterCheck();
  const sources = ['pichouse', 'creative', richCreativeWord, 'openapi'];
  const { source } = input;
  if (source !== undefined) check.word('--source', source, sources, source);
  const width = check.pixels('--width', input.width);
  const height = check.pixels('--height', input.height);
  if (check.diagnostics.length > 0) return { ok: false, diagnostics: check.diagnostics };
  const params = {
    ...(source !== undefined && { source }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
  };
  return { ok: true, params };
}

export async function* runPictures(
  filter: PictureInput,
  service: QueryService,
  options?: CallChoice,
): AsyncGenerator<QueryRow> {
  for await (const { fields, tags } of service.pictures(filter, options)) yield { ...fields, tags };
}
