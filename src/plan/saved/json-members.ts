import { Buffer } from 'node:buffer';

/** Hears of the members of a JSON object in their order, each with its parsed value; of one member, which is a list, item by item. */
export interface MemberReader {
  key(name: string): void;
  value(value: unknown): void;
  item(value: unknown): void;
}

/** A value is longer than may be held at once. */
export class TooLong extends Error {}

export interface LongestValues {
  readonly value: number;
  readonly item: number;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_MAP, CLOSE_MAP, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d];

/** What may come next. `value` is the inside of a value of any kind. */
type Place = 'root' | 'first-key' | 'key' | 'colon' | 'begin' | 'first-item' | 'item' | 'value' | 'after' | 'end';
type Part = 'root' | 'key' | 'member' | 'item';

/** Bytes that a value may begin with. */
const BEGINNINGS: ReadonlySet<number> = new Set(Buffer.from('{["-0123456789tfn'));

const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/**
 * Takes a JSON text in pieces, as bytes, and finds where each value begins and ends, by brackets and strings alone: any
 * layout will do. What is inside is parsed by `JSON.parse`. Throws a `SyntaxError` where it is no JSON.
 */
export class JsonMembers {
  #place: Place = 'root';
  #part: Part = 'root';
  #inList = false;
  #key = '';
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Parts of a value that began in an earlier piece. */
  #begun: Buffer[] = [];
  #length = 0;

  constructor(
    readonly list: string,
    readonly most: LongestValues,
    readonly reader: MemberReader,
  ) {}

  /** The piece must not be changed afterwards. */
  take(piece: Buffer): void {
    let at = 0;
    while (at < piece.length) {
      if (this.#place !== 'value') {
        const byte = piece[at] as number;
        if (isSpace(byte)) at++;
        else at += this.#begin(byte);
        continue;
      }
      const end = this.#endOfValue(piece, at);
      const isWhole = this.#place !== 'value';
      this.#length += end - at;
      // What is no object is not used: there is no need to hold much of it.
      if (this.#length > (this.#part === 'member' ? this.most.value : this.most.item)) throw new TooLong();
      const part = piece.subarray(at, end);
      at = end;
      if (isWhole) this.#hand(this.#begun.length === 0 ? part : Buffer.concat([...this.#begun.splice(0), part]));
      else this.#begun.push(part);
    }
  }

  /** Whether the text was an object. Anything else that is JSON is no object. */
  end(): boolean {
    // A number or a word at the root ends with the text.
    if (this.#part === 'root' && this.#place === 'value' && this.#length > 0) {
      this.#place = 'end';
      JSON.parse(Buffer.concat(this.#begun).toString('utf8'));
      return false;
    }
    if (this.#place !== 'end') throw new SyntaxError('cut off');
    return this.#part !== 'root';
  }

  /** Takes a byte between values; how many bytes were used. */
  #begin(byte: number): 0 | 1 {
    switch (this.#place) {
      case 'root':
        return byte === OPEN_MAP ? this.#go('first-key') : this.#intoValue('root', byte);
      case 'first-key':
        if (byte === CLOSE_MAP) return this.#close();
        return this.#beginKey(byte);
      case 'key':
        return this.#beginKey(byte);
      case 'colon':
        if (byte !== COLON) throw unexpected();
        return this.#go('begin');
      case 'begin':
        if (byte !== OPEN_LIST || this.#key !== this.list) return this.#intoValue('member', byte);
        this.#inList = true;
        return this.#go('first-item');
      case 'first-item':
        return byte === CLOSE_LIST ? this.#endList() : this.#intoValue('item', byte);
      case 'item':
        return this.#intoValue('item', byte);
      case 'after':
        if (byte === COMMA) return this.#go(this.#inList ? 'item' : 'key');
        if (this.#inList && byte === CLOSE_LIST) return this.#endList();
        if (!this.#inList && byte === CLOSE_MAP) return this.#close();
        throw unexpected();
      default:
        throw unexpected();
    }
  }

  #go(place: Place): 1 {
    this.#place = place;
    return 1;
  }

  #beginKey(byte: number): 0 {
    if (byte !== QUOTE) throw unexpected();
    return this.#into('key');
  }

  #intoValue(part: Part, byte: number): 0 {
    if (!BEGINNINGS.has(byte)) throw unexpected();
    return this.#into(part);
  }

  #into(part: Part): 0 {
    this.#part = part;
    this.#place = 'value';
    this.#depth = 0;
    this.#length = 0;
    return 0;
  }

  #endList(): 1 {
    this.#inList = false;
    return this.#go('after');
  }

  #close(): 1 {
    this.#part = 'member';
    return this.#go('end');
  }

  /** Where the value ends, or the piece; at the end of the value the place is another one. */
  #endOfValue(piece: Buffer, from: number): number {
    let depth = this.#depth;
    let inString = this.#inString;
    let at = from;
    const ends = (end: number) => {
      this.#depth = 0;
      this.#inString = false;
      this.#place = 'after';
      return end;
    };
    for (; at < piece.length; at++) {
      const byte = piece[at] as number;
      if (inString) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) {
          inString = false;
          if (depth === 0) return ends(at + 1);
        }
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN_MAP || byte === OPEN_LIST) depth++;
      else if (byte === CLOSE_MAP || byte === CLOSE_LIST) {
        if (depth === 0) return ends(at);
        depth--;
        if (depth === 0) return ends(at + 1);
      } else if (depth === 0 && (byte === COMMA || isSpace(byte))) return ends(at);
    }
    this.#depth = depth;
    this.#inString = inString;
    return at;
  }

  #hand(bytes: Buffer): void {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    switch (this.#part) {
      case 'key':
        this.#key = String(value);
        this.reader.key(this.#key);
        this.#place = 'colon';
        return;
      case 'member':
        return this.reader.value(value);
      case 'item':
        return this.reader.item(value);
      case 'root':
        this.#place = 'end';
    }
  }
}

const unexpected = () => new SyntaxError('unexpected byte');
