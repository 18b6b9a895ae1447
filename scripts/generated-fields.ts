import { kinds } from '../src/kinds/registry.js';
import type { Field, FieldChangeRule, Kind } from '../src/model/index.js';

const FROM = '<!-- fields: made by `npm run generate` -->';
const TO = '<!-- end of the fields -->';

const CHANGES: Readonly<Record<FieldChangeRule, string>> = {
  mutable: 'sent',
  'create-only': '`blocked`',
  'write-only': '`blocked`',
  'service-defaulted': '`blocked`',
  'service-rewritten': '`blocked`',
  computed: '`blocked`',
};

/** The page about manifests, with its tables of fields made from those of the kinds. */
export function withFields(page: string): string {
  const [before, rest] = split(page, FROM);
  const [, after] = split(rest, TO);
  return `${before}${FROM}\n\n${kinds.all.map(fieldTable).join('\n')}\n${TO}${after}`;
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`docs/manifests.md lacks ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

function fieldTable({ section, table }: Kind): string {
  const withColumns = section.files !== undefined;
  const heads = [`\`${section.key}\``, 'what it is', 'an edit is', 'read as', 'sent as'];
  if (withColumns) heads.push('columns');
  const rows = Object.entries(table).map(([name, field]) => {
    const cells = [`\`${name}\``, whatOf(field), CHANGES[field.change], readAs(field), sentAs(field)];
    if (section.files !== undefined) cells.push(columnsOf(section.files.columns, name));
    return `| ${cells.join(' | ')} |`;
  });
  return `| ${heads.join(' | ')} |\n|${heads.map(() => '---|').join('')}\n${rows.join('\n')}\n`;
}

/** Headings besides the field's own name; of a map, those of each of its fields. */
function columnsOf(columns: Readonly<Record<string, readonly string[]>>, name: string): string {
  const parts = Object.entries(columns).filter(([field]) => field.startsWith(`${name}.`));
  const ofParts = parts.map(([field, headings]) => [`\`${field}\``, ...headings].join(', '));
  return [...(columns[name] ?? []), ...ofParts].join('; ');
}

function whatOf({ schema, required }: Field): string {
  const title = schema['title'] ?? '';
  return required === true ? `${title} (required)` : title;
}

const readAs = ({ read }: Field) => (read === 'never' ? 'never' : `\`${read.name}\``);
const sentAs = ({ sent }: Field) => ('name' in sent ? `\`${sent.name}\`` : 'its type and device');
