import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { DEFAULT_SERVICE_SETTINGS, ENDPOINT_NAMES, ENDPOINTS, type EndpointName } from '../../contract/index.js';
import { refuse } from '../call/refusal.js';
import { MULTIPART, mayBeGet, multipartFields, readRequestFields } from '../call/request-fields.js';
import { type LogEntry, noteRemark } from '../call/request-log.js';
import type { FaultKind } from '../settings/fault-schema.js';
import { hasEffect } from '../settings/faults.js';
import type { Service } from './service.js';
import { sendFault, sendOutgoing } from './transport.js';

export interface ServerHooks {
  /** Calls wait for it: the port is open before the data are read. */
  readonly ready: Promise<void>;
  /** Called after each request was answered. */
  readonly answered?: (entry: LogEntry) => void;
  /** Adds the routes under `/_sandbox`. */
  readonly control: (app: FastifyInstance) => Promise<void>;
}

/**
 * The service over HTTP. Bodies are forms, or multipart forms where the sandbox is not strict; JSON bodies and others
 * count as empty, as at the real service.
 */
export async function buildServer(service: Service, hooks: ServerHooks): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: service.options.bodyBytes,
    exposeHeadRoutes: false,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
  });
  await app.register(hooks.control);
  app.get('/openapi.json', async () => {
    const { openApiDocument } = await import('../../contract/openapi/document.js');
    return openApiDocument(service.settings);
  });
  await app.register(async (operations) => {
    operations.removeAllContentTypeParsers();
    await operations.register(formbody, { bodyLimit: service.options.bodyBytes });
    operations.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null, {}));
    operations.addContentTypeParser(MULTIPART, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
      service.options.strict ? {} : multipartFields(headerText(request, 'content-type') ?? '', body),
    );
    for (const operation of ENDPOINT_NAMES) {
      for (const url of pathsOf(service, operation)) {
        operations.route({
          method: ['GET', 'POST'],
          url,
          handler: async (request, reply) => {
            await hooks.ready;
            return handle(service, hooks, operation, request, reply);
          },
        });
      }
    }
  });
  const failures = (name: 'pathUnknown' | 'valueRefused', description: string) => ({
    failures: [refuse(name, description)],
  });
  app.setNotFoundHandler((request, reply) => reply.code(404).send(failures('pathUnknown', pathOf(request))));
  app.setErrorHandler<Error & { statusCode?: number }>((error, _request, reply) =>
    reply.code(error.statusCode ?? 500).send(failures('valueRefused', error.message)),
  );
  return app;
}

/** Faults after which no whole reply was sent. */
const UNANSWERED: readonly FaultKind[] = ['reset-before', 'reset-after', 'hang', 'cut', 'stall'];

/** Faults that the service itself answers; of the others, those with an effect replace its answer. */
const ANSWERED_INSIDE: readonly FaultKind[] = ['quota', 'token', 'refuse-all', 'no-effect'];

/** Services of this family have the login at either path. */
const LOGIN_PATHS = [DEFAULT_SERVICE_SETTINGS.loginPath, '/uc/account/clientLogin'];

/** Where the tag path is not set, the interface's own word is served next to the platform's. */
function pathsOf(service: Service, operation: EndpointName): Set<string> {
  const paths = new Set([ENDPOINTS[operation].path(service.settings)]);
  if (operation === 'login') for (const path of LOGIN_PATHS) paths.add(path);
  if (operation === 'keywordTags' && service.options.service.tagListPath === '') {
    paths.add(DEFAULT_SERVICE_SETTINGS.tagListPath);
  }
  return paths;
}

async function handle(
  service: Service,
  hooks: ServerHooks,
  operation: EndpointName,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const started = performance.now();
  const { fields, remarks } = readRequestFields(operation, {
    query: request.query,
    body: request.body,
    contentType: headerText(request, 'content-type'),
    isPost: request.method === 'POST',
    strict: service.options.strict,
    hasFormat: service.settings.format === 'json',
  });
  const path = pathOf(request);
  const entry = service.log.begin(service.clock.now(), operation, request.method, path, fields);
  for (const remark of remarks) noteRemark(entry, remark);
  const fault = service.faults.next(operation);
  if (fault !== undefined) entry.fault = fault.kind;
  if (fault?.milliseconds !== undefined) await new Promise((resolve) => setTimeout(resolve, fault.milliseconds));
  await respond();
  entry.milliseconds = Math.round(performance.now() - started);
  if (fault === undefined || !UNANSWERED.includes(fault.kind)) entry.status = reply.statusCode;
  hooks.answered?.(entry);
  return reply;

  async function respond(): Promise<void> {
    if (request.method !== 'POST' && !mayBeGet(operation)) {
      reply.code(405).send({ failures: [refuse('methodRefused', 'POST only')] });
      return;
    }
    const incoming = {
      fields,
      apiKey: headerText(request, 'apikey'),
      accessToken: headerText(request, 'accesstoken'),
      contentType: headerText(request, 'content-type'),
      method: request.method,
    };
    const answer = () => service.answer(operation, incoming, entry, fault);
    if (fault === undefined || ANSWERED_INSIDE.includes(fault.kind)) sendOutgoing(reply, await answer());
    else sendFault(request, reply, fields, fault, hasEffect(fault) ? await answer() : undefined);
  }
}

/** Without the query, which may hold a credential. */
const pathOf = ({ url }: FastifyRequest) => url.split('?')[0] ?? url;

function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
