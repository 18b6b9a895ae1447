import { type HttpReply, type HttpRequest, type Transport, TransportProblem } from '../../../model/index.js';
import { notSetUp, StoreUnsure, shortened, storeRefuses } from '../store-faults.js';

export interface GitlabOptions {
  /** Path of the project in the interface. */
  readonly project: string;
  readonly shown: string;
  readonly credentials: Readonly<Record<string, string>>;
  readonly mask: (text: string) => string;
  connect(): Promise<Transport>;
}

/** Requests to the states of one project. Each is sent once. */
export class GitlabRequests {
  readonly #options: GitlabOptions;
  #transport: Promise<Transport> | undefined;

  constructor(options: GitlabOptions) {
    this.#options = options;
  }

  get shown(): string {
    return this.#options.shown;
  }

  /** `path` comes after `/terraform/state`; `json` is the body. */
  async send(method: HttpRequest['method'], path: string, json?: object): Promise<HttpReply> {
    const { project, credentials, mask } = this.#options;
    this.#transport ??= this.#options.connect();
    const transport = await this.#transport;
    const body = json === undefined ? undefined : Buffer.from(JSON.stringify(json), 'utf8');
    let reply: HttpReply;
    try {
      reply = await transport.send({
        method,
        path: `${project}/terraform/state${path}`,
        headers: { ...credentials, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body }),
        fresh: false,
      });
    } catch (error) {
      if (!(error instanceof TransportProblem)) throw error;
      const message = mask(error.message);
      throw error.passing || error.sent ? new StoreUnsure(message) : storeRefuses(message.replace(/\.$/u, ''));
    }
    if (reply.broken !== undefined) throw new StoreUnsure(`the reply broke off: ${mask(reply.broken)}`);
    return reply;
  }

  /** What a reply says that no caller expects. */
  fault(reply: HttpReply): Error {
    const { status } = reply;
    const said = this.#options.mask(shortened(wordsOf(reply)));
    const text = `HTTP ${status}${said === '' ? '' : ` (${said})`}`;
    if (status >= 500 || [408, 409, 423, 429].includes(status)) return new StoreUnsure(text);
    if (status === 401) return storeRefuses(`${this.shown} did not accept the token for the state: ${text}`);
    if (status === 403)
      return storeRefuses(
        `The token for the state may not do this in ${this.shown}; it takes the role Maintainer: ${text}`,
      );
    if (status === 404)
      return notSetUp(`${this.shown} was not found, or its states are not visible with this token: ${text}`);
    if (status === 413)
      return storeRefuses(`${this.shown} takes no state of this size; an administrator can raise the limit: ${text}`);
    return storeRefuses(`${this.shown} refused a request: ${text}`);
  }

  async close(): Promise<void> {
    await (await this.#transport)?.close();
    this.#transport = undefined;
  }
}

/** GitLab says the same of a project that is not there and of one that this token may not see. */
export function isAbsentVersion(reply: HttpReply): boolean {
  return reply.status === 404 && !/project/iu.test(wordsOf(reply));
}

function wordsOf({ body }: HttpReply): string {
  const text = Buffer.from(body).toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return text;
    const words: unknown = 'message' in value ? value.message : 'error' in value ? value.error : value;
    return typeof words === 'string' ? words : JSON.stringify(words);
  } catch {
    return text;
  }
}
