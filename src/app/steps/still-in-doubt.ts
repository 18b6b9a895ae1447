import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { DiagnosticList } from '../../diagnostics/diagnostic-list.js';
import { type Plan, shellWord } from '../../model/index.js';

/**
 * What an earlier run left in doubt, with what settles it: it ends an apply with 4, and is none of the items that the
 * run has results of.
 */
export function stillInDoubt({ changes, summary }: Pick<Plan, 'changes' | 'summary'>): readonly Diagnostic[] {
  // A long list is gone through once less where there is nothing of the kind.
  if (summary.unresolved === 0) return [];
  const list = new DiagnosticList();
  for (const { address, action, attempt } of changes) {
    if (action !== 'unresolved') continue;
    const sent = attempt === undefined ? 'Sent' : `Sent in attempt ${attempt.id}`;
    const detail = `${sent}. Look whether it is there, then run \`adwright resolve ${shellWord(address)} --id ID\`, or \`--absent\`.`;
    list.add(diagnostic('still-in-doubt', { detail, address }));
  }
  return list.all();
}
