import type { Readable, Writable } from 'node:stream';

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
  /** Stops the run as the signal of Ctrl-C does, which a terminal does not send while a line is read. */
  readonly interrupt: () => void;
}

/** One line. Ctrl-C, a signal and the end of the input answer nothing, which no question takes for a yes. */
export async function askAtTerminal(question: string, { input, output, signal, interrupt }: Terminal): Promise<string> {
  if (signal.aborted) return '';
  const { createInterface } = await import('node:readline/promises');
  const terminal = createInterface({ input, output });
  const nothing = new Promise<string>((resolve) => {
    terminal.once('SIGINT', () => {
      interrupt();
      resolve('');
    });
    terminal.once('close', () => resolve(''));
    signal.addEventListener('abort', () => resolve(''), { once: true });
  });
  try {
    return await Promise.race([terminal.question(question), nothing]);
  } finally {
    terminal.close();
    // The cursor is still on the line of the question.
    if (signal.aborted) output.write('\n');
  }
}
