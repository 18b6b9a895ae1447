import { kinds } from '../../kinds/registry.js';
import type { CommandContext, CommandResult } from '../context.js';
import { editFiles } from '../edits/edit-files.js';
import { readAssignment, setValues } from '../edits/set-values.js';
import { sayDiagnostics } from '../say-diagnostics.js';
import { loadWholeGraph, openWorkspace } from '../workspace/workspace.js';

interface SetOptions {
  readonly target: readonly string[];
  readonly where: readonly string[];
  readonly word: readonly string[];
  readonly write?: boolean;
}

/** A bulk edit of the manifests. */
export async function set(
  context: CommandContext,
  texts: readonly string[],
  { target, where, word, write = false }: SetOptions,
): Promise<CommandResult> {
  const assignments = texts.map((text) => readAssignment(text, ['=', '*=', '+=']));
  const conditions = where.map((text) => readAssignment(text, ['=']));
  const workspace = await openWorkspace(context);
  const graph = await loadWholeGraph(workspace);
  await sayDiagnostics(context, workspace.diagnostics);
  const wanted = setValues(graph.resources.values(), assignments, { target, where: conditions, word }, kinds);
  return editFiles(context, workspace, graph, wanted, write);
}
