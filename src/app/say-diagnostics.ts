import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { renderDiagnostics } from '../render/index.js';
import type { AppPorts } from './ports.js';

/** For a command whose result has no place for them: they go to stderr. */
export async function sayDiagnostics(app: AppPorts, diagnostics: readonly Diagnostic[]): Promise<void> {
  if (diagnostics.length > 0) await app.say((layout) => renderDiagnostics(diagnostics, layout).trimEnd());
}
