import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createNetServer } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Client, ClientOptions } from '../../../src/api/index.js';
import { createClient } from '../../../src/api/index.js';
import type { Clock } from '../../../src/model/ports/ports.js';

export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly fields: ReadonlyMap<string, string>;
  /** Connections in the order of their opening, from 1. */
  readonly connection: number;
}

export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and buffers go out as they are, everything else as JSON. */
  readonly body?: unknown;
}

type Handler = (seen: Seen, response: ServerResponse, log: readonly Seen[]) => Answer | undefined | Promise<Answer>;

export interface Service {
  readonly url: string;
  readonly port: number;
  readonly log: Seen[];
  /** Requests other than logins. */
  readonly calls: () => Seen[];
  readonly logins: () => Seen[];
}

export const TOKEN = 'token-of-the-first-login';

function send(response: ServerResponse, { status = 200, headers = {}, body = '' }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
}

const isLogin = (seen: Seen) => seen.path.endsWith('clientLogin');

/** A real HTTP server on loopback. Logins are answered with numbered tokens unless the handler answers them. */
export async function startService(handler: Handler, { answerLogins = true } = {}): Promise<Service> {
  const log: Seen[] = [];
  const connections = new Map<Socket, number>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const seen: Seen = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      rawHeaders: request.rawHeaders,
      body,
      fields: new Map(new URLSearchParams(body.toString('utf8'))),
      connection: connections.get(request.socket) ?? 0,
    };
    log.push(seen);
    if (answerLogins && isLogin(seen)) {
      const count = log.filter(isLogin).length;
      return send(response, { body: { uid: 'enc', accessToken: count === 1 ? TOKEN : `${TOKEN}-${count}` } });
    }
    const answer = await handler(seen, response, log);
    if (answer !== undefined) send(response, answer);
  });
  server.on('connection', (socket) => connections.set(socket, connections.size + 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    log,
    calls: () => log.filter((seen) => !isLogin(seen)),
    logins: () => log.filter(isLogin),
  };
}

/** A bare TCP server, for faults below HTTP. */
export async function startRaw(onConnection: (socket: Socket, count: number) => void): Promise<{ url: string }> {
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createNetServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    onConnection(socket, ++count);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createNetServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export interface TurnedClock extends Clock {
  readonly sleeps: number[];
  turn(milliseconds: number): void;
}

/** A clock that moves only by sleeping and by hand. */
export function turnedClock(start = '2026-03-02T01:00:00.000Z'): TurnedClock {
  let now = Date.parse(start);
  const sleeps: number[] = [];
  return {
    sleeps,
    now: () => new Date(now),
    turn: (milliseconds) => {
      now += milliseconds;
    },
    async sleep(milliseconds) {
      sleeps.push(milliseconds);
      now += milliseconds;
    },
  };
}

export const CREDENTIALS = { apiKey: 'api-key-123', username: 'shop', passwd: 'pass+%word' };

/** A client that waits by a turned clock and never for pace, unless told otherwise. */
export function testClient(url: string, options: Partial<ClientOptions> = {}): Client {
  const client = createClient({
    baseUrl: url,
    credentials: CREDENTIALS,
    clock: turnedClock(),
    random: () => 0.5,
    ...options,
    limits: { requestsPerSecond: 0, requestTimeoutSeconds: 5, ...options.limits },
  });
  onTestFinished(() => client.close());
  return client;
}
