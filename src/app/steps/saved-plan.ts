import { MOST_PLAN } from '../../files/regular-file.js';
import { kinds } from '../../kinds/registry.js';
import type { Change, Plan } from '../../model/index.js';
import type { AppPorts } from '../ports.js';
import { readUserPieces } from '../workspace/user-files.js';

/** The plan of a file; its reader is loaded only then. `keep`: what of a change is needed, if not all. */
export async function savedPlan(app: AppPorts, file: string, keep?: (change: Change) => Change): Promise<Plan> {
  const { PlanFileReader } = await import('../../plan/saved/read-plan-file.js');
  const reader = new PlanFileReader(file, kinds, keep);
  for await (const piece of readUserPieces(app, file, MOST_PLAN)) reader.take(piece);
  return reader.plan();
}
