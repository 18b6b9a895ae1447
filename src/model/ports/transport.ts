/** One HTTP request as it goes out. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query after the base URL's own path. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** A connection of its own, closed afterwards: then it is certain whether anything was sent. */
  readonly fresh: boolean;
}

export interface HttpReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Uint8Array;
  /** The connection broke after the head of the reply: `body` is what had arrived. */
  readonly broken?: string;
}

/** A reply with its body as a `Buffer`, whatever the transport gave. */
export interface ReceivedReply extends HttpReply {
  readonly body: Buffer;
}

/** No reply came. `sent` says whether the service may have seen anything of the request. */
export class TransportProblem extends Error {
  readonly sent: boolean;
  /** Whether the same request may fare better a moment later. */
  readonly passing: boolean;

  constructor(message: string, { sent, passing }: { sent: boolean; passing: boolean }) {
    super(message);
    this.name = 'TransportProblem';
    this.sent = sent;
    this.passing = passing;
  }
}

/** Carries requests to one service. Never repeats and never follows a redirect. */
export interface Transport {
  /** Rejects with a `TransportProblem`. */
  send(request: HttpRequest): Promise<HttpReply>;
  close(): Promise<void>;
}
