import { type RunningSandbox, type StartSandbox, startSandbox } from '../../../src/sandbox/index.js';

/** A parsed reply, looked into by assertions: any member may be named, and each is looked into the same way. */
export interface Json {
  readonly [member: string]: Json;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Empty where the reply is no JSON. */
  readonly json: Json;
}

/** A list of a reply. */
export function rows(list: Json | undefined): readonly Json[] {
  return Array.isArray(list) ? list : [];
}

/** A bare HTTP client for tests: what it sends is written out in the test. */
export class Client {
  readonly url: string;
  token = '';

  constructor(url: string) {
    this.url = url;
  }

  async login(fields: Record<string, string> = { username: 'sandbox', passwd: 'sandbox' }): Promise<Reply> {
    const reply = await this.post('/account/clientLogin', fields);
    this.token = String(reply.json['accessToken'] ?? '');
    return reply;
  }

  post(path: string, fields: Record<string, unknown> = {}, headers: Record<string, string> = {}): Promise<Reply> {
    const text = Object.entries(fields).map(
      ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string],
    );
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.send('POST', path, new URLSearchParams(text).toString(), { ...form, ...headers });
  }

  get(path: string, query: Record<string, string> = {}): Promise<Reply> {
    return this.send('GET', `${path}?${new URLSearchParams(query)}`, undefined, {});
  }

  async send(method: string, path: string, body: string | undefined, headers: Record<string, string>): Promise<Reply> {
    const reply = await fetch(this.url + path, {
      method,
      headers: { apiKey: 'sandbox', ...(this.token && { accessToken: this.token }), ...headers },
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, text, json: parsed(text) };
  }
}

function parsed(text: string): Json {
  try {
    const json: Json = JSON.parse(text);
    return json;
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

/** The time at which tests begin: 10:00 of 2024-05-10 in Shanghai. */
const START = new Date('2024-05-10T02:00:00Z');

export interface Running extends RunningSandbox {
  readonly client: Client;
}

/** A sandbox with a client that is logged in. */
export async function running(start: StartSandbox = {}): Promise<Running> {
  const sandbox = await startSandbox({ now: () => START, ...start });
  const client = new Client(sandbox.url);
  await client.login();
  return { ...sandbox, client };
}
