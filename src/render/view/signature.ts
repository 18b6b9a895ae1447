import type { Change } from '../../model/change/plan.js';
import { SPEAKS_FOR_ITSELF } from './change-view.js';
import { originOf } from './origin.js';

/** Equal in everything that a person would be shown but the name and the place. */
export function signature(change: Change, asOf: string): string {
  const settledBy = change.action === 'blocked' ? change.desiredDigest : change.attempt?.id;
  const reason = showsReason(change) ? change.reason : '';
  const fields = change.fields.map(({ priorAt: _at, ...field }) => field);
  return JSON.stringify([change.action, change.drift, reason, change.todo, settledBy, fields, originOf(change, asOf)]);
}

export function showsReason({ action }: Pick<Change, 'action'>): boolean {
  return !SPEAKS_FOR_ITSELF.has(action);
}
