import { DIAGNOSTIC_CODES } from '../../diagnostics/codes.js';
import type { Diagnostic, SourcePlace } from '../../diagnostics/diagnostic.js';
import type { Impact } from '../../model/change/impact.js';
import type { Change, FieldChange, Finding, Plan } from '../../model/change/plan.js';
import type { ApplyResult, ItemResult } from '../../model/change/result.js';
import type { Values } from '../../model/resource/value.js';
import type { StateEntry } from '../../model/state/state.js';
import type { DrillRow } from '../view/drill-row.js';
import type { DrillDocument } from './drill-schema.js';
import type {
  ApplyDocument,
  ChangeDocument,
  DiagnosticDocument,
  ErrorDocument,
  FieldDocument,
  FindingDocument,
  ImpactDocument,
  ItemDocument,
  PlanDocument,
  RowsDocument,
  StateListDocument,
  StateShowDocument,
  ValidateDocument,
} from './schemas.js';
import { documentValue } from './values.js';

/** Raised in its first number when a reader of the old documents would go wrong, in the second for additions. */
export const FORMAT_VERSION = '1.0';

function placeDocument({ file, line, column, endLine, endColumn, cell }: SourcePlace) {
  return {
    file,
    line,
    column,
    ...(endLine !== undefined && { endLine }),
    ...(endColumn !== undefined && { endColumn }),
    ...(cell !== undefined && { cell }),
  };
}

export function diagnosticDocument(one: Diagnostic): DiagnosticDocument {
  return {
    severity: one.severity,
    code: one.code,
    summary: one.summary,
    ...(one.detail !== undefined && { detail: one.detail }),
    help: DIAGNOSTIC_CODES[one.code].help,
    ...(one.address !== undefined && { address: one.address }),
    ...(one.source !== undefined && { source: placeDocument(one.source) }),
    ...(one.related !== undefined && { related: one.related.map(placeDocument) }),
  };
}

function fieldDocument(field: FieldChange): FieldDocument {
  return {
    path: field.path,
    ...(field.desired !== undefined && { desired: documentValue(field.desired) }),
    ...(field.prior !== undefined && { prior: documentValue(field.prior) }),
    ...(field.observed !== undefined && { observed: documentValue(field.observed) }),
    drift: field.drift,
    ...(field.priorKnown !== undefined && { priorKnown: field.priorKnown }),
    ...(field.priorAt !== undefined && { priorAt: field.priorAt }),
    ...(field.priorBy !== undefined && { priorBy: field.priorBy }),
  };
}

export function changeDocument(change: Change): ChangeDocument {
  return {
    address: change.address,
    kind: change.kind,
    action: change.action,
    drift: change.drift,
    ...(change.id !== undefined && { id: change.id }),
    reason: change.reason,
    ...(change.todo !== undefined && { todo: change.todo }),
    fields: change.fields.map(fieldDocument),
    ...(change.source !== undefined && { source: placeDocument(change.source) }),
    ...(change.facts !== undefined && { facts: { ...change.facts } }),
    ...(change.attempt !== undefined && { attempt: change.attempt.id }),
    ...(change.desiredDigest !== undefined && { desiredDigest: change.desiredDigest }),
  };
}

function findingDocument(finding: Finding): FindingDocument {
  return {
    rule: finding.rule,
    ...(finding.address !== undefined && { address: finding.address }),
    detail: finding.detail,
    ...(finding.source !== undefined && { source: placeDocument(finding.source) }),
    allowed: finding.allowed,
  };
}

function impactDocument({ groups, missing, ...sums }: Impact): ImpactDocument {
  return {
    ...sums,
    groups: groups.map(({ id, address, cost, clicks, views, changes }) => ({
      ...(id !== undefined && { id }),
      ...(address !== undefined && { address }),
      ...(cost !== undefined && { cost }),
      ...(clicks !== undefined && { clicks }),
      ...(views !== undefined && { views }),
      changes,
    })),
    missing: [...missing],
  };
}

/** `plan --json`. `no-op` changes are only counted. It holds no time of its own making: equal plans are equal documents. */
export function planDocument(plan: Plan): PlanDocument {
  return {
    formatVersion: FORMAT_VERSION,
    account: plan.account,
    ...(plan.unread === true && { unread: true as const }),
    digest: plan.digest,
    summary: { ...plan.summary },
    ...(plan.impact !== undefined && { impact: impactDocument(plan.impact) }),
    changes: [...changeDocuments(plan)],
    findings: plan.findings.map(findingDocument),
    diagnostics: plan.diagnostics.map(diagnosticDocument),
  };
}

function* changeDocuments({ changes }: Plan) {
  for (const change of changes) if (change.action !== 'no-op') yield changeDocument(change);
}

/** The same with its changes made one by one while they are written, for `documentText`. */
export function streamedPlanDocument(plan: Plan): Readonly<Record<string, unknown>> {
  const changes = { [Symbol.iterator]: () => changeDocuments(plan) };
  return { ...planDocument({ ...plan, changes: [] }), changes };
}

function itemDocument(item: ItemResult): ItemDocument {
  return {
    address: item.address,
    action: item.action,
    outcome: item.outcome,
    ...(item.id !== undefined && { id: item.id }),
    ...(item.taskId !== undefined && { taskId: item.taskId }),
    ...(item.attempt !== undefined && { attempt: item.attempt }),
    ...(item.error !== undefined && {
      error: { ...(item.error.code !== undefined && { code: item.error.code }), message: item.error.message },
    }),
    ...(item.note !== undefined && { note: item.note }),
  };
}

/** `apply --json`. */
export function applyDocument(result: ApplyResult): ApplyDocument {
  return {
    formatVersion: FORMAT_VERSION,
    account: result.account,
    status: result.status,
    summary: { ...result.summary },
    items: [...itemDocuments(result)],
    diagnostics: result.diagnostics.map(diagnosticDocument),
  };
}

function* itemDocuments({ items }: ApplyResult) {
  for (const item of items) yield itemDocument(item);
}

/** The same with its items made one by one while they are written, for `documentText`. */
export function streamedApplyDocument(result: ApplyResult): Readonly<Record<string, unknown>> {
  const items = { [Symbol.iterator]: () => itemDocuments(result) };
  return { ...applyDocument({ ...result, items: [] }), items };
}

/** `state list --json`. */
export function stateListDocument(
  entries: Iterable<Pick<StateEntry, 'address' | 'kind' | 'id' | 'status'>>,
): StateListDocument {
  return {
    formatVersion: FORMAT_VERSION,
    entries: [...entries].map(({ address, kind, id, status }) => ({
      address,
      kind,
      ...(id !== undefined && { id }),
      status,
    })),
  };
}

/** `state show --json`: images by path, type, size and a short hash, as everywhere. */
export function stateShowDocument(entry: StateEntry): StateShowDocument {
  const { values, stored, provenance, assumed, ...rest } = entry;
  const shown = (of: Values) =>
    Object.fromEntries(Object.entries(of).map(([name, value]) => [name, documentValue(value)]));
  return {
    formatVersion: FORMAT_VERSION,
    entry: {
      ...rest,
      values: shown(values),
      known: provenance,
      ...(assumed !== undefined && { assumed: [...assumed] }),
      ...(stored !== undefined && { stored: shown(stored) }),
    },
  };
}

/** A row of a query: scalars as text, lists of texts (a picture's tags) as lists. */
export type Row = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Queries, with the interface's field names and ids as text. What the service left out is left out. */
export function rowsDocument(rows: Iterable<Row>): RowsDocument {
  return {
    formatVersion: FORMAT_VERSION,
    rows: [...rows].map((row) => {
      const out: Record<string, string | string[]> = {};
      for (const [key, value] of Object.entries(row)) {
        if (value !== undefined) out[key] = typeof value === 'string' ? value : [...value];
      }
      return out;
    }),
  };
}

export function drillDocument(rows: readonly DrillRow[]): DrillDocument {
  return { formatVersion: FORMAT_VERSION, rows: [...rows] };
}

const GRAVITY = { error: 0, warning: 1, info: 2 } as const;

/** The document of a run that failed: its error is the gravest of what was found, the first of several. */
export function failureDocument(diagnostics: readonly Diagnostic[], ending: string): ErrorDocument {
  const [gravest] = [...diagnostics].sort((one, other) => GRAVITY[one.severity] - GRAVITY[other.severity]);
  if (gravest === undefined) return errorDocument(ending, ending);
  const message = [gravest.summary, gravest.detail].filter(Boolean).join(': ');
  return errorDocument(gravest.code, message, diagnostics);
}

/** What every `--json` command prints on an error. */
export function errorDocument(code: string, message: string, diagnostics: readonly Diagnostic[] = []): ErrorDocument {
  return { formatVersion: FORMAT_VERSION, error: { code, message }, diagnostics: diagnostics.map(diagnosticDocument) };
}

/** `validate --json`. */
export function validationDocument(diagnostics: readonly Diagnostic[]): ValidateDocument {
  const count = (severity: Diagnostic['severity']) => diagnostics.filter((one) => one.severity === severity).length;
  const summary = { error: count('error'), warning: count('warning'), info: count('info') };
  return {
    formatVersion: FORMAT_VERSION,
    valid: summary.error === 0,
    summary,
    diagnostics: diagnostics.map((one) => ({
      ...diagnosticDocument(one),
      ...(one.excerpt !== undefined && { excerpt: one.excerpt }),
    })),
  };
}

/**
 * The text of a document in pieces, its long list one item at a time, so that a plan of a million changes never is one
 * string. Joined, the pieces are indented JSON with a line end.
 */
export function* documentText(document: Readonly<Record<string, unknown>>): Generator<string> {
  yield '{';
  let first = true;
  for (const [key, value] of Object.entries(document)) {
    if (value === undefined) continue;
    yield `${first ? '' : ','}\n  ${jsonOf(key)}: `;
    first = false;
    if (!isList(value)) {
      yield indent(jsonOf(value), '  ');
      continue;
    }
    let separator = '[';
    for (const item of value) {
      yield `${separator}\n    ${indent(jsonOf(item), '    ')}`;
      separator = ',';
    }
    yield separator === '[' ? '[]' : '\n  ]';
  }
  yield '\n}\n';
}

/** C1 controls, which JSON need not escape: some terminals act on them as on an escape sequence. */
const CONTROL = /[\u0080-\u009f]/;
const CONTROLS = new RegExp(CONTROL, 'g');

function jsonOf(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2);
  if (!CONTROL.test(text)) return text;
  return text.replace(CONTROLS, (control) => `\\u00${control.charCodeAt(0).toString(16)}`);
}

function isList(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

function indent(text: string, by: string): string {
  return text.replaceAll('\n', `\n${by}`);
}
