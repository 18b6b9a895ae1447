import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { projectFolder } from '../support/cli.js';

const SCRIPT = fileURLToPath(new URL('../../ci/comment.mjs', import.meta.url));
const PLAN = '<!-- adwright plan: brand-a -->\nDigest: `a2`\n';
const SHA = 'c0ffee';

interface Note {
  readonly id: number;
  readonly author: string;
  body: string;
}

/** A stand-in for the comments of a provider: it gives two to a page, and keeps what is put there. */
async function provider(kind: 'github' | 'gitlab', notes: Note[], refused?: string) {
  const writes: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const [method = ''] = [request.method];
    const answer = (status: number, value: unknown) => response.writeHead(status).end(JSON.stringify(value));
    if (request.headers.authorization !== 'Bearer job-token') return answer(401, {});
    if (method === refused) return answer(403, {});
    const page = (all: readonly unknown[]) => {
      const from = (Number(searchParams.get('page')) - 1) * 2;
      return answer(200, all.slice(from, from + 2));
    };
    if (method === 'GET') {
      if (pathname.endsWith('/user')) return answer(200, { id: 'bot' });
      if (/commits\/c0ffee\/(pulls|merge_requests)$/.test(pathname)) {
        return page([
          { number: 3, iid: 3, merged_at: null, state: 'opened' },
          { number: 5, iid: 5, merged_at: '2026-01-01', state: 'merged', merge_commit_sha: 'other' },
          { number: 7, iid: 7, merged_at: '2026-01-02', state: 'merged', merge_commit_sha: SHA },
        ]);
      }
      if (/commits\/.*\/(pulls|merge_requests)$/.test(pathname)) return page([]);
      if (!/\/7\/(comments|notes)$/.test(pathname)) return answer(404, {});
      const login = (author: string) => (author === 'bot' ? 'github-actions[bot]' : author);
      return page(
        notes.map(({ id, author, body }) => ({ id, body, author: { id: author }, user: { login: login(author) } })),
      );
    }
    let text = '';
    for await (const piece of request) text += piece;
    const { body } = JSON.parse(text) as { body: string };
    writes.push(`${method} ${pathname}`);
    const at = notes.find(({ id }) => pathname.endsWith(`/${id}`) && method !== 'POST');
    if (at !== undefined) at.body = body;
    else notes.push({ id: 900 + notes.length, author: 'bot', body });
    return answer(method === 'POST' ? 201 : 200, {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const folder = await projectFolder({ 'event.json': '{"pull_request":{"number":7}}', 'plan.md': PLAN });
  const variables =
    kind === 'github'
      ? {
          GITHUB_ACTIONS: 'true',
          GITHUB_API_URL: address,
          GITHUB_REPOSITORY: 'shop/ads',
          GITHUB_SHA: SHA,
          GITHUB_EVENT_PATH: join(folder, 'event.json'),
          GH_TOKEN: 'job-token',
        }
      : {
          GITLAB_CI: 'true',
          CI_API_V4_URL: address,
          CI_PROJECT_ID: '12',
          CI_COMMIT_SHA: SHA,
          CI_MERGE_REQUEST_IID: '7',
          ADWRIGHT_GITLAB_TOKEN: 'job-token',
        };
  const run = (argv: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      execFile(
        process.execPath,
        [SCRIPT, ...argv],
        { cwd: folder, env: { ...variables, ...more } },
        (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
    });
  return { folder, notes, writes, run };
}

const note = (id: number, author: string, body: string): Note => ({ id, author, body });
/** `npm run test:ci` goes through a proxy with both. */
const FULL = process.env['ADWRIGHT_CI'] === 'full';

/** The job's own comment about the account is on the third page, after one that someone else wrote. */
const crowd = () => [
  note(1, 'mallory', '<!-- adwright plan: brand-a -->\nDigest: `bad`\n'),
  note(2, 'bot', '<!-- adwright plan: brand-b -->\nDigest: `b1`\n'),
  note(3, 'wei', 'Looks good'),
  note(4, 'bot', 'Built in 3 minutes'),
  note(5, 'bot', '<!-- adwright plan: brand-a -->\r\nDigest: `a1`\r\n'),
];

describe.each(['github', 'gitlab'] as const)('%s', (kind) => {
  test('the own comment of the same name is replaced, on whichever page it is; no other is touched', async () => {
    const { run, notes, writes } = await provider(kind, crowd());
    expect(await run(['put', 'plan.md'])).toEqual({ code: 0, stdout: '', stderr: '' });
    const path =
      kind === 'github' ? 'PATCH /repos/shop/ads/issues/comments/5' : 'PUT /projects/12/merge_requests/7/notes/5';
    expect(writes).toEqual([path]);
    expect(notes.map(({ body }) => body)).toEqual([
      ...crowd()
        .slice(0, 4)
        .map(({ body }) => body),
      PLAN,
    ]);
  });

  test('without one it is made, also where someone else wrote one that looks like it', async () => {
    const { run, notes, writes } = await provider(kind, crowd().slice(0, 4));
    expect((await run(['put', 'plan.md'])).code).toBe(0);
    expect(writes).toHaveLength(1);
    expect(notes).toHaveLength(5);
    expect(notes.at(-1)?.body).toBe(PLAN);
  });

  test('what was reviewed: the own comments of the request that was merged with this commit', async () => {
    const { run } = await provider(kind, crowd());
    const { code, stdout } = await run(['reviewed']);
    expect(code).toBe(0);
    expect(stdout.match(/Digest: .*/g)?.map((line) => line.trim())).toEqual(['Digest: `b1`', 'Digest: `a1`']);
    const none = await run(['reviewed'], kind === 'github' ? { GITHUB_SHA: 'direct' } : { CI_COMMIT_SHA: 'direct' });
    expect(none).toMatchObject({ code: 1, stdout: '' });
    expect(none.stderr).toContain('no request that was merged');
  });

  // Requests to both are made in the same place.
  if (FULL || kind === 'github')
    test('a proxy of the job carries the requests, except to hosts that need none', async () => {
      const { run, notes } = await provider(kind, []);
      const tunnels: string[] = [];
      const proxy = createServer().on('connect', (request, socket) => {
        tunnels.push(request.url ?? '');
        const [host, port] = (request.url ?? '').split(':');
        const there = connect(Number(port), host, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
        socket.pipe(there).pipe(socket);
        for (const one of [socket, there]) one.on('error', () => {});
      });
      proxy.listen(0, '127.0.0.1');
      await once(proxy, 'listening');
      onTestFinished(() => void proxy.close());
      const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
      expect(await run(['put', 'plan.md'], { http_proxy: address })).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(notes.map(({ body }) => body)).toEqual([PLAN]);
      const used = tunnels.length;
      expect(used).toBeGreaterThan(0);
      expect((await run(['put', 'plan.md'], { HTTP_PROXY: address, NO_PROXY: '127.0.0.1' })).code).toBe(0);
      expect(tunnels).toHaveLength(used);
      // A proxy that is not there is no reason to go without it.
      expect((await run(['put', 'plan.md'], { HTTP_PROXY: 'http://127.0.0.1:9' })).code).toBe(1);
    });

  test('a post that is refused, a missing file and a file that is not a plan end with 1', async () => {
    const { run, folder, writes } = await provider(kind, [], 'POST');
    const refused = await run(['put', 'plan.md']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('HTTP 403');
    expect(refused.stderr).not.toContain('job-token');
    expect((await run(['put', 'missing.md'])).code).toBe(1);
    await writeFile(join(folder, 'plan.md'), 'root:x:0:0\n');
    const other = await run(['put', 'plan.md']);
    expect(other).toMatchObject({ code: 1 });
    expect(other.stderr).not.toContain('root');
    expect(writes).toEqual([]);
  });
});
