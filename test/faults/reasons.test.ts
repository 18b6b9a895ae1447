import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/api/index.js';
import { namelessText } from '../../src/apply/nameless-failures.js';
import { ENDPOINT_NAMES } from '../../src/contract/index.js';
import type { CallResult, ItemError } from '../../src/model/index.js';
import { errorOfCall } from '../../src/model/index.js';
import { kindPorts } from '../kinds/support.js';
import { type Told, WRITES } from './reason-operations.js';

/**
 * The fault table: each operation, each way in which a reply can name or not name its items, and the reason that every
 * item must show, worked out by hand. The results say that the first item was made and the other two were not, but for
 * apps, whose task is one for all, and for keywords and tags as the interface has it.
 *
 * In the cells: `7 seven` is a code and words; `-` is the operation's own sentence, without a reason; `~` marks a likely
 * reason; `? of 2` says that there are two reasons and that which items they are about is not known; after `+` comes what is reported once,
 * next to the items.
 */
const [SEVEN, EIGHT, NINE] = [
  { code: 7, message: 'seven' },
  { code: 8, message: 'eight' },
  { code: 9, message: 'nine' },
];

const UNNAMED: Readonly<Record<string, readonly object[]>> = {
  index: [
    { index: 2, ...EIGHT },
    { index: 1, ...SEVEN },
  ],
  'two nameless': [SEVEN, EIGHT],
  'three nameless': [SEVEN, EIGHT, SEVEN],
  'one nameless': [SEVEN],
  'three of one code': [SEVEN, { code: 7, message: 'other' }, { code: 7, message: 'third' }],
  'two alike': [SEVEN, SEVEN],
  'three alike': [SEVEN, SEVEN, SEVEN],
  'a foreign id': [{ id: 999, ...SEVEN }],
  'the index of the first': [{ index: 0, ...SEVEN }],
  'an index past the end': [{ index: 3, ...SEVEN }],
  'a foreign id and one nameless': [{ id: 999, ...SEVEN }, EIGHT],
  silent: [],
};

/** Replies without any result: the whole request is refused. */
const REFUSED: Readonly<Record<string, readonly object[]>> = {
  'refused, index': UNNAMED['index'] ?? [],
  'refused, two nameless': [SEVEN, EIGHT],
  'refused, three nameless': [SEVEN, EIGHT, NINE],
  'refused, alike': [SEVEN, SEVEN],
};

const OWN_SENTENCE =
  /^(?:the service did not create the group|the service did not insert it \(id 0\); often the group has a creative of this type and device already, and it takes only one|the service did not accept the task|the service refused the data \(price 0\.30\)|the reply did not name this group)/;

function short({ code, message }: ItemError): string {
  const words = message
    .replace(OWN_SENTENCE, '-')
    .replace(/^the service refused the whole request/, 'whole')
    .replace(/^[^:]*: the service refused: /, 'call: ')
    .replace(/; the reply has a reason that names no item$/, ' ? of 1')
    .replace(/; the reply has (\d+) reasons that name no item$/, ' ? of $1')
    .replace(/^- \?/, '?')
    .replace(
      / \(probably its reason: the reply does not say which item it is about, and has as many reasons as failed items\)$/,
      '~',
    );
  return code === undefined ? words : `${code} ${words}`;
}

function cell({ items, nameless }: Told): string {
  const shown = items.map(({ fate, error }) => {
    if (error === undefined) return fate;
    return fate === 'unknown' ? `unknown ${short(error)}` : short(error);
  });
  return `${shown.join(' | ')}${nameless.length === 0 ? '' : ` + ${namelessText(nameless)}`}`;
}

/** What is so for every operation whose results are per item. */
const USUAL: Readonly<Record<string, string>> = {
  index: 'done | 7 seven | 8 eight',
  id: 'done | 7 seven | 8 eight',
  'its own key': 'done | 7 seven | 8 eight',
  // These operations have no such name: as many nameless ones as failed items.
  name: 'done | 8 eight~ | 7 seven~',
  'type and device': 'done | 8 eight~ | 7 seven~',
  'two nameless': 'done | 7 seven~ | 8 eight~',
  'three nameless': 'done | ? of 3 | ? of 3 + 7: seven (2 times) · 8: eight',
  'one nameless': 'done | 7 ? of 1 | 7 ? of 1 + 7: seven',
  'three of one code': 'done | 7 ? of 3 | 7 ? of 3 + 7: seven · 7: other · 7: third',
  'two alike': 'done | 7 seven | 7 seven',
  'three alike': 'done | 7 ? of 3 | 7 ? of 3 + 7: seven (3 times)',
  'a foreign id': 'done | - | - + 7: seven (it names id 999)',
  'the index of the first': 'done | - | - + 7: seven (it names index 0)',
  'an index past the end': 'done | - | - + 7: seven (it names index 3)',
  'a foreign id and one nameless': 'done | 8 ? of 1 | 8 ? of 1 + 7: seven (it names id 999) · 8: eight',
  silent: 'done | - | -',
  'refused, index': 'whole | 7 seven | 8 eight',
  'refused, two nameless': 'whole ? of 2 | whole ? of 2 | whole ? of 2 + 7: seven · 8: eight',
  'refused, three nameless': '7 seven~ | 8 eight~ | 9 nine~',
  'refused, alike': '7 call: 7: seven. | 7 call: 7: seven. | 7 call: 7: seven.',
};

const waiting = (beside: string) => `pending | pending | pending + ${beside}`;
const doubtful = (beside: string) => `done | unknown | unknown + ${beside}`;
const IN_TYPE = '8: eight (it names type sublinks, device mobile) · 7: seven (it names type sublinks, device mobile)';

/** Where an operation differs. */
const OWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  groups: {
    // The id of a group that was not made can only be that of its campaign, which all three have.
    id: 'done | 8 eight~ | 7 seven~',
    'its own key': 'done | 8 eight~ | 7 seven~',
    name: 'done | 7 seven | 8 eight',
    path: 'done | 7 seven: groups[1].x | 8 eight: groups[2].x',
  },
  'creatives of three groups': {
    // The list is one for all groups, so its path names the creative and not the group.
    path: 'done | 8 eight: sublinks-mobile[2].x~ | 7 seven: sublinks-mobile[1].x~',
  },
  'creatives of one group': {
    // There is no list of creatives that an index could count.
    index: 'done | 8 eight~ | 7 seven~',
    id: 'done | 8 eight~ | 7 seven~',
    'its own key': 'done | 8 eight~ | 7 seven~',
    'type and device': 'done | 7 seven | 8 eight',
    path: 'done | 7 seven: sublinks-computer[0].x | 8 eight: links-mobile[0].x',
    'the index of the first': 'done | 7 ? of 1 | 7 ? of 1 + 7: seven (it names index 0)',
    'an index past the end': 'done | 7 ? of 1 | 7 ? of 1 + 7: seven (it names index 3)',
    'refused, index':
      'whole ? of 2 | whole ? of 2 | whole ? of 2 + 8: eight (it names index 2) · 7: seven (it names index 1)',
  },
  'apps of task 55': {
    index: 'pending | 7 seven | 8 eight',
    // An app has no id before its task has ended.
    id: waiting('8: eight (it names id 82) · 7: seven (it names id 81)'),
    'its own key': waiting('8: eight (it names appId 82) · 7: seven (it names appId 81)'),
    name: 'pending | 7 seven | 8 eight',
    'type and device': waiting(IN_TYPE),
    path: 'pending | 7 seven: apps[1].x | 8 eight: apps[2].x',
    'two nameless': waiting('7: seven · 8: eight'),
    'three nameless': waiting('7: seven (2 times) · 8: eight'),
    'one nameless': waiting('7: seven'),
    'three of one code': waiting('7: seven · 7: other · 7: third'),
    'two alike': waiting('7: seven (2 times)'),
    'three alike': waiting('7: seven (3 times)'),
    'a foreign id': waiting('7: seven (it names id 999)'),
    'the index of the first': '7 seven | pending | pending',
    'an index past the end': waiting('7: seven (it names index 3)'),
    'a foreign id and one nameless': waiting('7: seven (it names id 999) · 8: eight'),
    silent: 'pending | pending | pending',
  },
  'apps of task 0': {
    index: '- | 7 seven | 8 eight',
    id: '- | - | - + 8: eight (it names id 82) · 7: seven (it names id 81)',
    'its own key': '- | - | - + 8: eight (it names appId 82) · 7: seven (it names appId 81)',
    name: '- | 7 seven | 8 eight',
    'type and device': `? of 2 | ? of 2 | ? of 2 + ${IN_TYPE}`,
    path: '- | 7 seven: apps[1].x | 8 eight: apps[2].x',
    'two nameless': '? of 2 | ? of 2 | ? of 2 + 7: seven · 8: eight',
    'three nameless': '7 seven~ | 8 eight~ | 7 seven~',
    // The task is one for all: what is said of none is said of it.
    'one nameless': '7 seven | 7 seven | 7 seven',
    'three of one code': '7 seven~ | 7 other~ | 7 third~',
    'two alike': '7 seven | 7 seven | 7 seven',
    'three alike': '7 seven | 7 seven | 7 seven',
    'a foreign id': '- | - | - + 7: seven (it names id 999)',
    'the index of the first': '7 seven | - | -',
    'an index past the end': '- | - | - + 7: seven (it names index 3)',
    'a foreign id and one nameless': '8 ? of 1 | 8 ? of 1 | 8 ? of 1 + 7: seven (it names id 999) · 8: eight',
    silent: '- | - | -',
  },
  keywords: {
    path: 'done | 7 seven: keywords[1].x | 8 eight: keywords[2].x',
    // Nothing says that the first was updated, and a failure names it.
    'the index of the first': '7 seven | - | -',
  },
  unbindings: {
    path: 'done | 7 seven: picList[1].x | 8 eight: picList[2].x',
    'the index of the first': '7 seven | - | -',
  },
  'picture tags': {
    // The reply does not speak of the other two: reading them back decides, and no reason is theirs.
    name: doubtful('8: eight (it names name c) · 7: seven (it names name b)'),
    'type and device': doubtful(IN_TYPE),
    path: 'done | 7 seven: data[1].x | 8 eight: data[2].x',
    'two nameless': doubtful('7: seven · 8: eight'),
    'three nameless': doubtful('7: seven (2 times) · 8: eight'),
    'one nameless': doubtful('7: seven'),
    'three of one code': doubtful('7: seven · 7: other · 7: third'),
    'two alike': doubtful('7: seven (2 times)'),
    'three alike': doubtful('7: seven (3 times)'),
    'a foreign id': doubtful('7: seven (it names id 999)'),
    'the index of the first': doubtful('7: seven (it names index 0)'),
    'an index past the end': doubtful('7: seven (it names index 3)'),
    'a foreign id and one nameless': doubtful('7: seven (it names id 999) · 8: eight'),
    silent: 'done | unknown | unknown',
  },
};

describe.each(WRITES)('the reasons of $title', ({ title, results, names, answer }) => {
  const named = Object.entries(names).map(
    ([way, [third, second]]) =>
      [
        way,
        [
          { ...third, ...EIGHT },
          { ...second, ...SEVEN },
        ],
      ] as const,
  );
  it.each([...Object.entries(UNNAMED), ...named])('%s', async (way, failures) => {
    const expected = OWN[title]?.[way] ?? USUAL[way] ?? 'missing in the table';
    expect(cell(await answer({ ...results, failures }))).toBe(expected);
  });
  it.each(Object.entries(REFUSED))('%s', async (way, failures) => {
    expect(cell(await answer({ failures }))).toBe(OWN[title]?.[way] ?? USUAL[way]);
  });
});

/** A read has no items: its reasons are those of the call, all of them, with the code that they share. */
const OF_READS: Readonly<Record<string, string>> = {
  index: '8: eight; 7: seven',
  'two nameless': '7: seven; 8: eight',
  'three nameless': '7: seven; 8: eight',
  'one nameless': '7 7: seven',
  'three of one code': '7 7: seven; 7: other; 7: third',
  'two alike': '7 7: seven',
  'three alike': '7 7: seven',
  'a foreign id': '7 7: seven',
  'the index of the first': '7 7: seven',
  'an index past the end': '7 7: seven',
  'a foreign id and one nameless': '7: seven; 8: eight',
  silent: 'nothing is said',
  id: '8: eight; 7: seven',
  'its own key': '8: eight; 7: seven',
  name: '8: eight; 7: seven',
  'type and device': '8: eight; 7: seven',
  path: '8: eight, idList[2].x; 7: seven, idList[1].x',
};

const DAYS = { startDate: '2024-05-01', endDate: '2024-05-02' };
const READS: Readonly<Record<string, (reply: object) => Promise<CallResult<unknown>>>> = {
  login: async (reply) => {
    const transport = {
      send: async () => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify(reply)) }),
      close: async () => undefined,
    };
    const credentials = { apiKey: 'k', username: 'u', passwd: 'p' };
    const client = createClient({ baseUrl: 'http://service.test', credentials, transport });
    try {
      return await client.login();
    } finally {
      await client.close();
    }
  },
  accountInfo: (reply) => kindPorts([reply]).service.call('accountInfo', {}),
  getKeywords: (reply) => kindPorts([reply]).service.call('getKeywords', { idList: ['1', '2', '3'] }),
  getApps: (reply) => kindPorts([reply]).service.call('getApps', {}),
  keywordPackages: (reply) => kindPorts([reply]).service.call('keywordPackages', {}),
  componentReport: (reply) => kindPorts([reply]).service.call('componentReport', { ...DAYS, level: 'account' }),
  creativeReport: (reply) => kindPorts([reply]).service.call('creativeReport', DAYS),
  listPictures: (reply) => kindPorts([reply]).service.call('listPictures', {}),
  keywordTags: (reply) => kindPorts([reply]).service.call('keywordTags', {}),
};

const READ_WAYS: Readonly<Record<string, readonly object[]>> = {
  ...UNNAMED,
  id: [
    { id: 3, ...EIGHT },
    { id: 2, ...SEVEN },
  ],
  'its own key': [
    { keywordId: 3, ...EIGHT },
    { keywordId: 2, ...SEVEN },
  ],
  name: [
    { name: 'c', ...EIGHT },
    { name: 'b', ...SEVEN },
  ],
  'type and device': [
    { type: 'sublinks', device: 'mobile', ...EIGHT },
    { type: 'sublinks', device: 'computer', ...SEVEN },
  ],
  path: [
    { description: 'idList[2].x', ...EIGHT },
    { description: 'idList[1].x', ...SEVEN },
  ],
};

describe.each(Object.entries(READS))('the reasons of %s', (name, answer) => {
  it.each(Object.entries(READ_WAYS))('%s', async (way, failures) => {
    const result = await answer({ failures });
    if (way === 'silent') {
      // An account or a token that is not there cannot be nothing.
      expect(result.ok).toBe(name !== 'accountInfo' && name !== 'login');
      return;
    }
    if (result.ok) throw new Error('it was not refused');
    const { code, message } = errorOfCall(result.failure);
    const said = /: the service refused(?: \(HTTP 200\))?: (.*?)\.(?: It is not tried again: .*)?$/.exec(message)?.[1];
    expect(code === undefined ? said : `${code} ${said}`).toBe(OF_READS[way]);
  });
});

it('has a row for each of the fifteen operations', () => {
  const writes = [
    'addGroups',
    'addRichCreatives',
    'addAppTask',
    'updateKeywords',
    'unbindPictures',
    'updatePictureTags',
  ];
  expect([...Object.keys(READS), ...writes].sort()).toEqual([...ENDPOINT_NAMES].sort());
});
