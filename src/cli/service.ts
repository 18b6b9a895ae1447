import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import envPaths from 'env-paths';
import {
  type Client,
  type ClientEvent,
  type Credentials,
  callEnding,
  createClient,
  fileTokenStore,
  isRemembered,
} from '../api/index.js';
import type { AccountSettings, CallResult } from '../model/index.js';
import { ObserveFailure } from '../model/index.js';
import { renderDiagnostics } from '../render/index.js';
import { type CommandContext, stderrText } from './command.js';
import { baseUrlOf, checkCredentials, givenCredentials, SANDBOX_CREDENTIALS } from './credentials.js';
import { startFromText } from './start-sandbox.js';
import { VERSION } from './version.js';
import type { Workspace } from './workspace.js';

export interface OpenService {
  readonly client: Client;
  close(): Promise<void>;
}

interface Purpose {
  readonly writes: boolean;
  /** A login is made in any case: a token that was kept is not enough. */
  readonly logsIn?: boolean;
}

/** Fixture that the embedded sandbox takes when it lies beside the project file. */
const SANDBOX_FIXTURE = 'sandbox.yaml';

/**
 * The client of the workspace's account. `baseUrl: sandbox` starts the sandbox inside this process; a command that
 * only reads leaves its data folder as it was.
 */
export async function openService(
  context: CommandContext,
  workspace: Workspace,
  purpose: Purpose,
): Promise<OpenService> {
  const { io } = context;
  const { account, project } = workspace;
  const baseUrl = baseUrlOf(io.env, account, project.accounts.size);
  const embedded = baseUrl === 'sandbox' ? await embeddedSandbox(context, workspace, purpose) : undefined;
  const client = createClient({
    baseUrl: embedded?.url ?? baseUrl,
    credentials:
      embedded === undefined ? await credentialsFor(context, account, baseUrl, purpose) : SANDBOX_CREDENTIALS,
    passwordScheme: embedded === undefined ? account.passwordScheme : 'encrypted',
    service: account.service,
    limits: account.limits,
    env: embedded === undefined ? io.env : {},
    userAgent: `adwright/${VERSION}`,
    clock: io.clock,
    onDiagnostic: (one) => void io.stderr.write(`${renderDiagnostics([one], stderrText(context))}\n`),
    ...(embedded === undefined && { tokenStore: fileTokenStore(tokenFile()) }),
    ...(context.global.verbose && { onEvent: (event: ClientEvent) => void io.stderr.write(`${eventLine(event)}\n`) }),
  });
  return {
    client,
    close: async () => {
      await client.close();
      await embedded?.close();
    },
  };
}

/** Where `login --remember` keeps tokens: outside every project. */
export function tokenFile(): string {
  return join(envPaths('adwright', { suffix: '' }).config, 'tokens.json');
}

/** Complete for a login, or good for a token that `login --remember` kept. */
async function credentialsFor(
  { io }: CommandContext,
  account: AccountSettings,
  baseUrl: string,
  { logsIn = false }: Purpose,
): Promise<Credentials> {
  const given = givenCredentials(io.env, account);
  const store = fileTokenStore(tokenFile());
  // A store that cannot be read holds nothing: the error is then about what is missing.
  const kept = !logsIn && (await isRemembered(store, baseUrl, given, io.clock.now()).catch(() => false));
  if (!kept) checkCredentials(given, account);
  return given;
}

async function embeddedSandbox({ io }: CommandContext, { project, account }: Workspace, { writes }: Purpose) {
  const text = await readFile(join(project.root, SANDBOX_FIXTURE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  const folder = join(project.root, '.adwright', 'sandbox');
  return startFromText(
    {
      port: 0,
      dataDir: project.accounts.size === 1 ? folder : join(folder, account.name),
      keepChanges: writes,
      now: () => io.clock.now(),
      service: account.service,
    },
    text === undefined ? undefined : { file: SANDBOX_FIXTURE, text },
  );
}

function eventLine(event: ClientEvent): string {
  if (event.type === 'wait') return `debug: waiting ${event.seconds} s: ${event.reason}`;
  const reply =
    event.status === undefined ? (event.message ?? 'no reply') : `${event.status}, ${event.replyBytes ?? 0} bytes`;
  return `debug: ${event.endpoint} ${event.path}: ${event.requestBytes} bytes sent; ${reply}; ${event.milliseconds} ms`;
}

/** The reply, or the end of the command with what the service said. */
export function replyOf<Reply>(result: CallResult<Reply>): Reply {
  if (result.ok) return result.reply;
  throw callEnding(result.failure);
}

/** Runs what reads through the kinds; a read that failed for good ends the command with one clear error. */
export async function readingService<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ObserveFailure) throw callEnding(error.failure);
    throw error;
  }
}
