import { createHash } from 'node:crypto';
import { TEXT_PIECE } from '../../model/index.js';

/** SHA-256 of a long text that comes in small parts. */
export class TextDigest {
  readonly #hash = createHash('sha256');
  #pending = '';

  add(text: string): void {
    this.#pending += text;
    if (this.#pending.length < TEXT_PIECE) return;
    this.#hash.update(this.#pending);
    this.#pending = '';
  }

  /** In hex. Nothing can be added after it. */
  end(): string {
    return this.#hash.update(this.#pending).digest('hex');
  }
}
