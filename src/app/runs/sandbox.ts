import { resolve } from 'node:path';
import { MOST_TEXT } from '../../files/regular-file.js';
import { documentText } from '../../render/index.js';
import type { LogEntry } from '../../sandbox/index.js';
import type { CommandContext, CommandResult } from '../context.js';
import { EXIT } from '../exit-codes.js';
import { startFromText } from '../service/start-sandbox.js';
import { readUserFile } from '../workspace/user-files.js';
import { rootOf } from '../workspace/workspace.js';

interface SandboxOptions {
  readonly port: number;
  readonly data?: string;
  readonly fixture?: string;
}

/** Another sandbox on the same data is stopped by a person or not at all, so there is no point in a long wait. */
const WAIT_SECONDS = 3;

/** Runs the service until a signal comes. Its one line on stdout says that it accepts calls. */
export async function sandbox(
  context: CommandContext,
  _args: readonly string[],
  { port, data, fixture }: SandboxOptions,
): Promise<CommandResult> {
  const { io } = context;
  const text = fixture === undefined ? undefined : await readUserFile(context, fixture, MOST_TEXT);
  const running = await startFromText(
    {
      port,
      now: () => io.clock.now(),
      waitSeconds: WAIT_SECONDS,
      log: remarksTo(io.stderr),
      ...(data !== undefined && { dataDir: resolve(rootOf(context), data) }),
    },
    fixture === undefined || text === undefined ? undefined : { file: fixture, text },
  );
  const line = context.global.json
    ? [...documentText({ formatVersion: '1.0', url: running.url })].join('')
    : `listening on ${running.url}\n`;
  await io.stdout.write(line);
  await new Promise<void>((stop) => {
    if (io.signal.aborted) stop();
    io.signal.addEventListener('abort', () => stop());
  });
  await running.close();
  return { code: EXIT.done };
}

/** Tells each remark once an operation: what a strict sandbox would have refused. */
function remarksTo(stderr: { write(text: string): unknown }): (entry: LogEntry) => void {
  const told = new Set<string>();
  return ({ operation, remarks = [] }) => {
    for (const remark of remarks) {
      const line = `${operation}: ${remark}. Taken; \`strict: true\` refuses it.\n`;
      if (!told.has(line)) stderr.write(line);
      told.add(line);
    }
  };
}
