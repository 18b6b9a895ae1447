import fc from 'fast-check';
import type { Reply } from '../support/altering-wire.js';

/** What becomes of the reply to one creating call; `told` shows it where a run fails. */
export interface Alteration {
  readonly told: string;
  readonly of: (real: Reply) => Reply;
}

/** Values in place of an id, as they are in the reply. None of them says that something was made, or was not. */
const ODD = [
  ...['null', 'true', 'false', '{}', '[]', '""', '"error"', '"7 "', '" 7"', '"007"', '"000"', '"-1"', '"１２"'],
  ...['-1', '1.5', '1.0', '1e3', '-0', '0.0', '0e1', '[7]', '{"id":"777"}', '{"groupId":777}', `"${'9'.repeat(60)}"`],
];

const KEYS = ['groupIdList', 'success', 'appTaskId', 'failures', 'errno', 'message', 'data', 'item', '__proto__', 'id'];

const altered = (told: string, body: (real: string) => string): Alteration => ({
  told,
  of: ({ status, body: real }) => ({ status, body: body(real) }),
});

/** The ids of a real reply, where they stand. */
const ID = /(?<=[[,:{]\s*)"?\d{3,}"?/g;

/** Puts something in place of one id of the reply, or of each. */
function inPlaceOfIds(real: string, which: number, text: (id: string) => string): string {
  const count = [...real.matchAll(ID)].length;
  let at = 0;
  return real.replace(ID, (id) => (which < 0 || at++ === which % count ? text(id) : id));
}

const which = fc.integer({ min: -1, max: 5 });
const odd = fc
  .tuple(which, fc.constantFrom(...ODD))
  .map(([at, text]) => altered(`id ${at} is ${text}`, (real) => inPlaceOfIds(real, at, () => text)));
const ofOneThing = fc.constantFrom(
  altered('every id is the first one', (real) => {
    const [first = '1'] = real.match(ID) ?? [];
    return inPlaceOfIds(real, -1, () => first);
  }),
  altered('an object in the place of each list', (real) =>
    real.replace(
      /\[([^[\]{}]*)\]/g,
      (_, inner: string) => `{${inner.split(',').map((one, n) => `"${n}":${one || 1}`)}}`,
    ),
  ),
  altered('each list in a list', (real) => real.replaceAll('[', '[[').replaceAll(']', ']]')),
  altered('keys in lower case', (real) => real.replace(/"\w+":/g, (key) => key.toLowerCase())),
  altered('each list as text', (real) => real.replace(/\[([^[\]{}"]*)\]/g, '"$1"')),
);
const cut = fc.nat(60).map((length) => altered(`cut after ${length}`, (real) => real.slice(0, length)));
const status = fc
  .constantFrom(201, 202, 206, 301, 400, 401, 402, 403, 404, 405, 408, 409, 413, 422, 429, 499, 500, 502, 503)
  .map((code): Alteration => ({ told: `status ${code}`, of: ({ body }) => ({ status: code, body }) }));

const anyValue = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom<unknown>(0, '0', '880001', 880002, null));
const anyObject = fc.dictionary(fc.constantFrom(...KEYS), fc.oneof(anyValue, fc.array(anyValue, { maxLength: 4 })));
const anyBody = fc
  .oneof(
    anyObject.map((one) => JSON.stringify(one)),
    fc.json({ maxDepth: 3 }),
    fc.string(),
    fc.string({ unit: 'binary' }),
  )
  .map((body) => altered(`body ${body}`, () => body));
const text = fc
  .tuple(fc.constantFrom(...ODD), fc.constantFrom(...ODD))
  .map(([list, task]) => `{"groupIdList":${list},"success":${list},"appTaskId":${task}}`)
  .map((body) => altered(body, () => body));
const anything = fc.tuple(anyBody, fc.constantFrom(200, 200, 200, 400, 404, 409, 429, 500)).map(
  ([one, code]): Alteration => ({
    told: `${code} ${one.told}`,
    of: (real) => ({ ...one.of(real), status: code }),
  }),
);
const asItIs = fc.constant(altered('as it is', (real) => real));

export const alteration: fc.Arbitrary<Alteration> = fc.oneof(
  { weight: 5, arbitrary: odd },
  { weight: 3, arbitrary: ofOneThing },
  { weight: 2, arbitrary: text },
  { weight: 2, arbitrary: status },
  { weight: 1, arbitrary: cut },
  { weight: 4, arbitrary: anything },
  { weight: 3, arbitrary: asItIs },
);

/** Statuses that prove that nothing was made (architecture of the project, "what a reply proves"). */
const NOTHING_MADE = new Set([400, 401, 403, 404, 413, 429]);
/** A `0` that stands alone as a value, as number or text. */
const ZERO = /(?<=[[,:]\s*)(?:0|"0")(?=\s*[\],}])/;
/** Words for a failure: entries of `failures`, or keys at the top that speak of one. */
const FAILURE =
  /"(?:failures|item)":\s*(?!\[\s*\]|null|false|""|\{\s*\})|"(?:code|message|msg|error|errno|errcode)"\s*:/;

/** Whether the reply itself says that something was not made: what it says so of may be sent again. Rather too often than not. */
export function saysNotMade({ status: code, body }: Reply): boolean {
  return NOTHING_MADE.has(code) || ZERO.test(body) || FAILURE.test(body);
}

/** Whether the reply gives this id: digits that stand alone as a value. */
export function gives({ status: code, body }: Reply, id: string): boolean {
  return code >= 200 && code < 300 && new RegExp(`(?<=[[,:]\\s*)(?:${id}|"${id}")(?=\\s*[\\],}])`).test(body);
}
