import { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import type { Dispatcher, Pool } from 'undici';
import type { HttpReply, HttpRequest, Transport } from '../../model/ports/transport.js';
import { TransportProblem } from '../../model/ports/transport.js';
import { ConnectProblem, firstErrorCode } from './connect-problem.js';
import { createConnector } from './connector.js';
import { CompressionProblem, decompress } from './decompress.js';
import type { ProxyEnvironment } from './proxy.js';
import { proxyFor } from './proxy.js';
import { loadUndici, type UndiciParts } from './undici-parts.js';

export interface UndiciTransportOptions {
  readonly baseUrl: URL;
  /** From the first attempt to connect to the last byte of the reply. */
  readonly timeoutSeconds: number;
  /** Connections that are kept alive. */
  readonly connections: number;
  readonly env: ProxyEnvironment;
  /** Breaks off what is in flight. */
  readonly hardStop?: AbortSignal;
}

const CONNECT_SECONDS = 10;
const LARGEST_REPLY = 256 * 1024 * 1024;

class TimeOut extends Error {}
class Stopped extends Error {}

/** What undici takes for an `AbortSignal`, at a fraction of what making one costs. */
class BreakOff extends EventEmitter {
  aborted = false;
  reason: Error | undefined;

  abort(reason: Error): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    this.emit('abort');
  }
}

/** What came of a body, and why it ended before its end. Its events cost a fraction of what its iterator does. */
function readAll(body: Readable): Promise<{ readonly chunks: readonly Buffer[]; readonly error?: unknown }> {
  const chunks: Buffer[] = [];
  return new Promise((resolve) => {
    body.on('data', (chunk: Buffer) => chunks.push(chunk));
    body.once('end', () => resolve({ chunks }));
    body.once('error', (error) => resolve({ chunks, error }));
    body.once('close', () => resolve({ chunks, error: new Error('it was closed') }));
  });
}

/** Loads what requests need while there is something else to wait for. The first request reports what goes wrong. */
export function prepareTransport(): void {
  loadUndici().catch(() => {});
}

/** HTTP/1.1 by undici, which is loaded with the first request. */
export function createUndiciTransport(options: UndiciTransportOptions): Transport {
  const { baseUrl, timeoutSeconds, env, hardStop } = options;
  const proxy = proxyFor(baseUrl, env);
  // Plain http goes to the proxy in absolute form, as curl does it; https goes through a tunnel of the connector.
  const relayed = proxy !== undefined && baseUrl.protocol === 'http:' ? proxy : undefined;
  const origin = (relayed?.url ?? baseUrl).origin;
  const prefix = `${relayed === undefined ? '' : baseUrl.origin}${baseUrl.pathname.replace(/\/+$/, '')}`;
  let loaded: Promise<UndiciParts> | undefined;
  let shared: Pool | undefined;

  const settings = (undici: UndiciParts, onConnected?: () => void) => ({
    connect: createConnector({
      build: undici.buildConnector,
      target: baseUrl,
      proxy,
      timeoutMilliseconds: Math.min(CONNECT_SECONDS, timeoutSeconds) * 1000,
      ...(onConnected !== undefined && { onConnected }),
    }),
    // One clock for the whole exchange instead of undici's two.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: LARGEST_REPLY,
  });

  async function exchange(
    undici: UndiciParts,
    dispatcher: Dispatcher,
    request: HttpRequest,
    mayBeSent: () => boolean,
  ): Promise<HttpReply> {
    const control = new BreakOff();
    const giveUp = () => control.abort(new TimeOut());
    // A process that was stopped, or waited for a disk, finds its timers due before it reads what has come meanwhile: the
    // sockets have one turn of the loop more.
    let timer = setTimeout(() => {
      timer = setTimeout(giveUp, 1);
    }, timeoutSeconds * 1000);
    const stop = () => control.abort(new Stopped());
    hardStop?.addEventListener('abort', stop, { once: true });
    if (hardStop?.aborted === true) stop();
    try {
      const response = await undici.request.call(dispatcher, {
        method: request.method,
        path: prefix + request.path,
        headers: {
          ...(relayed !== undefined && { host: baseUrl.host }),
          ...(relayed?.authorization !== undefined && { 'proxy-authorization': relayed.authorization }),
          ...request.headers,
        },
        body: request.body ?? null,
        signal: control,
      });
      const headers: Record<string, string | undefined> = {};
      for (const [name, value] of Object.entries(response.headers)) {
        headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
      }
      const { chunks, error: fault } = await readAll(response.body);
      let broken = fault === undefined ? undefined : describe(fault).message;
      const received = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
      // What did not arrive whole cannot be unpacked, and is never more than quoted.
      if (broken !== undefined) return { status: response.statusCode, headers, body: received, broken };
      let body = received;
      try {
        body = await decompress(received, headers['content-encoding'], LARGEST_REPLY);
      } catch (error) {
        if (!(error instanceof CompressionProblem)) throw error;
        body = Buffer.alloc(0);
        broken = error.message;
      }
      return { status: response.statusCode, headers, body, ...(broken !== undefined && { broken }) };
    } catch (error) {
      if (error instanceof ConnectProblem) {
        throw new TransportProblem(error.message, { sent: false, passing: error.passing });
      }
      const { message, passing } = describe(error);
      throw new TransportProblem(message, { sent: mayBeSent(), passing });
    } finally {
      clearTimeout(timer);
      hardStop?.removeEventListener('abort', stop);
    }
  }

  function describe(error: unknown): { message: string; passing: boolean } {
    if (error instanceof TimeOut) return { message: `No reply within ${timeoutSeconds} s.`, passing: true };
    if (error instanceof Stopped)
      return { message: 'The call was aborted, because the run was stopped.', passing: false };
    const code = firstErrorCode(error);
    const reason = error instanceof Error ? error.message : 'unknown reason';
    const reset = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(code);
    if (reset) return { message: `The connection was closed before the reply was complete (${code}).`, passing: true };
    const wrong =
      error instanceof Error && error.name === 'HTTPParserError' ? 'The reply is not HTTP' : 'The request failed';
    return {
      message: `${wrong}: ${reason}${code === '' ? '' : ` (${code})`}.`,
      passing: !code.startsWith('UND_ERR_INV'),
    };
  }

  return {
    async send(request) {
      loaded ??= loadUndici();
      const undici = await loaded;
      if (!request.fresh) {
        shared ??= new undici.Pool(origin, { ...settings(undici), connections: options.connections });
        return exchange(undici, shared, request, () => true);
      }
      let connected = false;
      const single = new undici.Client(origin, {
        ...settings(undici, () => {
          connected = true;
        }),
        pipelining: 0,
      });
      try {
        return await exchange(undici, single, request, () => connected);
      } finally {
        await single.destroy();
      }
    },
    async close() {
      await shared?.destroy();
      shared = undefined;
    },
  };
}
