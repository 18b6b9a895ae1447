import { type Static, Type } from '@sinclair/typebox';
import { ENDPOINT_NAMES } from '../../contract/index.js';

/**
 * What can go wrong on demand:
 * - `latency`: answered after `milliseconds`;
 * - `status`: the given `status`, `headers` and `body`;
 * - `throttle`: 429 with `retryAfter`;
 * - `reset-before`, `reset-after`: the connection is cut before or after the effect;
 * - `truncated`: a whole reply with half its JSON; `cut`: the connection ends in the middle of the reply;
 * - `html`, `empty`: such a body with `status` (200); `hang`: no answer; `stall`: half an answer, then none;
 * - `quota`: the quota is used up; `token`: the token is refused;
 * - `refuse-all`: one refusal (`code`, `message`) stamped on every item;
 * - `wrong-length`: result lists with one entry too few, or `by` entries more;
 * - `echo`: an error that repeats the headers and the body of the request, secrets included;
 * - `no-effect`: answered as done, nothing is done.
 */
export const FAULT_KINDS = [
  'latency',
  'status',
  'throttle',
  'reset-before',
  'reset-after',
  'truncated',
  'cut',
  'html',
  'empty',
  'hang',
  'stall',
  'quota',
  'token',
  'refuse-all',
  'wrong-length',
  'echo',
  'no-effect',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export const FaultSchema = Type.Object(
  {
    operation: Type.Union(
      [...ENDPOINT_NAMES, '*' as const].map((name) => Type.Literal(name)),
      { description: 'The operation, or * for all.' },
    ),
    kind: Type.Union(
      FAULT_KINDS.map((kind) => Type.Literal(kind)),
      { description: 'What goes wrong.' },
    ),
    from: Type.Optional(
      Type.Integer({ minimum: 1, description: 'First call that it meets, counted from when it was set (1).' }),
    ),
    times: Type.Optional(Type.Integer({ minimum: 0, description: 'How many calls (1); 0: all from there on.' })),
    effect: Type.Optional(
      Type.Boolean({ description: 'Whether the call takes effect, where the kind leaves it open.' }),
    ),
    milliseconds: Type.Optional(Type.Integer({ minimum: 0 })),
    status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599 })),
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
    body: Type.Optional(Type.String()),
    retryAfter: Type.Optional(Type.String({ description: 'Sent as it is, odd values too.' })),
    code: Type.Optional(Type.Integer()),
    message: Type.Optional(Type.String()),
    by: Type.Optional(Type.Integer({ description: 'Entries too many, or too few when negative (-1).' })),
  },
  { additionalProperties: false },
);

export type Fault = Static<typeof FaultSchema>;
