import childProcess, { type ChildProcess, fork, type SpawnOptions } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/**
 * To start a process, Node copies the map of its own memory: in a test worker with hundreds of megabytes that takes several
 * times as long as git itself. So a small process next to the worker starts git for it. Git, its arguments, its environment
 * and its process group are the same.
 */

interface Answer {
  readonly id: number;
  readonly error?: { readonly message: string; readonly code?: string };
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
}

class Started extends EventEmitter {
  readonly stdout = new Readable({ read: () => undefined });
  readonly stderr = new Readable({ read: () => undefined });
  readonly stdin: Writable;
  readonly #send: (message: object) => void;

  constructor(send: (message: object) => void) {
    super();
    this.#send = send;
    this.stdin = new Writable({
      decodeStrings: true,
      write: (write: Buffer, _encoding, done) => {
        send({ write });
        done();
      },
      final: (done) => {
        send({ end: true });
        done();
      },
    });
  }

  kill(signal: NodeJS.Signals = 'SIGTERM'): boolean {
    this.#send({ kill: signal });
    return true;
  }

  answer({ error, code, signal, stdout, stderr }: Answer): void {
    if (error !== undefined) {
      this.emit('error', Object.assign(new Error(error.message), { code: error.code }));
      return;
    }
    let open = 2;
    for (const [stream, bytes] of [
      [this.stdout, stdout],
      [this.stderr, stderr],
    ] as const) {
      stream.once('end', () => {
        if (--open === 0) this.emit('close', code, signal);
      });
      if (bytes.length > 0) stream.push(bytes);
      stream.push(null);
      stream.resume();
    }
  }
}

class Starter {
  readonly #process: ChildProcess;
  readonly #running = new Map<number, Started>();
  #last = 0;

  constructor() {
    const file = fileURLToPath(new URL('starter.mjs', import.meta.url));
    this.#process = fork(file, { serialization: 'advanced', execArgv: ['--max-semi-space-size=1'] });
    this.#process.unref();
    this.#process.channel?.unref();
    this.#process.on('message', (answer) => this.#answered(answer as Answer));
  }

  start(command: string, args: readonly string[], options: SpawnOptions): Started {
    const id = ++this.#last;
    const send = (message: object) => this.#process.send({ id, ...message });
    const started = new Started(send);
    if (this.#running.size === 0) this.#process.channel?.ref();
    this.#running.set(id, started);
    send({ start: { command, args, options } });
    return started;
  }

  #answered(answer: Answer): void {
    this.#running.get(answer.id)?.answer(answer);
    this.#running.delete(answer.id);
    if (this.#running.size === 0) this.#process.channel?.unref();
  }
}

const { spawn } = childProcess;
const KEY = Symbol.for('adwright.tests.starter');
const shared = globalThis as { [KEY]?: Starter };

if (shared[KEY] === undefined) {
  const starter = new Starter();
  shared[KEY] = starter;
  const ours = (command: string, args: readonly string[], options: SpawnOptions) =>
    command === 'git' && options?.stdio === 'pipe'
      ? starter.start(command, args, options)
      : spawn(command, args, options);
  childProcess.spawn = ours as typeof spawn;
  syncBuiltinESMExports();
}
