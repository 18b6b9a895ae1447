import type { Credentials } from '../../api/index.js';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { hostOf, isLoopback, lineageOf } from '../../model/index.js';
import { RecordDamaged } from '../../state/machine/machine-memory.js';
import type { AppPorts } from '../ports.js';
import { type Environment, isCi } from '../ports.js';
import { lineageNow } from '../state/state-owner.js';
import { allowsHttp, type ServiceAddress } from '../workspace/credentials.js';
import { listedHosts } from '../workspace/listed-hosts.js';
import type { Workspace } from '../workspace/workspace.js';
import { rememberedHosts } from './remembered-hosts.js';

/** What is left to do once a host may get credentials. */
export interface AllowedHost {
  readonly diagnostics: readonly Diagnostic[];
  /** Credentials went there: the first host that they went to is remembered. */
  went(): Promise<void>;
  /** The run that this was for is over: it may have given the account its lineage. */
  ended(): Promise<void>;
  /** A login on it, asked for by the user, succeeded. */
  loggedIn(): Promise<void>;
}

const nothing = () => Promise.resolve();
const NOTHING_TO_REMEMBER = { went: nothing, ended: nothing, loggedIn: nothing };

/**
 * Whether the service's host may get the credentials; a `Failure` if not, before anything is sent. `adwright.yaml` comes
 * with a branch that no one may have reviewed yet; the environment and what this machine remembers do not.
 */
export async function allowHost(
  app: AppPorts,
  workspace: Workspace,
  { baseUrl, isOwnWord }: ServiceAddress,
  credentials: Credentials,
  logsIn: boolean,
): Promise<AllowedHost> {
  const { env } = app;
  const { project, account } = workspace;
  // What is not an address is refused by the client.
  if (!URL.canParse(baseUrl)) return { diagnostics: [], ...NOTHING_TO_REMEMBER };
  const url = new URL(baseUrl);
  const host = hostOf(url);
  const diagnostics = isOwnWord ? checkHttp(env, url, host) : [];
  const listed = listedHosts(env);
  if (listed !== undefined) {
    if (listed.has(host)) return { diagnostics, ...NOTHING_TO_REMEMBER };
    const detail = `The service of account ${account.name} is at ${host}; ADWRIGHT_HOSTS names ${[...listed].join(', ')}. Nothing was sent.`;
    throw new Failure([diagnostic('host-not-allowed', { detail })]);
  }
  if (isOwnWord) return { diagnostics, ...NOTHING_TO_REMEMBER };
  if (isCi(env)) diagnostics.push(fromBranch(env, host));
  const folders = await app.userFolders();
  if (folders === undefined) {
    const detail = `No home folder was found: that the credentials of account ${account.name} go to ${host} cannot be recorded, and another host would not be noticed.`;
    return { diagnostics: [...diagnostics, diagnostic('memory-unavailable', { detail })], ...NOTHING_TO_REMEMBER };
  }
  const sender = { root: project.root, account: account.name, lineage: lineageOf(project, account), credentials };
  const remembered = rememberedHosts(folders.data, sender);
  if (!logsIn) {
    const known = await remembered.read().catch((error: unknown) => {
      if (!(error instanceof RecordDamaged)) throw error;
      const detail = `${error.message}: which hosts got these credentials before is not known. Nothing was sent. If ${host} is right, \`adwright login\` writes the record again.`;
      throw new Failure([diagnostic('memory-damaged', { detail })]);
    });
    const other = known.find((hosts) => hosts.length > 0 && !hosts.includes(host));
    if (other !== undefined) {
      const detail = `The credentials of account ${account.name} have been sent to ${other.join(', ')}; adwright.yaml now names ${host}. Nothing was sent.`;
      throw new Failure([diagnostic('host-changed', { detail })]);
    }
  }
  return {
    diagnostics,
    went: () => remembered.rememberFirst(host),
    async ended() {
      const lineage = sender.lineage ?? (await lineageNow(workspace));
      if (lineage !== sender.lineage) await rememberedHosts(folders.data, { ...sender, lineage }).rememberFirst(host);
    },
    loggedIn: () => remembered.add(host),
  };
}

/** Of the address in the environment; the one in adwright.yaml is checked where that file is read. */
function checkHttp(env: Environment, url: URL, host: string): Diagnostic[] {
  if (url.protocol !== 'http:' || isLoopback(host)) return [];
  const detail = `The address in the environment reaches ${host} over http.`;
  if (allowsHttp(env)) return [diagnostic('plain-http', { severity: 'warning', detail })];
  throw new Failure([diagnostic('plain-http', { detail })]);
}

function fromBranch(env: Environment, host: string): Diagnostic {
  const ignored = env['ADWRIGHT_BASE_URL']
    ? ' ADWRIGHT_BASE_URL does not count: the project has several accounts.'
    : '';
  const detail = `The credentials go to ${host} because adwright.yaml says so, and a branch can change that file.${ignored}`;
  return diagnostic('host-from-branch', { detail });
}
