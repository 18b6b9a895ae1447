import { kinds } from '../../../kinds/registry.js';
import { editFiles } from '../../edits/edit-files.js';
import { readAssignment, setValues } from '../../edits/set-values.js';
import type { Outcome } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { sayDiagnostics } from '../../say-diagnostics.js';
import { loadWholeGraph, openWorkspace } from '../../workspace/workspace.js';

interface SetOptions {
  /** `price*=1.1`. */
  readonly assignment: readonly string[];
  readonly target: readonly string[];
  readonly where: readonly string[];
  readonly word: readonly string[];
  readonly write?: boolean;
}

/** A bulk edit of the manifests. */
export async function set(
  app: AppPorts,
  { assignment, target, where, word, write = false }: SetOptions,
): Promise<Outcome> {
  const assignments = assignment.map((text) => readAssignment(text, ['=', '*=', '+=']));
  const conditions = where.map((text) => readAssignment(text, ['=']));
  const workspace = await openWorkspace(app);
  const graph = await loadWholeGraph(workspace);
  await sayDiagnostics(app, workspace.diagnostics);
  const wanted = setValues(graph.resources.values(), assignments, { target, where: conditions, word }, kinds);
  return editFiles(app, workspace, graph, wanted, write);
}
