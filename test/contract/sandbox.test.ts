import { request as send } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { DEFAULT_SERVICE_SETTINGS } from '../../src/contract/index.js';
import { startSandbox } from '../../src/sandbox/index.js';
import type { ContractCase } from './table.js';
import { FIXTURE, TABLE } from './table.js';

/** A morning in the account's time on which the report of 1 March is ready. */
const NOW = new Date('2026-03-02T02:00:00Z');
const CAMPAIGN = FIXTURE.campaigns[0];

const fixture = {
  campaigns: FIXTURE.campaigns.map((campaignId) => ({ campaignId })),
  groups: FIXTURE.groups.map((groupId) => ({ groupId, campaignId: CAMPAIGN, name: `group ${groupId}`, price: '1.00' })),
  keywords: FIXTURE.keywords.map((id) => ({ id, groupId: FIXTURE.groups[0], word: `word ${id}`, price: '1.00' })),
  apps: FIXTURE.apps.map((appId) => ({ appId, type: 'iOS', title: `app ${appId}`, appUrl: `https://x/${appId}` })),
  pictures: FIXTURE.pictures.map((picId) => ({
    picId,
    width: '450',
    height: '300',
    source: 'richcreative',
    tags: ['夏季'],
    groupIds: [FIXTURE.groups[0]],
  })),
  tags: [{ id: '1', title: '重点' }],
  keywordPackages: { 低竞价词包: [{ word: '女鞋', pv: '120', mpv: '<10' }] },
};

interface Reply {
  readonly status: number | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The bytes as they are in the table, by Node's own client. */
function sendBytes(url: string, bytes: ContractCase['bytes'], token: string | undefined): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = {
      apiKey: 'sandbox',
      ...(token !== undefined && { accessToken: token }),
      ...(bytes.method === 'POST' && {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': bytes.body.length,
      }),
    };
    const request = send(url + bytes.path, { method: bytes.method, headers, agent: false }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) });
    });
    request.on('error', reject);
    request.end(bytes.body);
  });
}

function jsonType(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  return typeof value === 'string' ? 'text' : typeof value;
}

const accepted = TABLE.filter((entry) => entry.clientOnly === undefined);

test.each(accepted.map((entry) => [entry.title, entry] as const))('%s', async (_, entry) => {
  const service = { ...DEFAULT_SERVICE_SETTINGS, ...entry.settings };
  const sandbox = await startSandbox({ fixture, service, now: () => NOW });
  onTestFinished(() => sandbox.close());
  const body = 'username=sandbox&passwd=sandbox';
  const login = await sendBytes(
    sandbox.url,
    { method: 'POST', path: '/account/clientLogin', token: false, body },
    undefined,
  );
  expect(login.body).toEqual({ uid: expect.any(String), accessToken: expect.any(String) });

  const reply = await sendBytes(sandbox.url, entry.bytes, String(login.body['accessToken']));
  expect(reply).toMatchObject({ status: 200 });
  expect(reply.body['failures'] ?? []).toEqual([]);
  const types = Object.fromEntries(Object.keys(entry.answers).map((key) => [key, jsonType(reply.body[key])]));
  expect(types).toEqual(entry.answers);
  for (const key of Object.keys(entry.answers)) {
    if (key !== 'failures' && Array.isArray(reply.body[key])) expect(reply.body[key]).not.toEqual([]);
  }
});
