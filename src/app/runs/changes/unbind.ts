import { callEnding } from '../../../api/index.js';
import { namelessWarning } from '../../../apply/nameless-failures.js';
import { LIMITS } from '../../../contract/index.js';
import type { Diagnostic } from '../../../diagnostics/diagnostic.js';
import { MOST_BY_HAND } from '../../../files/regular-file.js';
import type { CallFailure } from '../../../model/index.js';
import { plural } from '../../../model/index.js';
import { parseUnbinding } from '../../../project/unbinding.js';
import { diagnosticDocument, renderRows } from '../../../render/index.js';
import { changesTo, confirm, refuseUnattended } from '../../confirm.js';
import { type Meaning, type Outcome, result } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { sayDiagnostics } from '../../say-diagnostics.js';
import { openService } from '../../service/service.js';
import { outcomeOf, type UnbindOutcome, unboundOutcomes } from '../../steps/unbind-outcomes.js';
import { readUserFile } from '../../workspace/user-files.js';
import { openWorkspace } from '../../workspace/workspace.js';

/** Takes pictures off groups (unbindPictures). Shows what it will do and asks; what was unbound cannot be bound again here. */
export async function picturesUnbind(
  app: AppPorts,
  { file, autoApprove = false }: { readonly file: string; readonly autoApprove?: boolean },
): Promise<Outcome> {
  if (!autoApprove) refuseUnattended(app, '--auto-approve');
  const workspace = await openWorkspace(app);
  const wanted = await parseUnbinding(await readUserFile(app, file, MOST_BY_HAND), file);
  const pictures = wanted.reduce((count, { picIdList }) => count + picIdList.length, 0);
  const lines = wanted.map(({ groupId, picIdList }) => `  group ${groupId}: unbind ${picIdList.join(', ')}`);
  await app.say(
    [
      ...lines,
      '',
      `${plural(pictures, 'picture')} from ${plural(wanted.length, 'group')}; the interface cannot bind them again.`,
    ].join('\n'),
  );
  if (!autoApprove) await confirm(app, changesTo(wanted.length, workspace.account.name));
  const service = await openService(app, workspace, { writes: true });
  try {
    const outcomes: UnbindOutcome[] = [];
    const warnings: Diagnostic[] = [];
    let stopped = false;
    for (let from = 0; from < wanted.length; from += LIMITS.groupsPerUnbind) {
      const batch = wanted.slice(from, from + LIMITS.groupsPerUnbind);
      if (stopped || app.signal.aborted) outcomes.push(...batch.map((one) => outcomeOf(one, 'not sent')));
      else {
        const answer = await service.client.call('unbindPictures', { picList: batch });
        // Before anything was sent it is an error of the whole command.
        if (!answer.ok && from === 0 && NOTHING_SENT.has(answer.failure.problem)) throw callEnding(answer.failure);
        stopped = !answer.ok;
        const { rows, nameless } = unboundOutcomes(batch, answer);
        outcomes.push(...rows);
        if (nameless.length > 0)
          warnings.push(
            namelessWarning(
              nameless,
              rows.map(({ groupId }) => `group ${groupId}`),
              rows.map(({ outcome }) => ({ fate: outcome })),
            ),
          );
      }
    }
    await sayDiagnostics(app, warnings);
    const failed = outcomes.some((one) => one.outcome !== 'done');
    const meaning: Meaning = app.signal.aborted ? 'interrupted' : failed ? 'incomplete' : 'done';
    return result(
      (layout) =>
        renderRows(
          outcomes.map((one) => ({ ...one })),
          UNBIND_COLUMNS,
          layout,
        ),
      {
        formatVersion: '1.0',
        rows: outcomes,
        ...(warnings.length > 0 && { diagnostics: warnings.map(diagnosticDocument) }),
      },
      meaning,
    );
  } finally {
    await service.close();
  }
}

const UNBIND_COLUMNS = [
  { name: 'groupId', form: 'id' },
  { name: 'pictures', form: 'text' },
  { name: 'outcome', form: 'text' },
  { name: 'code', form: 'text' },
  { name: 'message', form: 'text' },
] as const;

/** What of the call's problems says that the service never got it. */
const NOTHING_SENT: ReadonlySet<CallFailure['problem']> = new Set(['not-sent', 'unauthorised', 'interrupted']);
