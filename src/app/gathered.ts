/** Characters in one piece of an output. */
const PIECE = 1 << 16;

/** The same text in pieces of some size: each piece is a call to the system. */
export function* gathered(pieces: Iterable<string>): Generator<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < PIECE) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
