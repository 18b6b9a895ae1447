import type { OutputStream } from './io.js';

/** A stream whose last line may be a passing one: it gives way to whatever is written next. */
export interface StatusStream extends OutputStream {
  /** Shows a line in place of the last one; an empty one only clears. For terminals. */
  status(line: string): void;
}

const CLEAR = '\r\u001b[K';

export function withStatusLine(stream: OutputStream): StatusStream {
  let shown = false;
  return {
    get isTerminal() {
      return stream.isTerminal;
    },
    get columns() {
      return stream.columns;
    },
    write: (text) => {
      const clear = shown && text !== '' ? CLEAR : '';
      if (text !== '') shown = false;
      return stream.write(`${clear}${text}`);
    },
    status: (line) => {
      if (line === '' && !shown) return;
      shown = line !== '';
      void stream.write(`${CLEAR}${line}`);
    },
  };
}
