import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { errorCode, systemWords } from '../../files/system-error.js';
import type { RunningSandbox, StartSandbox } from '../../sandbox/index.js';
import { isOutOfHandles } from '../out-of-handles.js';
import { makeFolder } from '../workspace/make-folder.js';

export interface FixtureText {
  /** For messages. */
  readonly file: string;
  readonly text: string;
}

/** Starts a sandbox, or says what is wrong with its fixture, its port or its data. Loaded only when one is wanted. */
export async function startFromText(
  start: Omit<StartSandbox, 'fixture'>,
  given: FixtureText | undefined,
): Promise<RunningSandbox> {
  const { DataDirectoryInUse, parseFixture, StoreFailure, startSandbox } = await import('../../sandbox/index.js');
  const parsed = given === undefined ? undefined : parseFixture(given.text);
  if (given !== undefined && parsed !== undefined && parsed.faults.length > 0) {
    throw new Failure(
      parsed.faults.map(({ message, line, column }) =>
        diagnostic('sandbox-fixture', { detail: message, source: { file: given.file, line, column } }),
      ),
    );
  }
  if (start.dataDir !== undefined && start.keepChanges !== false) await makeDataFolder(start.dataDir);
  try {
    return await startSandbox({ ...start, ...(parsed?.fixture !== undefined && { fixture: parsed.fixture }) });
  } catch (error) {
    const isKnown = error instanceof StoreFailure || error instanceof DataDirectoryInUse;
    const detail = isKnown ? error.message : systemProblem(error, start);
    if (detail === undefined) throw error;
    throw new Failure([diagnostic('sandbox-not-started', { detail })]);
  }
}

async function makeDataFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
  } catch (error) {
    const detail = `${folder}: ${errorCode(error) === 'EEXIST' ? 'it is a file, not a folder' : systemWords(error)}`;
    throw new Failure([diagnostic('sandbox-not-started', { detail })]);
  }
}

/** What the operating system refused: the port, or the folder of the data. */
function systemProblem(error: unknown, { port, dataDir }: Omit<StartSandbox, 'fixture'>): string | undefined {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error) || isOutOfHandles(error)) return undefined;
  if (error.code === 'EADDRINUSE') return `port ${port} is in use by another program`;
  if (error.syscall === 'listen') return `port ${port} cannot be opened: ${error.message}`;
  return `${dataDir ?? 'its data'}: ${error.message}`;
}
