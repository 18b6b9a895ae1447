import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export const TOKEN = 'glpat-s3cret-token';
export const JOB_TOKEN = 'job-s3cret-token';
const PROJECT = 'ads/shop';

interface State {
  readonly versions: Map<number, Buffer>;
  lock: { readonly id: string; readonly who: string; readonly operation: string } | undefined;
}

export interface GitlabServerOptions {
  /** What a state that someone else has locked answers to a version. GitLab itself fails with 500. */
  readonly locked?: number;
  readonly largest?: number;
  /** Milliseconds before each reply. */
  readonly delay?: number;
}

export interface GitlabServer {
  readonly url: string;
  readonly states: Map<string, State>;
  readonly seen: string[];
  fault: ((method: string, path: string) => { status: number; after?: boolean } | 'lost' | undefined) | undefined;
  stop(): Promise<void>;
}

/**
 * GitLab's store of Terraform states, after its published source (lib/api/terraform/state.rb and state_version.rb,
 * app/services/terraform/remote_state_handler.rb): which tokens it takes and how, 404 and 204 where there is nothing, the
 * serial out of the JSON of the body, 422 for one that is there (RecordNotUnique), 409 with who holds it for the lock, and
 * an error (500) for a version of a state that is locked by another ID.
 */
export async function startGitlab({
  locked = 500,
  largest = 5_000_000,
  delay = 0,
}: GitlabServerOptions = {}): Promise<GitlabServer> {
  const states = new Map<string, State>();
  const seen: string[] = [];
  const users: Readonly<Record<string, string>> = {
    [TOKEN]: 'maria',
    [`Basic ${Buffer.from(`gitlab-ci-token:${JOB_TOKEN}`).toString('base64')}`]: 'runner',
    'reader-token': 'reader',
  };

  const answer = (response: ServerResponse, status: number, body: string | Buffer | object = '') => {
    const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
    response.writeHead(status, { 'content-length': Buffer.byteLength(bytes) }).end(bytes);
  };

  const carryOut = (
    method: string,
    target: string,
    headers: Readonly<Record<string, unknown>>,
    body: Buffer,
    response: ServerResponse,
  ) => {
    const url = new URL(target, 'http://x');
    const path = /^\/api\/v4\/projects\/([^/]+)\/terraform\/state\/([^/]+)(?:\/(lock|versions\/(\d+)))?$/.exec(
      url.pathname,
    );
    if (path === null) return answer(response, 404, { error: '404 Not Found' });
    const user = users[String(headers['private-token'] ?? headers['authorization'])];
    if (user === undefined) return answer(response, 401, { message: '401 Unauthorized' });
    const [, project = '', encoded = '', part, number] = path;
    if (![PROJECT, '42'].includes(decodeURIComponent(project)))
      return answer(response, 404, { message: '404 Project Not Found' });
    if (method !== 'GET' && user === 'reader') return answer(response, 403, { message: '403 Forbidden' });
    const name = decodeURIComponent(encoded);
    if (name.length > 255) return answer(response, 400, { error: 'name is too long' });
    let state = states.get(name);
    if (state === undefined && method !== 'POST') return answer(response, 404, { message: '404 Not found' });
    state ??= { versions: new Map(), lock: undefined };
    states.set(name, state);
    const id = url.searchParams.get('ID') ?? undefined;
    const fits = state.lock?.id === id;
    if (part === 'lock' && method === 'POST') {
      const info = JSON.parse(body.toString());
      const absent = ['ID', 'Operation', 'Info', 'Who', 'Version', 'Created', 'Path'].find(
        (one) => typeof info[one] !== 'string',
      );
      if (absent !== undefined) return answer(response, 400, { error: `${absent} is missing` });
      if (state.lock !== undefined) return answer(response, 409, { ...info, ID: state.lock.id, Who: state.lock.who });
      state.lock = { id: info.ID, who: user, operation: info.Operation };
      return answer(response, 200, info);
    }
    if (part === 'lock') {
      if (id !== undefined && !fits) return answer(response, 409);
      state.lock = undefined;
      return answer(response, 200);
    }
    if (number !== undefined) {
      const found = state.versions.get(Number(number));
      if (found === undefined) return answer(response, 404, { message: '404 Not Found' });
      if (method === 'GET') return answer(response, 200, found);
      state.versions.delete(Number(number));
      return answer(response, 204);
    }
    if (method === 'GET') {
      const newest = Math.max(...state.versions.keys());
      return state.versions.size === 0 ? answer(response, 204) : answer(response, 200, state.versions.get(newest));
    }
    if (body.length === 0) return answer(response, 204);
    if (body.length > largest) return answer(response, 413, { message: '413 Request Entity Too Large' });
    const { serial } = JSON.parse(body.toString());
    if (!Number.isInteger(serial) || serial > 2 ** 31 - 1)
      return answer(response, 422, { message: 'No serial in payload' });
    if (!fits) return answer(response, locked, { message: '500 Internal Server Error' });
    if (state.versions.has(serial))
      return answer(response, 422, { message: 'PG::UniqueViolation: duplicate key value violates unique constraint' });
    state.versions.set(serial, body);
    answer(response, 200);
  };

  const started: Pick<GitlabServer, 'fault'> = { fault: undefined };
  const nowhere = { writeHead: () => nowhere, end: () => nowhere } as unknown as ServerResponse;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const piece of request) parts.push(piece);
    const { method = '', url = '', headers } = request;
    seen.push(`${method} ${url}`);
    if (delay > 0) await sleep(delay);
    const fault = started.fault?.(method, url);
    const body = Buffer.concat(parts);
    if (fault === 'lost' || fault?.after === true) carryOut(method, url, headers, body, nowhere);
    if (fault === 'lost') request.socket.destroy();
    else if (fault === undefined) carryOut(method, url, headers, body, response);
    else answer(response, fault.status, { message: 'of the test' });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return Object.assign(started, {
    ...{ url: `http://127.0.0.1:${port}`, states, seen },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}
