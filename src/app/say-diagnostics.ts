import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { renderDiagnostics } from '../render/index.js';
import { type CommandContext, say, stderrText } from './context.js';

/** For a command whose result has no place for them: they go to stderr. */
export async function sayDiagnostics(context: CommandContext, diagnostics: readonly Diagnostic[]): Promise<void> {
  if (diagnostics.length > 0) await say(context, renderDiagnostics(diagnostics, stderrText(context)).trimEnd());
}
