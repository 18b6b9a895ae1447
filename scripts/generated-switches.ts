import type { TSchema } from '@sinclair/typebox';
import { SandboxOptionsSchema } from '../src/sandbox/index.js';

const FROM = '<!-- switches: made by `npm run generate` -->';
const TO = '<!-- end of the switches -->';

/** The page about the sandbox, with its table of switches made from the schema of the options. */
export function withSwitches(page: string): string {
  const [before, rest] = split(page, FROM);
  const [, after] = split(rest, TO);
  return `${before}${FROM}\n\n${switchTable()}\n${TO}${after}`;
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`docs/sandbox.md lacks ${mark}`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

function switchTable(): string {
  const lines = ['| switch | default | what it is about | other values |', '|---|---|---|---|'];
  for (const [path, schema] of leaves(SandboxOptionsSchema)) {
    const rest = words(schema).filter((word) => word !== schema['default']);
    const shown = [`\`${path}\``, code(schema['default']), schema.description ?? '', rest.map(code).join(' ')];
    lines.push(`| ${shown.join(' | ')} |`);
  }
  return `${lines.join('\n')}\n`;
}

function* leaves(schema: TSchema, above = ''): Generator<[string, TSchema]> {
  for (const [name, member] of Object.entries<TSchema>(schema['properties'])) {
    if (member['properties'] === undefined) yield [`${above}${name}`, member];
    else yield* leaves(member, `${above}${name}.`);
  }
}

const words = (schema: TSchema): unknown[] => (schema['anyOf'] ?? []).map((one: TSchema) => one['const']);

const code = (value: unknown) =>
  value === '' ? '(empty)' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
