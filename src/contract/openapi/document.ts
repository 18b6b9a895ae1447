import { ENDPOINTS, type Endpoint, type EndpointName } from '../endpoints.js';
import { KNOWN_FAILURES } from '../error-codes.js';
import type { GapSubject, InterfaceGap } from '../gaps/gap.js';
import { GAPS } from '../gaps/gaps.js';
import { DEFAULT_SERVICE_SETTINGS, type ServiceSettings } from '../service-settings.js';
import { RECORDS } from './records.js';
import { REPLIES } from './replies.js';
import { REQUEST_FIELDS, type RequestField } from './requests.js';
import type { Schema } from './schema.js';

/** What a lost reply means, in the words of the document. */
const EFFECTS: Readonly<Record<Endpoint['effect'], string>> = {
  read: 'Changes nothing; may be repeated.',
  set: 'Sets values; may be repeated.',
  create: 'Makes something new with every call. It must not be repeated where the outcome is not known.',
};

const INTRODUCTION = [
  'The interface of a search-advertising account, as Adwright reads it. Bodies are form-encoded UTF-8; where a field is an array or an object, it holds JSON text. Replies are JSON.',
  'A failure comes with HTTP 200: in `failures`, as an id of 0, or in `failKeywordIds`.',
  'What the interface leaves open is listed under `x-not-shown`: the question, and the choice that the sandbox makes unless its fixture says otherwise.',
].join('\n\n');

/** The interface as an OpenAPI 3.1 document, made from the tables that client and sandbox share. */
export function openApiDocument(
  settings: ServiceSettings = DEFAULT_SERVICE_SETTINGS,
): Readonly<Record<string, unknown>> {
  const operations = Object.entries(ENDPOINTS) as readonly (readonly [EndpointName, Endpoint])[];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Search-advertising account management',
      version: '1',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'https://ads.example.com', description: 'The address of the service.' }],
    tags: [...new Set(operations.map(([, { subject }]) => subject))].map((name) => ({
      name,
      description: `${name} of the account.`,
    })),
    paths: Object.fromEntries(
      operations.map(([name, endpoint]) => [endpoint.path(settings), operation(name, endpoint)]),
    ),
    components: {
      schemas: RECORDS,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'apiKey', description: 'Given at registration.' },
        accessToken: {
          type: 'apiKey',
          in: 'header',
          name: 'accessToken',
          description: 'Given by the login, for 10 hours.',
        },
      },
    },
    'x-not-shown': gapsOf('names', 'requests', 'fields', 'states', 'authentication', 'failures', 'limits'),
    'x-failure-codes': KNOWN_FAILURES,
  };
}

function operation(name: EndpointName, endpoint: Endpoint): Readonly<Record<string, unknown>> {
  const open = gapsOf(name);
  const body = requestBody(REQUEST_FIELDS[name]);
  return {
    [endpoint.method.toLowerCase()]: {
      operationId: name,
      tags: [endpoint.subject],
      summary: endpoint.title,
      description: EFFECTS[endpoint.effect],
      security: [endpoint.headers === 'apiKey' ? { apiKey: [] } : { apiKey: [], accessToken: [] }],
      ...(body !== undefined && { requestBody: body }),
      responses: {
        '200': {
          description: 'Done, done in part, or refused: see `failures`.',
          content: { 'application/json': { schema: REPLIES[name] } },
        },
        '4XX': {
          description: 'Not documented. Seen: 401 and 403 for a token that is not accepted, 404, 413 and 429.',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
      },
      ...(open.length > 0 && { 'x-not-shown': open }),
    },
  };
}

function requestBody(fields: Readonly<Record<string, RequestField>>): Readonly<Record<string, unknown>> | undefined {
  const entries = Object.entries(fields);
  if (entries.length === 0) return undefined;
  const required = entries.filter(([, field]) => field.required === true).map(([key]) => key);
  const schema: Schema = {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(entries.map(([key, field]) => [key, field.schema])),
  };
  return { required: required.length > 0, content: { 'application/x-www-form-urlencoded': { schema } } };
}

function gapsOf(
  ...subjects: readonly GapSubject[]
): readonly Pick<InterfaceGap, 'id' | 'question' | 'choice' | 'sandboxOption' | 'setting'>[] {
  return GAPS.filter(({ about }) => subjects.includes(about)).map(({ about: _, ...rest }) => rest);
}
