import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** What becomes of a statement. */
export type Verdict = 'go on' | 'not stored' | 'no reply';

export interface PostgresWire {
  readonly port: number;
  /** Asked about each statement that writes, before it goes to the server. */
  decide: (() => Verdict) | undefined;
  stop(): Promise<void>;
}

/** A statement of its own in one message, as Adwright sends it. */
const QUERY = 'Q'.charCodeAt(0);
const READY = 'Z'.charCodeAt(0);

/** Passes on what a client and a PostgreSQL say to each other, without TLS, one statement at a time. */
export async function startPostgresWire(serverPort: number): Promise<PostgresWire> {
  const wire: Pick<PostgresWire, 'decide'> = { decide: undefined };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(serverPort, '127.0.0.1');
    const both = [client, upstream];
    const end = () => {
      for (const socket of both) {
        socket.destroy();
        sockets.delete(socket);
      }
    };
    for (const socket of both) {
      sockets.add(socket.setNoDelay(true));
      socket.on('error', end).on('close', end);
    }
    let isSwallowed = false;
    // The first message of a client has no letter.
    let waiting = Buffer.alloc(0);
    let isFirst = true;
    client.on('data', (data) => {
      waiting = Buffer.concat([waiting, data]);
      for (;;) {
        const head = isFirst ? 0 : 1;
        if (waiting.length < head + 4) return;
        const length = head + waiting.readUInt32BE(head);
        if (waiting.length < length) return;
        const message = waiting.subarray(0, length);
        waiting = waiting.subarray(length);
        const writes =
          !isFirst && message[0] === QUERY && /^(?:insert|update|delete) /u.test(message.toString('latin1', 5, 12));
        isFirst = false;
        const verdict = writes ? (wire.decide?.() ?? 'go on') : 'go on';
        if (verdict === 'not stored') return end();
        isSwallowed ||= verdict === 'no reply';
        upstream.write(message);
      }
    });
    upstream.on('data', (data) => {
      if (!isSwallowed) client.write(data);
      // Ready for the next one: what was asked for is on disk.
      else if (data.at(-6) === READY) end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return Object.assign(wire, {
    port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  });
}
