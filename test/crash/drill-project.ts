import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { onTestFinished } from 'vitest';

/** The project, at a service. */
export const SERVICE = (baseUrl: string) => `version: 1
accounts:
  main:
    baseUrl: ${baseUrl}
    manifests: ["ads.yaml"]
    limits: { groupsPerAdd: 2, groupsPerCreativeAdd: 1 }
`;

/** Three groups in two batches, three creatives, an app; a group to adopt; two keywords and a picture that change; a group that is held. */
export const MANIFEST = `version: 1
groups:
  a: { campaignId: 1001, name: A, price: 1 }
  b: { campaignId: 1001, name: B, price: 1, status: pause }
  c: { campaignId: 1001, name: C, price: 1.50 }
  d: { id: 88, campaignId: 1001, name: D, price: 2 }
  twin: { campaignId: 1001, name: A, price: 1 }
keywords:
  - { id: 501, price: 0.80, status: enable }
  - { id: 502, url: https://www.example.com/boots }
pictures:
  - { id: 701, tags: [a, b] }
apps:
  shop: { title: 鞋城, type: iOS, icon: icons/icon.png, appUrl: https://dl.example.com/shop }
richCreatives:
  - groups: [a, d]
    creative: sublinks-mobile
    content: [{ text: x, url: "https://m.example.com/x" }, { text: y, url: "https://m.example.com/y" }]
  - groupIds: [77]
    creative: sublinks-mobile
    content: [{ text: x, url: "https://m.example.com/x" }, { text: y, url: "https://m.example.com/y" }]
`;

const FIXTURE = `
groups: [{ groupId: 77 }, { groupId: 88, name: D }]
keywords:
  - { id: 501, groupId: 77, word: 鞋, price: 0.50, status: pause }
  - { id: 502, groupId: 77, word: 靴, price: 0.50, status: pause }
pictures: [{ picId: 701, tags: [old] }]
`;

export async function drillProject(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'adwright-drilled-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  await mkdir(join(folder, 'icons'));
  const icon = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();
  await writeFile(join(folder, 'icons', 'icon.png'), icon);
  const all = { 'adwright.yaml': SERVICE('sandbox'), 'ads.yaml': MANIFEST, 'sandbox.yaml': FIXTURE, ...files };
  for (const [name, text] of Object.entries(all)) await writeFile(join(folder, name), text);
  return folder;
}
