import type { OutputStream, StatusStream } from './io.js';

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
