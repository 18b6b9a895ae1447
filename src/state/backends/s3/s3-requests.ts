import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import {
  type Clock,
  type HttpReply,
  type HttpRequest,
  type Transport,
  TransportProblem,
} from '../../../model/index.js';
import { notSetUp, StoreUnsure, shortened, storeRefuses } from '../store-faults.js';

export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** The address of a bucket, with a slash at its end. */
export interface BucketAddress {
  readonly url: URL;
  readonly region: string;
  readonly isAws: boolean;
  readonly shown: string;
}

export interface S3Options {
  readonly bucket: BucketAddress;
  readonly keys: S3Keys;
  readonly clock: Clock;
  readonly mask: (text: string) => string;
  connect(): Promise<Transport>;
}

/** A reply, with the words of an error by name. */
export interface S3Reply {
  readonly status: number;
  readonly body: Uint8Array;
  /** `PreconditionFailed`; empty where there is none. */
  readonly code: string;
  readonly message: string;
}

export interface S3Request {
  readonly method: HttpRequest['method'];
  /** Name of an object; empty for the bucket itself. */
  readonly name: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** Signed requests to one bucket. Each is sent once. */
export class S3Requests {
  readonly #options: S3Options;
  readonly #signingKeys = new Map<string, ArrayBuffer>();
  #transport: Promise<Transport> | undefined;

  constructor(options: S3Options) {
    this.#options = options;
  }

  get shown(): string {
    return this.#options.bucket.shown;
  }

  async send(request: S3Request): Promise<S3Reply> {
    const signed = await this.#signed(request);
    this.#transport ??= this.#options.connect();
    const transport = await this.#transport;
    let reply: HttpReply;
    try {
      reply = await transport.send(signed);
    } catch (error) {
      if (!(error instanceof TransportProblem)) throw error;
      const message = this.#options.mask(error.message);
      throw error.passing || error.sent ? new StoreUnsure(message) : storeRefuses(message.replace(/\.$/u, ''));
    }
    if (reply.broken !== undefined) throw new StoreUnsure(`the reply broke off: ${this.#options.mask(reply.broken)}`);
    const text = reply.status >= 300 ? Buffer.from(reply.body).toString('utf8') : '';
    return { status: reply.status, body: reply.body, code: element(text, 'Code'), message: element(text, 'Message') };
  }

  /** What a reply says that no caller expects. */
  fault({ status, code, message }: S3Reply): Error {
    const said = this.#options.mask(shortened([code, message].filter((one) => one !== '').join(': ')));
    const text = `HTTP ${status}${said === '' ? '' : ` (${said})`}`;
    if (status >= 500 || status === 408 || status === 409 || status === 429 || code === 'SlowDown')
      return new StoreUnsure(text);
    if (code === 'NoSuchBucket') return notSetUp(`There is no ${this.shown}: ${text}`);
    if (code === 'RequestTimeTooSkewed')
      return storeRefuses(`The clock of this machine is wrong, says ${this.shown}: ${text}`);
    if (status === 301 || status === 307 || code === 'AuthorizationHeaderMalformed')
      return notSetUp(`${this.shown} is in another region; set \`state.region\` or \`state.endpoint\`: ${text}`);
    if (status === 404) return notSetUp(`${this.shown} was not found: ${text}`);
    return storeRefuses(`${this.shown} refused a request: ${text}`);
  }

  async close(): Promise<void> {
    await (await this.#transport)?.close();
    this.#transport = undefined;
  }

  async #signed({ method, name, query = {}, headers = {}, body }: S3Request): Promise<HttpRequest> {
    const { bucket, keys, clock } = this.#options;
    const path = name.split('/').map(encodeURIComponent).join('/');
    const url = new URL(`${bucket.url.href}${path}`);
    for (const [parameter, value] of Object.entries(query)) url.searchParams.set(parameter, value);
    // A space is `+` in a form; a signature has it as `%20`, and not every service reads both alike.
    if (url.search !== '') url.search = url.search.replaceAll('+', '%20');
    const signer = new AwsV4Signer({
      ...{ method, url: url.href, ...keys, service: 's3', region: bucket.region, cache: this.#signingKeys },
      headers: {
        ...headers,
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      datetime: clock
        .now()
        .toISOString()
        .replace(/[:-]|\.\d{3}/gu, ''),
    });
    const signed = await signer.sign();
    return {
      method,
      path: `${url.pathname}${url.search}`,
      headers: Object.fromEntries(signed.headers),
      ...(body !== undefined && { body }),
      fresh: false,
    };
  }
}

/** The text of the first element of this name. */
export function element(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`, 'u').exec(xml)?.[1] ?? '';
  return text.replace(/&(lt|gt|amp|quot|apos);/gu, (_whole, word: string) => ENTITIES[word] ?? '');
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
