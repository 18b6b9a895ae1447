import type { Change } from '../../model/change/plan.js';
import { SPEAKS_FOR_ITSELF } from './change-view.js';
import { originOf } from './origin.js';

/** Equal in everything that a person would be shown but the name and the place. */
export function signature(change: Change, asOf: string): string {
  return plainEdit(change) ?? plainCreation(change) ?? wholeSignature(change, asOf);
}

/** Most changes of a long list are one edit of one text; no whole signature begins like theirs. */
function plainEdit({ action, drift, fields, todo, attempt }: Change): string | undefined {
  const [field] = fields;
  if (action !== 'update' || drift || fields.length !== 1 || field === undefined) return undefined;
  const { path, desired, prior, observed } = field;
  if (typeof desired !== 'string' || typeof observed !== 'string') return undefined;
  if (prior !== undefined || field.drift || todo !== undefined || attempt !== undefined) return undefined;
  return `${path.length} ${desired.length} ${path}${desired}${observed}`;
}

/** A creation is known by its texts; no other signature begins like theirs. */
function plainCreation({ action, drift, fields, todo, attempt }: Change): string | undefined {
  if (action !== 'create' || drift || todo !== undefined || attempt !== undefined) return undefined;
  let text = '+';
  for (const { path, desired, prior, observed, drift: drifted } of fields) {
    if (typeof desired !== 'string' || prior !== undefined || observed !== undefined || drifted) return undefined;
    text += ` ${path.length} ${desired.length} ${path}${desired}`;
  }
  return text;
}

function wholeSignature(change: Change, asOf: string): string {
  const settledBy = change.action === 'blocked' ? change.desiredDigest : change.attempt?.id;
  const reason = showsReason(change) ? change.reason : '';
  const fields = change.fields.map(({ priorAt: _at, ...field }) => field);
  return JSON.stringify([change.action, change.drift, reason, change.todo, settledBy, fields, originOf(change, asOf)]);
}

export function showsReason({ action }: Pick<Change, 'action'>): boolean {
  return !SPEAKS_FOR_ITSELF.has(action);
}
