import { diagnostic } from '../../../diagnostics/diagnostic.js';
import { Failure } from '../../../diagnostics/failure.js';
import { hostOf } from '../../../model/index.js';
import type { BackendPorts } from '../backend-definition.js';
import { keyOfProject } from '../git/key-of-project.js';
import { notSetUp } from '../store-faults.js';
import { variableOf, webAddress } from '../store-settings.js';
import { GitlabRequests } from './gitlab-requests.js';
import { GitlabStore } from './gitlab-store.js';

const OWN_TOKEN = 'ADWRIGHT_STATE_TOKEN';
const JOB_TOKEN = 'CI_JOB_TOKEN';
const JOB_URL = 'CI_API_V4_URL';
const LONGEST_NAME = 255;

/** The state of one account in GitLab. */
export async function openGitlab(ports: BackendPorts): Promise<GitlabStore> {
  const { environment, network, account, clock } = ports;
  const { project } = ports.project.state.own;
  if (project === undefined)
    throw notSetUp('The state is kept in GitLab, and adwright.yaml does not name the project as `state.project`');
  const api = apiAddress(ports);
  const jobUrl = webAddress(environment[JOB_URL] ?? '');
  const isOfJob = jobUrl !== undefined && hostOf(jobUrl) === hostOf(api);
  network.allow(api, { isOwnWord: isOfJob, getsCredentials: true });
  const token = variableOf(environment, [OWN_TOKEN]);
  const jobToken = token === undefined ? variableOf(environment, [JOB_TOKEN]) : undefined;
  if (token === undefined && jobToken === undefined)
    throw notSetUp(
      `The state is kept in GitLab, and the environment has no token for it: ${OWN_TOKEN}, or ${JOB_TOKEN} in a job`,
    );
  // A branch can change `url`; the token of a job is for the GitLab that runs it.
  if (jobToken !== undefined && jobUrl !== undefined && !isOfJob)
    throw notSetUp(`${JOB_TOKEN} is for ${hostOf(jobUrl)}, and \`state.url\` names ${hostOf(api)}: set ${OWN_TOKEN}`);
  const basic = Buffer.from(`gitlab-ci-token:${jobToken}`).toString('base64');
  const key = await keyOfProject(ports);
  const requests = new GitlabRequests({
    project: `${api.pathname.replace(/\/+$/u, '')}/projects/${encodeURIComponent(project)}`,
    shown: `project ${project} at ${api.host}`,
    credentials: token === undefined ? { authorization: `Basic ${basic}` } : { 'private-token': token },
    mask: network.masker([token, jobToken, jobToken === undefined ? undefined : basic]),
    connect: () => network.connect(new URL(api.origin)),
  });
  return new GitlabStore(requests, {
    name: stateName(key, account),
    clock,
    lockId: ports.randomId(16),
    where: `gitlab ${requests.shown}, ${key}/${account}`,
  });
}

function apiAddress({ project, environment }: BackendPorts): URL {
  const given = project.state.own['url'] ?? variableOf(environment, [JOB_URL]);
  if (given === undefined)
    throw notSetUp(`The state is kept in GitLab, and neither \`state.url\` nor ${JOB_URL} says where GitLab is`);
  const url = webAddress(given);
  if (url === undefined) throw notSetUp(`The address of GitLab is not an http(s) address`);
  const path = url.pathname.replace(/\/+$/u, '');
  return new URL(`${url.origin}${path.endsWith('/api/v4') ? path : `${path}/api/v4`}`);
}

/** What the state is called in GitLab, where a name holds no slash. Two keys or accounts never give one name. */
export function stateName(key: string, account: string): string {
  const name = ['adwright', key, account].map(part).join('~~');
  if (name.length + 10 <= LONGEST_NAME) return name;
  const detail = `The key ${JSON.stringify(key)} with the account ${account} is too long for the name of a state in GitLab.`;
  throw new Failure([diagnostic('state-key-unusable', { detail })]);
}

const part = (text: string) =>
  text.replace(/[^A-Za-z0-9_-]/gu, (sign) =>
    [...Buffer.from(sign, 'utf8')].map((byte) => `~${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );
