import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askAtTerminal } from '../../src/cli/terminal/terminal-question.js';
import { SMALL } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** A terminal in raw mode, as readline sets it: what is typed comes as bytes, Ctrl-C as well. */
function terminal() {
  const stop = new AbortController();
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  const input = new PassThrough();
  const ask = () => askAtTerminal('Go on? ', { input, output, signal: stop.signal, interrupt: () => stop.abort() });
  return { stop, input, ask };
}

test.each([
  ['yes\r', 'yes', false],
  ['no\r', 'no', false],
  ['\u0003', '', true],
  ['ye\u0003', '', true],
  ['\u0004', '', false],
])('%j is answered with %j', async (typed, answer, interrupted) => {
  const { stop, input, ask } = terminal();
  const asked = ask();
  setTimeout(() => input.write(typed), 50);
  expect(await asked).toBe(answer);
  expect(stop.signal.aborted).toBe(interrupted);
});

test('a signal ends the question, before it and during it', async () => {
  const during = terminal();
  const asked = during.ask();
  setTimeout(() => during.stop.abort(), 50);
  expect(await asked).toBe('');
  expect(await during.ask()).toBe('');
});

test.each([
  ['apply', ['apply']],
  ['pictures unbind', ['pictures', 'unbind', 'unbind.yaml']],
])('%s ends with 130 on Ctrl-C at the question, and sends nothing', async (_what, argv) => {
  const world = await World.start({
    ...SMALL,
    files: { ...SMALL.files, 'unbind.yaml': '- { groupId: 556677, picIdList: ["33445"] }\n' },
  });
  const stop = new AbortController();
  const { code, stderr } = await world.run(argv, {
    terminal: true,
    signal: stop.signal,
    answer: () => {
      stop.abort();
      return '';
    },
  });
  expect(code).toBe(130);
  expect(stderr).toMatch(/Interrupted\.[\s\S]*Nothing was sent\./);
  expect(world.writes()).toEqual([]);
});
