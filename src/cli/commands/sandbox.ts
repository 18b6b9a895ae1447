import { resolve } from 'node:path';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { parseFixture, startSandbox } from '../../sandbox/index.js';
import type { CommandContext, CommandResult } from '../command.js';
import { EXIT } from '../exit-codes.js';
import { readUserFile, rootOf } from '../workspace.js';

interface SandboxOptions {
  readonly port: number;
  readonly data?: string;
  readonly fixture?: string;
}

/** Runs the service until a signal comes. Its one line on stdout says that it accepts calls. */
export async function sandbox(
  context: CommandContext,
  _args: readonly string[],
  { port, data, fixture }: SandboxOptions,
): Promise<CommandResult> {
  const { io } = context;
  const parsed = fixture === undefined ? undefined : parseFixture(await readUserFile(context, fixture));
  if (fixture !== undefined && parsed !== undefined && parsed.faults.length > 0) {
    throw new Failure(
      parsed.faults.map(({ message, line, column }) =>
        diagnostic('sandbox-fixture', { detail: message, source: { file: fixture, line, column } }),
      ),
    );
  }
  const running = await startSandbox({
    port,
    now: () => io.clock.now(),
    ...(data !== undefined && { dataDir: resolve(rootOf(context), data) }),
    ...(parsed?.fixture !== undefined && { fixture: parsed.fixture }),
  });
  await io.stdout.write(`listening on ${running.url}\n`);
  await new Promise<void>((stop) => {
    if (io.signal.aborted) stop();
    io.signal.addEventListener('abort', () => stop());
  });
  await running.close();
  return { code: EXIT.done };
}
