import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export const KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 's3cret/access+key' };

export interface S3ServerOptions {
  /** How it asks to be asked; `none` takes no notice of conditions, `unknown` answers 501. */
  readonly condition?: 'if-none-match' | 'forbid-overwrite' | 'none' | 'unknown';
  readonly bucket?: string;
  readonly region?: string;
  /** What the server takes for the time. */
  readonly now?: () => number;
  /** Milliseconds before each reply. */
  readonly delay?: number;
}

export interface S3Server {
  readonly endpoint: string;
  readonly objects: Map<string, Buffer>;
  readonly seen: string[];
  /** Decides about one request before it is carried out: a status to answer, `lost` for no reply at all. */
  fault:
    | ((method: string, path: string) => { status: number; code?: string; after?: boolean } | 'lost' | undefined)
    | undefined;
  stop(): Promise<void>;
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Uint8Array, data: string) => createHmac('sha256', key).update(data).digest();
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * A strict service: it checks each signature over the bytes that came, written down here once more from AWS's description, the digest
 * of the body, and that no header is sent that Adwright may not rely on. Paths are `/bucket/name`.
 */
export async function startS3({
  condition = 'if-none-match',
  bucket = 'state',
  region = 'eu-test-1',
  now = Date.now,
  delay = 0,
}: S3ServerOptions = {}): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const seen: string[] = [];

  const signatureFault = (request: IncomingMessage, body: Buffer): string | undefined => {
    const header = (name: string) => String(request.headers[name] ?? '');
    const match =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        header('authorization'),
      );
    if (match === null) return 'AccessDenied';
    const [, id, day = '', inRegion = '', names = '', signature] = match;
    if (id !== KEYS.accessKeyId) return 'InvalidAccessKeyId';
    if (inRegion !== region) return 'AuthorizationHeaderMalformed';
    if (Math.abs(now() - stamp(header('x-amz-date'))) > 900_000) return 'RequestTimeTooSkewed';
    if (header('x-amz-content-sha256') !== sha256(body)) return 'XAmzContentSHA256Mismatch';
    const must = [
      'host',
      ...Object.keys(request.headers).filter((one) => one.startsWith('x-') || one.startsWith('if-')),
    ];
    if (must.some((one) => !names.split(';').includes(one))) return 'HeaderNotSigned';
    const [path = '', query = ''] = (request.url ?? '').split('?');
    // What was signed is `%20`; a service that takes `+` for itself finds another signature.
    if (/[+]/.test(`${path}${query}`)) return 'SignatureDoesNotMatch';
    const canonical = [
      request.method,
      path
        .split('/')
        .map((part) => escaped(decodeURIComponent(part)))
        .join('/'),
      [...new URLSearchParams(query)]
        .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
        .sort()
        .join('&'),
      ...names.split(';').map((name) => `${name}:${header(name).trim()}`),
      '',
      names,
      header('x-amz-content-sha256'),
    ].join('\n');
    const scope = `${day}/${region}/s3/aws4_request`;
    const text = ['AWS4-HMAC-SHA256', header('x-amz-date'), scope, sha256(canonical)].join('\n');
    const key = [region, 's3', 'aws4_request'].reduce(
      (one, part) => hmac(one, part),
      hmac(`AWS4${KEYS.secretAccessKey}`, day),
    );
    return hmac(key, text).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch';
  };

  const answer = (response: ServerResponse, status: number, body: string | Buffer = '') => {
    response.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body);
  };
  const refuse = (response: ServerResponse, status: number, code: string) =>
    answer(response, status, `<?xml version="1.0"?><Error><Code>${code}</Code><Message>of the test</Message></Error>`);

  const carryOut = (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const url = new URL(request.url ?? '', 'http://x');
    const [, named, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const name = rest.join('/');
    if (named !== bucket) return refuse(response, 404, 'NoSuchBucket');
    const wrong = signatureFault(request, body);
    if (wrong !== undefined) return refuse(response, 403, wrong);
    if (request.headers['if-match'] !== undefined) return refuse(response, 400, 'IfMatchIsNotPortable');
    if (request.method === 'GET' && name === '') {
      const prefix = url.searchParams.get('prefix') ?? '';
      const most = Number(url.searchParams.get('max-keys') ?? 1000);
      const found = [...objects.keys()]
        .filter((one) => one.startsWith(prefix))
        .sort()
        .slice(0, most);
      const list = found.map((one) => `<Contents><Key>${one.replaceAll('&', '&amp;')}</Key></Contents>`).join('');
      return answer(response, 200, `<ListBucketResult><Prefix>${prefix}</Prefix>${list}</ListBucketResult>`);
    }
    if (request.method === 'GET') {
      const object = objects.get(name);
      return object === undefined ? refuse(response, 404, 'NoSuchKey') : answer(response, 200, object);
    }
    if (request.method === 'DELETE') {
      objects.delete(name);
      return answer(response, 204);
    }
    const asked = request.headers['if-none-match'] === '*';
    const forbidden = request.headers['x-oss-forbid-overwrite'] === 'true';
    if (asked && condition === 'unknown') return refuse(response, 501, 'NotImplemented');
    if (asked && condition === 'if-none-match' && objects.has(name)) return refuse(response, 412, 'PreconditionFailed');
    if (forbidden && condition === 'forbid-overwrite' && objects.has(name))
      return refuse(response, 409, 'FileAlreadyExists');
    objects.set(name, body);
    answer(response, 200);
  };

  const started: Pick<S3Server, 'fault'> = { fault: undefined };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    seen.push(`${request.method} ${request.url}`);
    if (delay > 0) await sleep(delay);
    const fault = started.fault?.(request.method ?? '', request.url ?? '');
    if (fault === 'lost') {
      // Stored, and the reply does not arrive.
      const nowhere = { writeHead: () => nowhere, end: () => nowhere } as unknown as ServerResponse;
      carryOut(request, nowhere, Buffer.concat(parts));
      return request.socket.destroy();
    }
    if (fault === undefined) return carryOut(request, response, Buffer.concat(parts));
    if (fault.after === true) {
      const nowhere = { writeHead: () => nowhere, end: () => nowhere } as unknown as ServerResponse;
      carryOut(request, nowhere, Buffer.concat(parts));
    }
    refuse(response, fault.status, fault.code ?? 'InternalError');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return Object.assign(started, {
    ...{ endpoint: `http://127.0.0.1:${port}`, objects, seen },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

const stamp = (text: string) =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')) || 0;
