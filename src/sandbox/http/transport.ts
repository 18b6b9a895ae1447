import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Fields } from '../call/call.js';
import type { Fault } from '../settings/fault-schema.js';
import { jsonText } from '../values/json-text.js';
import type { Outgoing } from './service.js';

const HTML = '<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>';

/** Sends what a call answered, as a healthy service would. */
export function sendOutgoing(reply: FastifyReply, { status, headers, reply: body }: Outgoing): void {
  reply.code(status).headers(headers).type('application/json; charset=utf-8').send(jsonText(body));
}

/** Sends what a fault makes of it; `outgoing` is absent where the call was not carried out. */
export function sendFault(
  request: FastifyRequest,
  reply: FastifyReply,
  fields: Fields,
  fault: Fault,
  outgoing: Outgoing | undefined,
): void {
  const send = (status: number, type: string, body: string) => reply.code(status).type(type).send(body);
  const text = jsonText(outgoing?.reply ?? {});
  switch (fault.kind) {
    case 'status':
      reply.headers(fault.headers ?? {});
      send(fault.status ?? 500, 'text/plain', fault.body ?? '');
      return;
    case 'throttle':
      reply.header('Retry-After', fault.retryAfter ?? '1');
      send(429, 'text/plain', fault.body ?? '');
      return;
    case 'html':
      send(fault.status ?? 200, 'text/html', fault.body ?? HTML);
      return;
    case 'empty':
      send(fault.status ?? 200, 'application/json', '');
      return;
    case 'echo':
      send(fault.status ?? 500, 'application/json', echoText(request, fields, fault));
      return;
    case 'truncated':
      send(200, 'application/json', text.slice(0, Math.floor(text.length / 2)));
      return;
    case 'hang':
      reply.hijack();
      return;
    case 'reset-before':
    case 'reset-after':
      reply.hijack();
      request.raw.socket.resetAndDestroy();
      return;
    case 'cut':
    case 'stall':
      reply.hijack();
      startReply(reply.raw, text, fault.kind === 'cut');
      return;
    default:
      sendOutgoing(reply, outgoing ?? { status: 200, headers: {}, reply: {} });
  }
}

/** Announces the whole body and sends half of it; then the connection ends, or nothing more is sent. */
function startReply(raw: ServerResponse, text: string, ends: boolean): void {
  const body = Buffer.from(text);
  raw.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  raw.write(body.subarray(0, Math.floor(body.length / 2)), () => {
    if (ends) raw.socket?.destroy();
  });
}

function echoText(request: FastifyRequest, fields: Fields, fault: Fault): string {
  const headers = JSON.stringify(request.headers);
  const message = `internal error; headers ${headers}; body ${new URLSearchParams([...fields])}`;
  return JSON.stringify({ failures: [{ code: fault.code ?? 999999, message, description: message }] });
}
