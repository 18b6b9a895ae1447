import { expect, test } from 'vitest';
import type { StateEntry } from '../../src/model/state/state.js';
import { renderAccount, renderLock, renderState, renderStateEntry, renderStatus } from '../../src/render/index.js';
import { expectGolden } from './golden-file.js';
import { image } from './sample-plan.js';

const plain = { color: false, width: 100 };

const entries: StateEntry[] = [
  {
    address: 'group/autumn-shoes',
    kind: 'group',
    id: '9007199254740993',
    status: 'settled',
    values: { name: '秋季女鞋', price: '1.20', negativeWords: { phrase: ['免费'], exact: [] } },
    provenance: { how: 'acknowledged', at: '2024-06-01T08:00:00Z' },
    stored: { price: '1.2' },
  },
  {
    address: 'app/shoes-android',
    kind: 'app',
    status: 'pending',
    values: { title: '鞋城', icon: image('icons/shoes.png', 'ab') },
    provenance: { how: 'stated', at: '2024-06-01T08:00:00Z', by: 'wei' },
    taskId: '55',
    attempt: { id: 'a1b2c3', endpoint: 'addAppTask', at: '2024-06-01T07:59:00Z', position: 0, size: 2, cause: 'reset' },
  },
  {
    address: 'group/winter',
    kind: 'group',
    id: '556677',
    status: 'unknown',
    values: {},
    provenance: { how: 'assumed', at: '2024-06-01T08:00:00Z' },
    assumed: ['price', 'name'],
    parentId: '1001',
  },
];

test('state list, state show', () => {
  const shown = entries.map((entry) => renderStateEntry(entry, plain)).join('\n');
  expectGolden('state.txt', `${renderState(entries, plain)}\n${shown}`);
  expect(renderState([], plain)).toBe('The state is empty.\n');
});

test('status shows the reasons of the service', () => {
  const rows = [
    { address: 'keyword/80001234', name: '女鞋', state: 'status reject', reason: '含有敏感词' },
    { address: 'app/shoes', state: 'pending' },
  ];
  expect(renderStatus(rows, plain).split('\n')).toEqual([
    'address           name  state          reason',
    'keyword/80001234  女鞋  status reject  含有敏感词',
    'app/shoes               pending',
    '',
  ]);
  expect(renderStatus([], plain)).toBe('Everything that can be read is serving.\n');
});

test('the lock says who, where, what and since when', () => {
  const record = {
    id: 'ff00',
    fence: 7,
    host: 'ci-3',
    bootId: 'b',
    pidNamespace: 'n',
    pid: 4242,
    processStart: '1',
    user: 'wei',
    command: 'adwright apply',
    since: '2024-06-01T08:00:00Z',
  };
  const text = renderLock(record, plain);
  for (const part of ['wei on ci-3, process 4242', 'adwright apply', '2024-06-01T08:00:00Z'])
    expect(text).toContain(part);
  expect(renderLock(undefined, plain)).toBe('The state is not locked.\n');
});

test('the account under the names of the interface', () => {
  expect(renderAccount({ uid: '123', companyName: '示例公司', email: undefined }, plain)).toBe(
    'uid          123\ncompanyName  示例公司\n',
  );
});
