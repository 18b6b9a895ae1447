import type { Operation } from '../model/index.js';
import { runAdoptions } from './adopt-stage.js';
import { runCreates } from './create-stage.js';
import type { RunContext } from './run-context.js';
import { type MarkOf, runUpdates } from './update-stage.js';

/** Carries out the operations in order; every item ends with a result in the context. */
export async function executeOperations(
  operations: readonly Operation[],
  context: RunContext,
  markOf: MarkOf,
): Promise<void> {
  for (const operation of operations) {
    const kind = context.ports.kinds.get(operation.kind);
    if (kind === undefined) throw new Error(`the plan names the kind ${operation.kind}, which does not exist`);
    if (operation.ability === 'import') await runAdoptions(operation, context);
    else if (operation.ability === 'update') await runUpdates(operation, kind, context, markOf);
    else await runCreates(operation, kind, context);
  }
}
