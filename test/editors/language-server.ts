import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import type { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const SERVER = createRequire(import.meta.url).resolve('yaml-language-server/bin/yaml-language-server');

export interface Fault {
  readonly line: number;
  readonly message: string;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

/** yaml-language-server as an editor runs it: a process of its own, spoken to over its standard streams. */
export class LanguageServer {
  readonly #process: ChildProcessByStdio<Writable, Readable, null>;
  readonly #answers = new Map<number, (result: unknown) => void>();
  readonly #faults = new Map<string, (faults: readonly Fault[]) => void>();
  #received = Buffer.alloc(0);
  #ids = 0;

  private constructor() {
    this.#process = spawn(process.execPath, [SERVER, '--stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
    this.#process.stdout.on('data', (bytes: Buffer) => this.#take(bytes));
  }

  static async start(folder: string): Promise<LanguageServer> {
    const server = new LanguageServer();
    await server.#ask('initialize', { processId: process.pid, rootUri: pathToFileURL(folder).href, capabilities: {} });
    server.#send({ method: 'initialized', params: {} });
    const yaml = { validate: true, hover: true, completion: true, schemaStore: { enable: false } };
    server.#send({ method: 'workspace/didChangeConfiguration', params: { settings: { yaml } } });
    return server;
  }

  /** Opens a file and waits for what the server finds in it. Lines count from 1. */
  open(path: string, text: string): Promise<readonly Fault[]> {
    const uri = pathToFileURL(path).href;
    const found = new Promise<readonly Fault[]>((resolve) => this.#faults.set(uri, resolve));
    const textDocument = { uri, languageId: 'yaml', version: 1, text };
    this.#send({ method: 'textDocument/didOpen', params: { textDocument } });
    return found;
  }

  /** Labels of what may be written at a place; lines and columns count from 1. */
  async complete(path: string, line: number, column: number): Promise<readonly string[]> {
    const answer = await this.#ask('textDocument/completion', at(path, line, column));
    const { items } = answer as { readonly items: readonly { readonly label: string }[] };
    return items.map(({ label }) => label);
  }

  async hover(path: string, line: number, column: number): Promise<string> {
    const answer = await this.#ask('textDocument/hover', at(path, line, column));
    return JSON.stringify((answer as { readonly contents?: unknown } | null)?.contents ?? '');
  }

  stop(): void {
    this.#process.kill();
  }

  #ask(method: string, params: unknown): Promise<unknown> {
    const id = ++this.#ids;
    this.#send({ id, method, params });
    return new Promise((resolve) => this.#answers.set(id, resolve));
  }

  #send(message: Message): void {
    const text = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#process.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  #take(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      const head = /^(?:.*\r\n)*?Content-Length: (\d+)\r\n(?:.*\r\n)*?\r\n/.exec(this.#received.toString('latin1'));
      const end = (head?.[0].length ?? 0) + Number(head?.[1]);
      if (head === null || this.#received.length < end) return;
      const message: Message = JSON.parse(this.#received.subarray(head[0].length, end).toString());
      this.#received = this.#received.subarray(end);
      this.#handle(message);
    }
  }

  #handle({ id, method, params, result }: Message): void {
    if (method === undefined) {
      if (id !== undefined) this.#answers.get(id)?.(result);
      return;
    }
    if (method === 'textDocument/publishDiagnostics') {
      const { uri, diagnostics } = params as {
        readonly uri: string;
        readonly diagnostics: readonly {
          readonly range: { readonly start: { readonly line: number } };
          readonly message: string;
        }[];
      };
      this.#faults.get(uri)?.(diagnostics.map(({ range, message }) => ({ line: range.start.line + 1, message })));
    }
    // What the server asks of the editor is answered with nothing.
    if (id !== undefined) this.#send({ id, result: null });
  }
}

function at(path: string, line: number, column: number) {
  const position = { line: line - 1, character: column - 1 };
  return { textDocument: { uri: pathToFileURL(path).href }, position };
}
