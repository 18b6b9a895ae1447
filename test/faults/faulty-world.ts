import type { FaultKind } from '../../src/sandbox/index.js';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** Something to do of every kind, none of it waiting for another: every write meets its own fault. */
const MANIFEST = `version: 1
groups:
  a: { campaignId: 1001, name: A, price: 1 }
  b: { campaignId: 1001, name: B, price: 1 }
richCreatives:
  - groupIds: ["9", "10"]
    creative: sublinks-mobile
    content: [{ text: x, url: "https://m.example.com/x" }, { text: y, url: "https://m.example.com/y" }]
apps:
  shop: { title: 鞋城, type: iOS, icon: icon.png, appUrl: "https://dl.example.com/shop" }
keywords:
  - { id: 501, price: 0.80, status: enable }
  - { id: 502, price: 0.90, status: enable }
pictures:
  - { id: 701, tags: [a, b] }
`;

export const FIXTURE = `keywords:
  - { id: "501", groupId: "9", word: 鞋, price: "0.50" }
  - { id: "502", groupId: "9", word: 靴, price: "0.50" }
groups:
  - { groupId: "9", campaignId: 1001, name: old }
  - { groupId: "10", campaignId: 1001, name: older }
pictures:
  - { picId: "701", tags: [old], groupIds: ["9", "10"] }
tags:
  - { id: "1", title: 重点, is_important: "1" }
`;

/** A PNG of 1 by 1 pixel. */
const ICON = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A project in which every operation has something to do; `account` is YAML below the account. */
export const faultyFiles = (account = '') => ({
  'adwright.yaml': projectFile(account),
  'ads/all.yaml': MANIFEST,
  'ads/icon.png': ICON,
  'unbind.yaml': '- { groupId: "9", picIdList: ["701"] }\n- { groupId: "10", picIdList: ["701"] }\n',
});

/** Faults after which a call ends only by its time. */
const ENDLESS: ReadonlySet<FaultKind> = new Set(['hang', 'stall']);

/** A call of a run that meets these faults has two seconds where one of them never ends: on a busy machine others take as long. */
export async function faultyWorld(...kinds: readonly FaultKind[]): Promise<World> {
  const requestTimeoutSeconds = kinds.some((kind) => ENDLESS.has(kind)) ? 2 : 30;
  const limits = `    limits: { requestsPerSecond: 1000, requestTimeoutSeconds: ${requestTimeoutSeconds} }\n`;
  return World.start({ files: faultyFiles(limits), fixture: FIXTURE });
}

/** Rows of words under the names of the columns, as the tests write down what they expect. */
export function tableText(
  rows: readonly string[],
  columns: readonly string[],
  cell: (row: string, column: string) => string | undefined,
): string {
  const lines = [
    ['fault', ...columns],
    ...rows.map((row) => [row, ...columns.map((column) => cell(row, column) ?? '-')]),
  ];
  const widths = lines[0]?.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0))) ?? [];
  return `\n${lines
    .map((line) =>
      line
        .map((word, index) => word.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`;
}

/** A table as `tableText` makes it, with `-` in each cell that was not tried. */
export function onlyTried(table: string, tried: ReadonlyMap<string, unknown>): string {
  const [head = [], ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split(/ +/));
  const [, ...columns] = head;
  const cells = new Map(
    rows.flatMap(([row = '', ...words]) => columns.map((column, at) => [`${row} ${column}`, words[at]] as const)),
  );
  const names = rows.map(([row = '']) => row);
  return tableText(names, columns, (row, column) =>
    tried.has(`${row} ${column}`) ? cells.get(`${row} ${column}`) : undefined,
  );
}
