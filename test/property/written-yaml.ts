import fc from 'fast-check';
import { keywordValues, price, scalar, tags, text, Writer, type WrittenFile } from './written-manifest.js';

const style = fc.nat(8);
const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
const COMMENTS = ['', '', '', ' # why', '\t# tab', '  #', ' # 女鞋: "x"', '\t', '  '] as const;
const comment = fc.constantFrom(...COMMENTS);

/** One field of an entry: its value, or undefined where the entry has none. */
const field = fc.record({
  order: fc.nat(99),
  style,
  comment,
  key: fc.constantFrom('plain', 'plain', 'plain', 'quoted', 'spaced', 'explicit'),
  before: fc.constantFrom('', '', '', '!!str ', '&own ', '! '),
  above: fc.constantFrom('', '', '', '# about the next line', '\n', '# - id: "1"\n\n# price: 3'),
});
type FieldForm = typeof field extends fc.Arbitrary<infer Form> ? Form : never;
const forms = fc.array(field, { minLength: 7, maxLength: 7 });

const entry = fc.record({
  layout: fc.constantFrom('block', 'block', 'flow', 'flow-lines', 'dash-below', 'merge', 'json'),
  values: keywordValues,
  forms,
  comment,
});
const picture = fc.record({
  tags,
  layout: fc.constantFrom('flow', 'flow-lines', 'block', 'same-column', 'commented'),
  styles: fc.array(style, { minLength: 4, maxLength: 4 }),
  comment,
});
const group = fc.record({ name: text, price, style, layout: fc.constantFrom('block', 'flow') });

function writeKeyword(
  out: Writer,
  id: string,
  { layout, values, forms: own, comment: after }: typeof entry extends fc.Arbitrary<infer E> ? E : never,
) {
  const address = `keyword/${id}`;
  const isFlow = layout === 'flow' || layout === 'flow-lines' || layout === 'json';
  const written = [['id', id] as const, ...Object.entries(values)].map(([name, value], index) => ({
    name,
    value: value ?? '',
    form: own[index] as FieldForm,
  }));
  const order = layout === 'merge' ? written : [...written].sort((a, b) => a.form.order - b.form.order);
  const merged = layout === 'merge' && values.deeplinkUrl === undefined;
  const put = ({ name, value, form }: (typeof written)[number], flow: boolean) => {
    const quoted = layout === 'json' || form.key === 'quoted';
    const key = quoted ? `"${name}"` : name;
    const place = { flow, indent: 6 };
    out.say(
      flow || form.key !== 'explicit' ? `${key}${form.key === 'spaced' && !flow ? ' ' : ''}:` : `? ${key}\n    :`,
    );
    const scalarText = layout === 'json' ? JSON.stringify(value) : scalar(value, form.style, place);
    const lines = /^[>|]/.test(scalarText);
    out.say(` ${layout === 'json' ? '' : form.before}`);
    out.value(`${address} ${name}`, scalarText);
    return lines;
  };
  out.wanted.set(address, { ...values, ...(merged && { deeplinkUrl: 'https://merged.example.com/' }) });
  if (isFlow) {
    out.say(layout === 'flow-lines' ? '  - {\n      ' : '  - { ');
    for (const [index, one] of order.entries()) {
      if (index > 0)
        out.say(
          layout === 'flow-lines' ? `,${one.form.comment.startsWith(' #') ? one.form.comment : ''}\n      ` : ', ',
        );
      put(one, true);
    }
    out.value(`${address} +`, '');
    out.say(layout === 'flow-lines' ? `${after}\n    }\n` : ` }${after}\n`);
    return;
  }
  out.say(layout === 'dash-below' ? '  -\n    ' : '  - ');
  if (merged) out.say('<<: *base\n    ');
  for (const [index, one] of order.entries()) {
    if (index > 0) {
      const { above } = one.form;
      out.say(above === '' ? '    ' : above === '\n' ? '\n    ' : `${above.replace(/^(?=#)/gm, '    ')}\n    `);
    }
    const lines = put(one, false);
    out.say(lines ? '' : one.form.comment);
    if (index === order.length - 1) out.value(`${address} +`, '');
    out.say('\n');
  }
}

function writePicture(
  out: Writer,
  id: string,
  { tags: list, layout, styles, comment: after }: typeof picture extends fc.Arbitrary<infer E> ? E : never,
) {
  const name = `picture/${id} tags`;
  out.wanted.set(`picture/${id}`, { tags: list });
  out.say(`  - id: "${id}"\n    tags:`);
  const flow = layout.startsWith('flow');
  const items = list.map((one, index) =>
    scalar(one, flow ? (styles[index] ?? 0) % 6 : (styles[index] ?? 0) % 6, { flow, indent: 8 }),
  );
  if (flow) {
    out.say(' ');
    out.value(name, layout === 'flow' ? `[${items.join(', ')}]` : `[\n      ${items.join(',\n      ')},\n    ]`);
    out.say(`${after}\n`);
    return;
  }
  const dash = layout === 'same-column' ? '    - ' : '      - ';
  out.say(`\n${dash.slice(0, -2)}`);
  const glue = layout === 'commented' ? `\n${dash.slice(0, -2)}# why\n${dash}` : `\n${dash}`;
  out.value(name, `- ${items.join(glue)}`);
  out.say(`${after}\n`);
}

export const yamlFile = fc.record({
  parts: fc.array(
    fc.record({
      keywords: fc.array(entry, { minLength: 1, maxLength: 4 }),
      pictures: fc.array(picture, { maxLength: 2 }),
      groups: fc.array(group, { maxLength: 1 }),
      head: comment,
    }),
    { minLength: 1, maxLength: 3 },
  ),
  separator: fc.constantFrom('---\n', '--- # next\n', '...\n---\n'),
  directive: fc.boolean(),
  mark: fc.boolean(),
  lineEnd,
  open: fc.boolean(),
});

export function writeYaml({
  parts,
  separator,
  directive,
  mark,
  lineEnd: end,
  open,
}: typeof yamlFile extends fc.Arbitrary<infer F> ? F : never) {
  const out = new Writer();
  if (directive) out.say('%YAML 1.2\n---\n');
  for (const [index, part] of parts.entries()) {
    const number = (n: number) => `${index + 1}${n + 1}`;
    if (index > 0) out.say(separator);
    out.say(`version: 1${part.head}\nx-base: &base { deeplinkUrl: "https://merged.example.com/" }\n`);
    if (part.groups.length > 0) out.say('groups:\n');
    for (const { name, price: bid, style: how, layout } of part.groups) {
      const address = `group/g${index}`;
      out.wanted.set(address, { name, price: bid });
      out.say(
        layout === 'flow' ? `  g${index}: { campaignId: 1, name: ` : `  g${index}:\n    campaignId: 1\n    name: `,
      );
      out.value(
        `${address} name`,
        scalar(name, layout === 'flow' ? how % 6 : how, { flow: layout === 'flow', indent: 6 }),
      );
      out.say(layout === 'flow' ? ', price: ' : '\n    price: ');
      out.value(`${address} price`, bid);
      out.value(`${address} +`, '');
      out.say(layout === 'flow' ? ' }\n' : '\n');
    }
    out.say('keywords:\n');
    for (const [n, one] of part.keywords.entries()) writeKeyword(out, number(n), one);
    if (part.pictures.length > 0) out.say('pictures:\n');
    for (const [n, one] of part.pictures.entries()) writePicture(out, number(n), one);
  }
  const last = out.pieces.at(-1);
  if (open && last !== undefined && last.value === undefined)
    out.pieces[out.pieces.length - 1] = { text: last.text.replace(/\n$/, '') };
  const file: WrittenFile = { pieces: out.pieces, encoding: 'utf-8', mark, lineEnd: end };
  return { file, wanted: out.wanted };
}
