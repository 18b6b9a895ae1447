import { callEnding } from '../../../api/index.js';
import { diagnostic } from '../../../diagnostics/diagnostic.js';
import { type Outcome, result } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { sayDiagnostics } from '../../say-diagnostics.js';
import { openService, tokenFile } from '../../service/service.js';
import { accountUid } from '../../steps/planning.js';
import { openWorkspace } from '../../workspace/workspace.js';

const NO_FOLDER = 'No home folder was found, so `--remember` cannot keep the token.';

/** One login, and the account's real uid. A refused login is not repeated: five lock the account until the next day. */
export async function login(app: AppPorts, { remember = false }: { readonly remember?: boolean }): Promise<Outcome> {
  const { signal } = app;
  const workspace = await openWorkspace(app);
  const service = await openService(app, workspace, { writes: false, logsIn: true });
  try {
    const attempt = await service.client.login({ remember, signal });
    if (!attempt.ok) throw callEnding(attempt.failure);
    await service.loggedIn();
    const uid = await accountUid(service, signal);
    const { name } = workspace.account;
    const { expiresAt, kept: isKept } = attempt.reply;
    const file = await tokenFile(app);
    if (remember && file === undefined) await sayDiagnostics(app, [diagnostic('token-store', { detail: NO_FOLDER })]);
    const kept = isKept ? `\nThe token is kept in ${file} until ${expiresAt}.` : '';
    return result(`The credentials of account ${name} are accepted; its uid is ${uid}.${kept}`, {
      formatVersion: '1.0',
      account: name,
      uid,
      expiresAt,
    });
  } finally {
    await service.close();
  }
}
