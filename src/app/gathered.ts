import { TEXT_PIECE } from '../model/index.js';

/** The same text in pieces of some size: each piece is a call to the system. */
export function* gathered(pieces: Iterable<string>): Generator<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < TEXT_PIECE) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
