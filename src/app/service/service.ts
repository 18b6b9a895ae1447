import { join } from 'node:path';
import {
  type Client,
  type ClientEvent,
  type Credentials,
  callEnding,
  createClient,
  fileTokenStore,
  isRemembered,
  type TokenStore,
} from '../../api/index.js';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { readIfInProject } from '../../files/project-file.js';
import { MOST_TEXT } from '../../files/regular-file.js';
import { unreadFile } from '../../manifest/files/file-system.js';
import type { AccountSettings, CallResult } from '../../model/index.js';
import { ObserveFailure } from '../../model/index.js';
import { renderDiagnostics } from '../../render/index.js';
import type { RunningSandbox } from '../../sandbox/index.js';
import type { AppPorts } from '../ports.js';
import { sayDiagnostics } from '../say-diagnostics.js';
import { VERSION } from '../version.js';
import { givenCredentials, requireCredentials, SANDBOX_CREDENTIALS, serviceAddress } from '../workspace/credentials.js';
import { ownFolder } from '../workspace/own-folder.js';
import type { Workspace } from '../workspace/workspace.js';
import { type AllowedHost, allowHost } from './credential-hosts.js';
import { startFromText } from './start-sandbox.js';

export interface OpenService {
  readonly client: Client;
  /** What there is to say of where the credentials go; already said unless the command has a place for it. */
  readonly diagnostics: readonly Diagnostic[];
  /** A login that the user asked for succeeded: from now on its host may get the credentials. */
  loggedIn(): Promise<void>;
  close(): Promise<void>;
}

interface Purpose {
  readonly writes: boolean;
  /** A login is made in any case: a token that was kept is not enough. */
  readonly logsIn?: boolean;
  /** The command's result has a place for diagnostics. */
  readonly reports?: boolean;
}

/** Fixture that the embedded sandbox takes when it is next to the project file. */
const SANDBOX_FIXTURE = 'sandbox.yaml';

/**
 * The client of the workspace's account. `baseUrl: sandbox` starts the sandbox inside this process; a command that
 * only reads leaves its data folder as it was.
 */
export async function openService(app: AppPorts, workspace: Workspace, purpose: Purpose): Promise<OpenService> {
  const { account, project } = workspace;
  const address = serviceAddress(app.env, account, project.accounts.size);
  if (address.baseUrl === 'sandbox') {
    return sandboxService(app, account, await embeddedSandbox(app, workspace, purpose));
  }
  const { baseUrl } = address;
  const store = await tokenStore(app);
  const credentials = await credentialsFor(app, account, baseUrl, store, purpose);
  const host = await allowHost(app, workspace, address, credentials, purpose.logsIn === true);
  if (purpose.reports !== true) await sayDiagnostics(app, host.diagnostics);
  const memory = hostMemory(app, host);
  const options = clientOptions(app, account);
  const client = createClient({
    ...options,
    baseUrl,
    credentials,
    passwordScheme: account.passwordScheme,
    env: app.env,
    ...(store !== undefined && { tokenStore: store }),
    onEvent: (event) => {
      // What is given up before it is sent tells the host nothing.
      if (event.type === 'call' && event.problem !== 'not-sent') memory.went();
      options.onEvent?.(event);
    },
  });
  return {
    client,
    diagnostics: host.diagnostics,
    loggedIn: () => memory.loggedIn(),
    close: async () => {
      await memory.settled();
      await client.close();
    },
  };
}

/** The client of a sandbox inside this process, which ends with it. */
export function sandboxService(app: AppPorts, account: AccountSettings, sandbox: RunningSandbox): OpenService {
  const client = createClient({
    ...clientOptions(app, account),
    baseUrl: sandbox.url,
    credentials: SANDBOX_CREDENTIALS,
    passwordScheme: 'encrypted',
  });
  const close = async () => {
    await client.close();
    await sandbox.close();
  };
  return { client, diagnostics: [], loggedIn: () => Promise.resolve(), close };
}

/** What is the same for every service. */
function clientOptions(app: AppPorts, account: AccountSettings) {
  return {
    service: account.service,
    limits: account.limits,
    userAgent: `adwright/${VERSION}`,
    clock: app.clock,
    logins: app.logins,
    ...(app.sharedCalls !== undefined && { sharedCalls: app.sharedCalls }),
    onDiagnostic: (one: Diagnostic) => void app.warn((layout) => renderDiagnostics([one], layout)),
    ...(app.trace !== undefined && { onEvent: (event: ClientEvent) => app.trace?.(eventLine(event)) }),
  };
}

/** Remembers the host once, as soon as credentials went there. A failure to remember it is reported, and stops nothing. */
function hostMemory(app: AppPorts, host: AllowedHost) {
  let writing: Promise<void> | undefined;
  const safely = (work: Promise<void>) =>
    work.catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      const detail = `The host that the credentials went to could not be recorded: ${why}.`;
      return sayDiagnostics(app, [diagnostic('memory-unavailable', { detail })]);
    });
  return {
    went: () => {
      writing ??= safely(host.went());
    },
    loggedIn: async () => {
      await writing;
      await safely(host.loggedIn());
    },
    settled: async () => {
      await writing;
      if (writing !== undefined) await safely(host.ended());
    },
  };
}

/** Where `login --remember` keeps tokens: outside every project. Undefined without a folder of the user. */
export async function tokenFile(app: AppPorts): Promise<string | undefined> {
  const folders = await app.userFolders();
  return folders === undefined ? undefined : join(folders.config, 'tokens.json');
}

async function tokenStore(app: AppPorts): Promise<TokenStore | undefined> {
  const file = await tokenFile(app);
  return file === undefined ? undefined : fileTokenStore(file);
}

/** Complete for a login, or good for a token that `login --remember` kept. */
async function credentialsFor(
  app: AppPorts,
  account: AccountSettings,
  baseUrl: string,
  store: TokenStore | undefined,
  { logsIn = false }: Purpose,
): Promise<Credentials> {
  const given = givenCredentials(app.env, account);
  // A store that cannot be read holds nothing: the error is then about what is missing.
  const kept =
    !logsIn && store !== undefined && (await isRemembered(store, baseUrl, given, app.clock.now()).catch(() => false));
  if (!kept) requireCredentials(given, account);
  return given;
}

async function embeddedSandbox(app: AppPorts, { project, account }: Workspace, { writes }: Purpose) {
  const { root } = project;
  const dataDir = await ownFolder(root, join('.adwright', 'sandbox', project.accounts.size === 1 ? '' : account.name));
  const bytes = await readIfInProject(root, SANDBOX_FIXTURE, MOST_TEXT).catch((error: unknown) => {
    throw new Failure([unreadFile(SANDBOX_FIXTURE, error)]);
  });
  const text = bytes?.toString('utf8');
  return startFromText(
    {
      port: 0,
      dataDir,
      keepChanges: writes,
      now: () => app.clock.now(),
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
