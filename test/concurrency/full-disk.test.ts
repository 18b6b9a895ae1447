import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { documentOf } from '../support/documents.js';
import { start } from './command.js';
import { APPLY, groupsWorld, timesMade } from './world.js';

/**
 * A limit on the size of files, in KiB, acts as a full disk: it is the system that refuses. The journal takes intent
 * and room for a usual outcome; what the service answers here is far longer than that.
 */
const NAMES = Array.from({ length: 90 }, (_, index) => `g${String(index).padStart(99, '0')}`);
const FAILS = 80;
const failures = Array.from({ length: FAILS }, (_, index) => ({
  index,
  code: 7,
  message: `${index}: ${'long '.repeat(90)}`,
}));
const REPLY = JSON.stringify({ groupIdList: NAMES.map((_, index) => (index < FAILS ? 0 : 910_001 + index)), failures });

test.each([
  ['a rescue file is written and settles them', 56, true],
  ['and where even that has no room, they are on stderr and in the document', 39, false],
])('the outcome cannot be written: exit 4, the ids are told; %s', async (_, kibibytes, rescued) => {
  const world = await groupsWorld([]);
  await world.edit('adwright.yaml', 'groupsPerAdd: 2', 'groupsPerAdd: 100');
  await world.write('ads/all.yaml', `version: 1\nkeywords: []\n`);
  await world.must('state', 'init');
  await world.write(
    'ads/all.yaml',
    `version: 1\ngroups:\n${NAMES.map((name, index) => `  ${name}: { campaignId: 1, name: n${index}, price: 1 }\n`).join('')}`,
  );
  world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'status', status: 200, body: REPLY });

  const end = await start(world, APPLY, { shell: `ulimit -f ${kibibytes}` }).ended;
  expect(end.code, end.stderr).toBe(4);
  const { summary, items, diagnostics } = documentOf('apply', { ...end, code: 4 });
  expect(summary).toMatchObject({ unknown: 90 });
  const attempt = items[0]?.attempt ?? '';
  const lost = diagnostics.find(({ code }) => code === 'outcome-not-written');
  for (const id of ['910081', '910090']) {
    expect(end.stderr).toContain(id);
    expect(lost?.detail).toContain(id);
    expect(items.map((item) => item.id)).toContain(id);
  }
  const file = `adwright-rescue-${attempt}.json`;
  expect((await readdir(world.folder)).filter((name) => name.includes('rescue'))).toEqual(rescued ? [file] : []);

  // What was there before is readable, and what is in doubt is known.
  expect((await world.json('plan', ['plan'])).document.summary).toMatchObject({ create: 0, unresolved: 90 });
  if (!rescued) {
    const text = end.stderr.split('\n').find((line) => line.startsWith('{'));
    await world.write(file, text ?? '');
  }
  await world.must('resolve', '--from', file);
  world.sandbox.control.clearFaults();
  const next = await world.json('plan', ['plan']);
  expect({ code: next.code, summary: next.document.summary }).toMatchObject({
    code: 0,
    summary: { create: FAILS, unresolved: 0, noop: 10 },
  });
  expect(timesMade(world, ['n'])).toEqual([0]);
});
