#!/usr/bin/env node
// The comment with the plan, on the pull request (GitHub) or merge request (GitLab) of the job that runs this.
//   node ci/comment.mjs put FILE    puts FILE into this job's own comment with the same first line, or makes one
//   node ci/comment.mjs reviewed    prints this job's own comments on the request that the commit was merged with
// GitHub: GH_TOKEN. GitLab: ADWRIGHT_GITLAB_TOKEN. The rest is in the variables of the job.
// With ADWRIGHT_PAGE, the address of the plan as a page, the comment has a link to it.
// Anybody can write a comment that looks like one of these: only those of the token's own user are read or replaced.
// Ends with 0, or with 1: a request was refused, or the commit came with no request.
import { readFileSync } from 'node:fs';

const MARKER = '<!-- adwright plan: ';
const { env } = process;

/** Each provider's own words for the same few requests. */
const PROVIDERS = {
  github: () => {
    const repository = `${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}`;
    const open = () => JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8')).pull_request.number;
    return {
      token: env.GH_TOKEN,
      request: open,
      merged: `${repository}/commits/${env.GITHUB_SHA}/pulls`,
      isMerged: ({ merged_at }) => typeof merged_at === 'string',
      commits: ({ merge_commit_sha }) => [merge_commit_sha],
      commit: env.GITHUB_SHA,
      numberOf: ({ number }) => number,
      comments: (number) => `${repository}/issues/${number}/comments`,
      isOwn: async () => (comment) => comment.user?.login === 'github-actions[bot]',
      replace: (_number, id) => ['PATCH', `${repository}/issues/comments/${id}`],
    };
  },
  gitlab: () => {
    const project = `${env.CI_API_V4_URL}/projects/${env.CI_PROJECT_ID}`;
    const notes = (iid) => `${project}/merge_requests/${iid}/notes`;
    return {
      token: env.ADWRIGHT_GITLAB_TOKEN,
      request: () => env.CI_MERGE_REQUEST_IID,
      merged: `${project}/repository/commits/${env.CI_COMMIT_SHA}/merge_requests`,
      isMerged: ({ state }) => state === 'merged',
      commits: ({ merge_commit_sha, squash_commit_sha, sha }) => [merge_commit_sha, squash_commit_sha, sha],
      commit: env.CI_COMMIT_SHA,
      numberOf: ({ iid }) => iid,
      comments: notes,
      query: '&sort=asc&order_by=created_at',
      isOwn: async (call) => {
        const { id } = await call('GET', `${env.CI_API_V4_URL}/user`);
        return (note) => note.author?.id === id;
      },
      replace: (iid, id) => ['PUT', `${notes(iid)}/${id}`],
    };
  },
};

const provider = env.GITHUB_ACTIONS ? PROVIDERS.github() : env.GITLAB_CI ? PROVIDERS.gitlab() : undefined;

/** Node's own fetch knows no proxy. That of undici, which the tool brings, takes HTTPS_PROXY, HTTP_PROXY and NO_PROXY. */
async function proxiedFetch() {
  if (!['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'].some((name) => env[name])) return fetch;
  const undici = await import('undici');
  const dispatcher = new undici.EnvHttpProxyAgent();
  return (url, options) => undici.fetch(url, { ...options, dispatcher });
}

async function call(method, url, body) {
  const headers = { authorization: `Bearer ${provider.token}`, 'content-type': 'application/json' };
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  // A token goes to the address that the job names, and nowhere from there.
  const fetchIt = await proxiedFetch();
  const response = await fetchIt(url, { method, headers, redirect: 'error', ...content });
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname}: HTTP ${response.status}`);
  return response.json();
}

async function allPages(url, query = '') {
  const all = [];
  for (let page = 1; ; page++) {
    const items = await call('GET', `${url}?per_page=100&page=${page}${query}`);
    if (items.length === 0) return all;
    all.push(...items);
  }
}

async function ownComments(number) {
  const isOwn = await provider.isOwn(call);
  const all = await allPages(provider.comments(number), provider.query);
  return all.filter((comment) => isOwn(comment) && comment.body.startsWith(MARKER));
}

const firstLine = (text) => text.split(/\r?\n/, 1)[0];

/** A link below the heading, where the job kept the plan as a page. */
function withLink(text) {
  const page = env.ADWRIGHT_PAGE ?? '';
  if (!/^https?:\/\/[^\s()<>]+$/.test(page)) return text;
  const [marker, heading, ...rest] = text.split('\n');
  return [
    marker,
    heading,
    '',
    `[The plan as a page](${page}), for those who may see what this job kept.`,
    ...rest,
  ].join('\n');
}

async function put(file) {
  const body = withLink(readFileSync(file, 'utf8'));
  if (!body.startsWith(MARKER)) throw new Error(`${file} is no comment of plan.sh`);
  const number = provider.request();
  const before = (await ownComments(number)).findLast((comment) => firstLine(comment.body) === firstLine(body));
  const [method, url] = before ? provider.replace(number, before.id) : ['POST', provider.comments(number)];
  await call(method, url, { body });
}

async function reviewed() {
  const merged = (await allPages(provider.merged)).filter(provider.isMerged);
  const request = merged.find((one) => provider.commits(one).includes(provider.commit)) ?? merged[0];
  if (request === undefined) throw new Error(`commit ${provider.commit} came with no request that was merged`);
  for (const { body } of await ownComments(provider.numberOf(request))) process.stdout.write(`${body}\n`);
}

const [, , what, file] = process.argv;
try {
  if (provider === undefined) throw new Error('this is no job of GitHub or GitLab');
  if (what === 'put' && file !== undefined) await put(file);
  else if (what === 'reviewed') await reviewed();
  else throw new Error('say `put FILE` or `reviewed`');
} catch (error) {
  process.stderr.write(`comment.mjs: ${error.message}\n`);
  process.exitCode = 1;
}
