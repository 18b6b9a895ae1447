import { resolve } from 'node:path';
import { MOST_TEXT } from '../../../files/regular-file.js';
import type { LogEntry } from '../../../sandbox/index.js';
import type { Outcome } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { startFromText } from '../../service/start-sandbox.js';
import { readUserFile } from '../../workspace/user-files.js';
import { rootOf } from '../../workspace/workspace.js';

export interface SandboxChoices {
  readonly port: number;
  readonly data?: string;
  readonly fixture?: string;
  /** It accepts calls. */
  readonly onListening: (url: string) => Promise<unknown>;
}

/** Another sandbox on the same data is stopped by a person or not at all: no use in waiting long for it. */
const WAIT_SECONDS = 3;

/** Runs the service until a signal comes. */
export async function sandbox(app: AppPorts, { port, data, fixture, onListening }: SandboxChoices): Promise<Outcome> {
  const text = fixture === undefined ? undefined : await readUserFile(app, fixture, MOST_TEXT);
  const running = await startFromText(
    {
      port,
      now: () => app.clock.now(),
      waitSeconds: WAIT_SECONDS,
      log: remarksTo((line) => void app.warn(line)),
      ...(data !== undefined && { dataDir: resolve(rootOf(app), data) }),
    },
    fixture === undefined || text === undefined ? undefined : { file: fixture, text },
  );
  await onListening(running.url);
  await new Promise<void>((stop) => {
    if (app.signal.aborted) stop();
    app.signal.addEventListener('abort', () => stop());
  });
  await running.close();
  return { meaning: 'done' };
}

/** Tells each remark once an operation: what a strict sandbox would have refused. */
function remarksTo(warn: (line: string) => void): (entry: LogEntry) => void {
  const told = new Set<string>();
  return ({ operation, remarks = [] }) => {
    for (const remark of remarks) {
      const line = `${operation}: ${remark}. Taken; \`strict: true\` refuses it.`;
      if (!told.has(line)) warn(line);
      told.add(line);
    }
  };
}
