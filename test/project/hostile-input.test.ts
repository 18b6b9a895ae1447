import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/diagnostics/failure.js';
import { loadProject } from '../../src/project/project.js';
import { parseRescue } from '../../src/project/rescue-file.js';
import { parseResolutions } from '../../src/project/resolutions.js';
import { parseUnbinding } from '../../src/project/unbinding.js';
import { folderOf } from '../manifest/support.js';

/** Place, code and detail of each fault. */
async function faultsOf(reading: Promise<unknown>): Promise<readonly string[]> {
  const failure = await reading.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(failure instanceof Failure)) throw failure ?? new Error('it was accepted');
  return failure.diagnostics.map(
    ({ code, source, detail }) => `${source?.line}:${source?.column} ${code} ${detail?.replace(/\s+/g, ' ')}`,
  );
}

type Case = readonly [name: string, text: string, faults: readonly string[]];

const RESCUES: readonly Case[] = [
  [
    'a position that is a list',
    '{"attempt":"a1",\n "items":[{"position":[0],"fate":"done","id":"7"}]}',
    ['2:23 quote-value A text is expected; YAML reads "[0]" as a list. If it is text, write \'[0]\'.'],
  ],
  [
    'items that are a map',
    '{"attempt":"a1",\n "items":{"0":{"position":0,"fate":"done"}}}',
    ['2:10 wrong-shape "items" must be a list, not a map.'],
  ],
  [
    'an unknown key of the file',
    '{"attempt":"a1","items":[],\n "item":[]}',
    ['2:2 unknown-key "item" is not known here. Did you mean "items"?'],
  ],
  [
    'an unknown key of an item',
    '{"attempt":"a1","items":[\n {"position":0,"fate":"failed","taskID":"9"}]}',
    ['2:32 unknown-key "taskID" is not known here. Did you mean "taskId"?'],
  ],
  ['no attempt', '{"type":"outcome","items":[]}', ['1:1 missing-key "attempt" is required (attempt).']],
  [
    'an item without a fate',
    '{"attempt":"a1","items":[\n {"position":0}]}',
    ['2:2 missing-key "fate" is required (fate).'],
  ],
  ['null in the items', '{"attempt":"a1","items":[\n {"position":0,"fate":"failed"},\n null]}', ['3:2 ambiguous-null']],
  [
    'null as the id of an item',
    '{"attempt":"a1","items":[\n {"position":0,"fate":"done","id":null}]}',
    ['2:35 ambiguous-null'],
  ],
  [
    'null in what the reply says of nothing in particular',
    '{"attempt":"a1","items":[],\n "nameless":[null]}',
    ['2:14 ambiguous-null'],
  ],
];

const RESOLUTIONS: readonly Case[] = [
  [
    'an address that is a list',
    '- address: group/a\n  absent: true\n- address: [group/b]\n  absent: true\n',
    ['3:12 quote-value A text is expected; YAML reads "[group/b]" as a list. If it is text, write \'[group/b]\'.'],
  ],
  [
    'a map in place of the list',
    'address: group/a\nabsent: true\n',
    ['1:1 wrong-shape The document must be a list, not a map.'],
  ],
  [
    'an unknown key',
    '- address: group/a\n  abesnt: true\n  absent: true\n',
    ['2:3 unknown-key "abesnt" is not known here. Did you mean "absent"?'],
  ],
  [
    'another unknown key',
    '- address: group/a\n  absent: true\n  note: checked\n',
    ['3:3 unknown-key "note" is not known here. Known: address, account, attempt, id, absent, accepted.'],
  ],
  ['no address', '- absent: true\n', ['1:3 missing-key "address" is required (address).']],
  [
    'no address in the second entry',
    '- address: group/a\n  absent: true\n- id: "7"\n',
    ['3:3 missing-key "address" is required (address).'],
  ],
  ['null in the list', '- address: group/a\n  absent: true\n-\n', ['3:2 ambiguous-null']],
  ['null as an attempt', '- address: group/a\n  attempt:\n  absent: true\n', ['2:3 ambiguous-null']],
];

const UNBINDINGS: readonly Case[] = [
  ['a text in place of the list', '- groupId: 1\n  picIdList: "2"\n', ['2:14 wrong-shape "picIdList" must be a list']],
  ['an id that is a map', '- groupId: { a: b }\n  picIdList: [2]\n', ['1:12 quote-value A text is expected']],
  ['an unknown key', '- groupId: 1\n  picIdList: [2]\n  x: 1\n', ['3:3 unknown-key "x" is not known here.']],
  [
    'a misspelt key',
    '- groupId: 1\n  picIdLists: [2]\n',
    ['1:3 missing-key "picIdList" is required', '2:3 unknown-key'],
  ],
  ['no group', '- picIdList: [2]\n', ['1:3 missing-key "groupId" is required (groupId).']],
  ['null in the list', '- groupId: 1\n  picIdList: [2, null]\n', ['2:18 ambiguous-null']],
];

const PROJECTS: readonly Case[] = [
  [
    'an account whose name is longer than a file may be called',
    `version: 1\naccounts:\n  ${'a'.repeat(101)}:\n    baseUrl: sandbox\n`,
    ['3:3 bad-account-name The name has 101 characters, and at most 100 are possible'],
  ],
  [
    'limits that are a list',
    'version: 1\naccounts:\n  main:\n    baseUrl: sandbox\n    limits: [1]\n',
    ['5:13 wrong-shape "limits" must be a map, not a list.'],
  ],
  [
    'a setting that is a map',
    'version: 1\naccounts:\n  main:\n    baseUrl: sandbox\nstate:\n  path: { a: b }\n',
    ['6:9 quote-value A text is expected'],
  ],
  [
    'an unknown key of an account',
    'version: 1\naccounts:\n  main:\n    baseUrl: sandbox\n    manifest: [a.yaml]\n',
    ['5:5 unknown-key "manifest" is not known here. Did you mean "manifests"?'],
  ],
  [
    'an unknown key of the state',
    'version: 1\naccounts:\n  main:\n    baseUrl: sandbox\nstate:\n  backends: git\n',
    ['6:3 unknown-key "backends" is not known here. Did you mean "backend"?'],
  ],
  ['no address', 'version: 1\naccounts:\n  main:\n    timeZone: UTC\n', ['3:3 missing-key "baseUrl" is required']],
  [
    'an account with nothing in it',
    'version: 1\naccounts:\n  main: {}\n',
    ['3:3 missing-key "baseUrl" is required (address of the service).'],
  ],
  [
    'null in a list',
    'version: 1\naccounts:\n  main:\n    baseUrl: sandbox\n    manifests:\n      - a.yaml\n      -\n',
    ['7:8 ambiguous-null'],
  ],
  [
    'null in the guardrails',
    'version: 1\naccounts:\n  main:\n    baseUrl: sandbox\n    guardrails:\n      protected: [~]\n',
    ['6:19 ambiguous-null'],
  ],
];

const starts = (found: readonly string[], faults: readonly string[]) => {
  expect(found).toEqual(faults.map((fault) => expect.stringContaining(fault)));
};

describe('hostile input is refused with its place', () => {
  it.each(RESCUES)('rescue file: %s', async (_name, text, faults) => {
    starts(await faultsOf(parseRescue(text, 'rescue.json', [])), faults);
  });

  it.each(RESOLUTIONS)('resolutions: %s', async (_name, text, faults) => {
    starts(await faultsOf(parseResolutions(text, 'resolutions.yaml')), faults);
  });

  it.each(UNBINDINGS)('pictures to unbind: %s', async (_name, text, faults) => {
    starts(await faultsOf(parseUnbinding(text, 'unbind.yaml')), faults);
  });

  it.each(PROJECTS)('project file: %s', async (_name, text, faults) => {
    const { project, diagnostics } = await loadProject(await folderOf({ 'adwright.yaml': text }));
    expect(project).toBeUndefined();
    starts(await faultsOf(Promise.reject(new Failure(diagnostics))), faults);
  });
});

it('a rescue file as apply writes it is accepted whole', async () => {
  const text = JSON.stringify({
    ...{ type: 'outcome', attempt: 'a1', cause: 'the connection ended' },
    nameless: [{ code: '90202', message: 'refused' }, { message: '' }],
    items: [
      { position: 0, fate: 'done', id: '12345678901234567890' },
      { position: 1, fate: 'failed', error: { code: '1', message: 'm' } },
      { position: 2, fate: 'unknown', error: { message: 'm' } },
    ],
  });
  expect(await parseRescue(text, 'rescue.json', [])).toEqual([]);
});
