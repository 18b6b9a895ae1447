import { diagnostic } from '../../../diagnostics/diagnostic.js';
import { Failure } from '../../../diagnostics/failure.js';
import type { LogStore } from '../../log/store.js';
import { eachOf } from '../each-of.js';
import type { ObjectNames } from './object-names.js';
import { element, type S3Reply, type S3Requests } from './s3-requests.js';

export interface S3StoreOptions {
  readonly names: ObjectNames;
  /** Headers by which a request creates an object and never replaces one. */
  readonly condition: Readonly<Record<string, string>>;
  readonly where: string;
}

/** One account's records and blobs, as objects of a bucket. */
export class S3Store implements LogStore {
  readonly where: string;
  readonly #requests: S3Requests;
  readonly #names: ObjectNames;
  readonly #condition: Readonly<Record<string, string>>;

  constructor(requests: S3Requests, { names, condition, where }: S3StoreOptions) {
    this.#requests = requests;
    this.#names = names;
    this.#condition = condition;
    this.where = where;
  }

  async create(number: number, bytes: Uint8Array): Promise<boolean> {
    const name = this.#names.record(number);
    const reply = await this.#requests.send({ method: 'PUT', name, headers: this.#condition, body: bytes });
    if (isDone(reply)) return true;
    if (reply.status === 412 || TAKEN.has(reply.code)) return false;
    if (reply.status === 501) throw this.#ignored(reply);
    throw this.#requests.fault(reply);
  }

  async read(number: number): Promise<Uint8Array | undefined> {
    return this.#get(this.#names.record(number));
  }

  async newest(): Promise<number> {
    const query = { 'list-type': '2', 'max-keys': '1', prefix: this.#names.records };
    const reply = await this.#requests.send({ method: 'GET', name: '', query });
    if (!isDone(reply)) throw this.#requests.fault(reply);
    const first = element(Buffer.from(reply.body).toString('utf8'), 'Key');
    return this.#names.numberOf(first) ?? 0;
  }

  async empty(first: number, last: number): Promise<void> {
    const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
    await eachOf(numbers, (number) => this.#put(this.#names.record(number), new Uint8Array()));
  }

  async putBlob(digest: string, bytes: Uint8Array): Promise<void> {
    await this.#put(this.#names.blob(digest), bytes);
  }

  async readBlob(digest: string): Promise<Uint8Array | undefined> {
    return this.#get(this.#names.blob(digest));
  }

  async dropBlobs(digests: readonly string[]): Promise<void> {
    await eachOf(digests, async (digest) => {
      const reply = await this.#requests.send({ method: 'DELETE', name: this.#names.blob(digest) });
      if (!isDone(reply) && !isAbsent(reply)) throw this.#requests.fault(reply);
    });
  }

  async close(): Promise<void> {
    await this.#requests.close();
  }

  async #get(name: string): Promise<Uint8Array | undefined> {
    const reply = await this.#requests.send({ method: 'GET', name });
    if (isDone(reply)) return reply.body;
    if (isAbsent(reply)) return undefined;
    throw this.#requests.fault(reply);
  }

  async #put(name: string, body: Uint8Array): Promise<void> {
    const reply = await this.#requests.send({ method: 'PUT', name, body });
    if (!isDone(reply)) throw this.#requests.fault(reply);
  }

  #ignored({ code, message }: S3Reply): Failure {
    const detail = `${this.#requests.shown} does not know the header ${Object.keys(this.#condition).join(' or ')} (HTTP 501 ${code} ${message}).`;
    return new Failure([diagnostic('state-store-unsafe', { detail })]);
  }
}

/** What services that forbid to overwrite answer, with a status of 409. */
const TAKEN: ReadonlySet<string> = new Set(['FileAlreadyExists', 'ObjectAlreadyExists', 'PreconditionFailed']);

const isDone = ({ status }: S3Reply) => status >= 200 && status < 300;
const isAbsent = ({ status, code }: S3Reply) => status === 404 && (code === 'NoSuchKey' || code === '');
