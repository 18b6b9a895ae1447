import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Reply {
  readonly status: number;
  readonly body: string;
}

/** One call that went over the wire: what was asked, and what the client got for an answer. */
export interface Exchange {
  readonly path: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly reply: Reply;
}

export interface AlteringWire {
  readonly url: string;
  close(): Promise<void>;
}

/** Stands between client and service: every call takes effect at the service, and its reply may come out another one. */
export async function alteringWire(
  service: string,
  alter: (path: string, reply: Reply) => Reply | Promise<Reply>,
  seen: (exchange: Exchange) => void,
): Promise<AlteringWire> {
  const server = createServer(async (request, response) => {
    const sent = await bodyOf(request);
    const path = request.url ?? '';
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && !HOP_BY_HOP.has(name) ? [[name, value]] : [],
    );
    const method = request.method ?? 'GET';
    const real = await fetch(service + path, { method, headers, ...(sent.length > 0 && { body: sent }) });
    const reply = await alter(path, { status: real.status, body: await real.text() });
    seen({ path, fields: Object.fromEntries(new URLSearchParams(sent.toString('utf8'))), reply });
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    response.end(reply.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
]);

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
