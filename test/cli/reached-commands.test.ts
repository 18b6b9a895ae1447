import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { buildProgram } from '../../src/cli/program.js';

const programFor = (argv?: readonly string[]) => buildProgram(async () => {}, { out: '', err: '' }, argv);

/** Every command by its path, with the flags that it knows. */
function flagsByPath(command: Command, path: readonly string[] = []): ReadonlyMap<string, readonly string[]> {
  const own = [path.join(' '), command.options.map(({ flags }) => flags)] as const;
  return new Map([own, ...command.commands.flatMap((one) => [...flagsByPath(one, [...path, one.name()])])]);
}

const whole = flagsByPath(programFor());

test.each([...whole.keys()].filter((path) => path !== '' && !path.startsWith('complete')))(
  '%s has all its flags',
  (path) => {
    const program = flagsByPath(programFor(['-C', 'folder', ...path.split(' ')]));
    expect(program.get(path)).toEqual(whole.get(path));
    const known = (of: typeof whole) => [...of.values()].flat().length;
    expect(known(program)).toBeLessThan(known(whole));
  },
);

test.each([[[]], [['--help']], [['plan', '-h']], [['help', 'plan']], [['complete', '--', 'plan', '--']], [['pln']]])(
  '%j knows all commands',
  (argv) => {
    expect(flagsByPath(programFor(argv))).toEqual(whole);
  },
);
