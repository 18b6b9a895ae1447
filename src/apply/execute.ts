import type { Operation } from '../model/index.js';
import { runAdoptions } from './adopt-stage.js';
import { runCreates } from './create-stage.js';
import type { RunContext } from './run-context.js';
import type { MarkOf } from './update-recorder.js';
import { runUpdates } from './update-stage.js';

/**
 * Carries out the operations in order. Whatever happens, it resolves, and every item has exactly one result in the
 * context: what a stage left out, because the run stopped or broke off, was not sent.
 */
export async function executeOperations(
  operations: readonly Operation[],
  context: RunContext,
  markOf: MarkOf,
): Promise<void> {
  const before = context.results.length;
  try {
    for (const operation of operations) {
      if (context.stopped !== undefined) break;
      await runOperation(operation, context, markOf);
    }
  } catch (error) {
    context.breakOff(error);
  }
  const asked = operations.reduce((sum, { items }) => sum + items.length, 0);
  // Each item has one result at most, so that the number tells whether one has none.
  if (context.results.length - before === asked) return;
  const note = `not sent: ${context.stopped ?? 'the run ended before it'}`;
  for (const { items } of operations) {
    for (const { address, action } of items.changes) {
      if (!context.has(address)) context.record({ address, action, outcome: 'skipped', note });
    }
  }
}

async function runOperation(operation: Operation, context: RunContext, markOf: MarkOf): Promise<void> {
  const kind = context.ports.kinds.get(operation.kind);
  if (kind === undefined) throw new Error(`the plan names the kind ${operation.kind}, which does not exist`);
  if (operation.ability === 'import') await runAdoptions(operation, context);
  else if (operation.ability === 'update') await runUpdates(operation, kind, context, markOf);
  else await runCreates(operation, kind, context);
}
