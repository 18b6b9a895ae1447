import { createHash } from 'node:crypto';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { Value, type ValueError, ValueErrorType } from '@sinclair/typebox/value';
import { isNode, LineCounter, parseDocument } from 'yaml';
import { type SandboxFixture, SandboxFixtureSchema } from './fixture-schema.js';

/** What is wrong in a fixture, and where: a path such as `/keywords/3/price`. */
export interface FixtureFault {
  readonly path: string;
  readonly message: string;
}

/** The same in fixture text; line and column count from 1. */
export interface FixtureTextFault extends FixtureFault {
  readonly line: number;
  readonly column: number;
}

/** A fixture that does not fit the schema. */
export class FixtureFailure extends Error {
  override readonly name = 'FixtureFailure';
  readonly faults: readonly FixtureFault[];
  constructor(faults: readonly FixtureFault[]) {
    super(faults.map((fault) => `${fault.path}: ${fault.message}`).join('\n'));
    this.faults = faults;
  }
}

const MOST_FAULTS = 50;
/** Above this many records it is worth while to compile the schema, which takes as long as looking at that many without it. */
const MANY = 2_000;

/** Reads fixture YAML. Every scalar is taken as the text that is there, so no id loses a digit. */
export function parseFixture(text: string): { fixture: SandboxFixture | undefined; faults: FixtureTextFault[] } {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { schema: 'failsafe', lineCounter });
  const placeAt = (offset: number) => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  if (document.errors.length > 0) {
    const faults = document.errors.map((error) => {
      const message = error.message.split('\n')[0] ?? error.message;
      return { path: '/', message, ...placeAt(error.pos[0]) };
    });
    return { fixture: undefined, faults };
  }
  const value = Value.Convert(SandboxFixtureSchema, document.toJS() || {});
  const faults = checkFixture(value).map((fault) => {
    const node: unknown = document.getIn(fault.path.split('/').slice(1), true);
    return { ...fault, ...placeAt(isNode(node) ? (node.range?.[0] ?? 0) : 0) };
  });
  return { fixture: faults.length === 0 ? (value as SandboxFixture) : undefined, faults };
}

/** What does not fit the schema, at most 50 faults. */
export function checkFixture(value: unknown): FixtureFault[] {
  if (isSound(value)) return [];
  const faults: FixtureFault[] = [];
  for (const error of Value.Errors(SandboxFixtureSchema, value)) {
    faults.push({ path: error.path || '/', message: explain(error) });
    if (faults.length === MOST_FAULTS) break;
  }
  return faults;
}

function isSound(value: unknown): boolean {
  const lists = typeof value === 'object' && value !== null ? Object.values(value) : [];
  const records = lists.reduce((count: number, list) => count + (Array.isArray(list) ? list.length : 0), 0);
  if (records < MANY) return Value.Check(SandboxFixtureSchema, value);
  return TypeCompiler.Compile(SandboxFixtureSchema).Check(value);
}

function explain(error: ValueError): string {
  const name = error.path.split('/').at(-1) ?? '';
  if (error.type === ValueErrorType.ObjectAdditionalProperties) return `${name} is not known here`;
  if (error.type === ValueErrorType.ObjectRequiredProperty) return `${name} is missing`;
  const members: unknown = error.schema['anyOf'];
  const { description } = error.schema;
  if (!Array.isArray(members)) return `${name}: ${error.message.toLowerCase()}`;
  if (description !== undefined && members.every((member) => member.const === undefined)) {
    return `${name} does not fit: ${description.replace(/[.]$/, '').toLowerCase()}`;
  }
  const allowed = members.map((member: { const?: unknown; pattern?: string; type?: string }) =>
    member.const === undefined ? (member.pattern ?? member.type ?? '?') : String(member.const),
  );
  return `${name} is one of ${allowed.join(', ')}`;
}

/** Identifies the data that come from a fixture. Switches are not part of it: they may change between runs. */
export function fixtureDigest(fixture: SandboxFixture): string {
  const { options: _switches, ...data } = fixture;
  return createHash('sha256').update(JSON.stringify(data)).digest('hex').slice(0, 16);
}
