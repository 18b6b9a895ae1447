import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A stand-in for what GitHub and GitLab keep about one request, number 7, and the comments on it. */
export class Notes {
  /** The comments of the job's own user. */
  readonly bodies: string[] = [];
  /** The commit that the request was merged with. */
  mergedWith: string | undefined;
  url = '';

  static async start(token: string): Promise<Notes> {
    const notes = new Notes();
    const server = createServer(async (request, response) => {
      let text = '';
      for await (const piece of request) text += piece;
      const isKnown = request.headers.authorization === `Bearer ${token}`;
      const value = isKnown ? notes.#answer(request.method ?? '', request.url ?? '', text) : undefined;
      response.writeHead(value === undefined ? 404 : 200).end(JSON.stringify(value ?? {}));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    notes.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return notes;
  }

  #answer(method: string, url: string, text: string): unknown {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const page = (all: readonly unknown[]) => (searchParams.get('page') === '1' ? all : []);
    const bot = { author: { id: 'bot' }, user: { login: 'github-actions[bot]' } };
    if (method === 'GET' && pathname.endsWith('/user')) return { id: 'bot' };
    if (method === 'GET' && /\/commits\/\w+\/(pulls|merge_requests)$/.test(pathname)) {
      const sha = /\/commits\/(\w+)\//.exec(pathname)?.[1];
      const merged = { number: 7, iid: 7, merged_at: '2026-03-02', state: 'merged', merge_commit_sha: sha };
      return page(sha === this.mergedWith ? [merged] : []);
    }
    if (/\/7\/(comments|notes)$/.test(pathname)) {
      if (method === 'GET') return page(this.bodies.map((body, id) => ({ id, body, ...bot })));
      if (method === 'POST') return { id: this.bodies.push(JSON.parse(text).body) - 1 };
    }
    const id = /\/(?:comments|notes)\/(\d+)$/.exec(pathname)?.[1];
    if (id === undefined || !['PATCH', 'PUT'].includes(method)) return undefined;
    this.bodies[Number(id)] = JSON.parse(text).body;
    return { id };
  }
}
