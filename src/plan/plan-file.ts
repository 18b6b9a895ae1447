import { diagnostic } from '../diagnostics/diagnostic.js';
import { Failure } from '../diagnostics/failure.js';
import type { Plan } from '../model/index.js';

/** The newest form of saved plan that this version writes and reads. */
const PLAN_FORMAT = 1;

/**
 * A plan as a file: the value itself, in pieces, since a plan of a million changes is longer than a string can be. It
 * holds digests of images and no secrets, but bids and addresses of pages.
 */
export function* planFilePieces(plan: Plan): Generator<string> {
  yield '{';
  let separator = '';
  for (const [key, value] of Object.entries({ adwrightPlan: PLAN_FORMAT, ...plan })) {
    if (value === undefined) continue;
    yield `${separator}\n ${JSON.stringify(key)}: `;
    separator = ',';
    if (key === 'changes') yield* changePieces(plan.changes);
    else yield JSON.stringify(value);
  }
  yield '\n}\n';
}

/** One change a line. */
function* changePieces(changes: Plan['changes']): Generator<string> {
  let separator = '[';
  for (const change of changes) {
    yield `${separator}\n  ${JSON.stringify(change)}`;
    separator = ',';
  }
  yield changes.length === 0 ? '[]' : '\n ]';
}

export function parsePlanFile(text: string, file: string): Plan {
  const refuse = (detail: string) => new Failure([diagnostic('plan-file-invalid', { detail: `${file}: ${detail}` })]);
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw refuse('it is not JSON, or it was cut off.');
  }
  if (typeof value !== 'object' || value === null || !('adwrightPlan' in value))
    throw refuse('it is some other document.');
  if (value.adwrightPlan !== PLAN_FORMAT) {
    throw refuse(`it has format ${String(value.adwrightPlan)}; this version reads format ${PLAN_FORMAT}.`);
  }
  const { adwrightPlan: _format, ...plan } = value;
  if (!isPlan(plan)) throw refuse('it lacks parts of a plan.');
  return plan;
}

function isPlan(value: object): value is Plan {
  const texts = ['account', 'uid', 'manifestDigest', 'digest', 'createdAt'];
  const lists = ['allow', 'targets', 'changes', 'findings', 'diagnostics'];
  const at = (key: string): unknown => (value as Record<string, unknown>)[key];
  return (
    texts.every((key) => typeof at(key) === 'string') &&
    lists.every((key) => Array.isArray(at(key))) &&
    typeof at('summary') === 'object' &&
    at('summary') !== null &&
    (at('changes') as readonly unknown[]).every(isChange) &&
    (at('moved') === undefined || (Array.isArray(at('moved')) && (at('moved') as readonly unknown[]).every(isMove)))
  );
}

function isMove(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { from, to } = value as Readonly<Record<string, unknown>>;
  return typeof from === 'string' && typeof to === 'string';
}

function isChange(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { address, kind, action, fields } = value as Readonly<Record<string, unknown>>;
  return [address, kind, action].every((one) => typeof one === 'string') && Array.isArray(fields);
}
