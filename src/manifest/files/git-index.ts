/** An entry of git's index: a file, or with a sparse index a whole folder (its path ends with `/`). */
export interface IndexEntry {
  readonly path: string;
  /** Left out of the work tree by a sparse checkout. */
  readonly leftOut: boolean;
}

const SIGNATURE = 0x44495243;
/** Times, device, inode, mode, owner and size, before the hash. */
const FACTS = 40;
const EXTENDED = 0x4000;
const SKIP_WORKTREE = 0x4000;

/** The entries of an index file, or nothing where it is not in a form that is known (versions 2 to 4). */
export function readGitIndex(bytes: Buffer): readonly IndexEntry[] | undefined {
  // SHA-1, and SHA-256 of newer repositories: the wrong length ends in paths that are none.
  return readWith(bytes, 20) ?? readWith(bytes, 32);
}

function readWith(bytes: Buffer, hashBytes: number): readonly IndexEntry[] | undefined {
  if (bytes.length < 12 || bytes.readUInt32BE(0) !== SIGNATURE) return undefined;
  const version = bytes.readUInt32BE(4);
  const count = bytes.readUInt32BE(8);
  if (version < 2 || version > 4) return undefined;
  const entries: IndexEntry[] = [];
  let at = 12;
  let last: Buffer = Buffer.alloc(0);
  for (let index = 0; index < count; index++) {
    const start = at;
    at += FACTS + hashBytes;
    if (at + 4 > bytes.length) return undefined;
    const flags = bytes.readUInt16BE(at);
    at += 2;
    let extended = 0;
    if ((flags & EXTENDED) !== 0) {
      extended = bytes.readUInt16BE(at);
      at += 2;
    }
    let kept = 0;
    if (version === 4) {
      const [stripped, next] = variableInteger(bytes, at);
      kept = last.length - stripped;
      at = next;
    }
    const end = bytes.indexOf(0, at);
    if (end < 0 || kept < 0) return undefined;
    const name = Buffer.concat([last.subarray(0, kept), bytes.subarray(at, end)]);
    // Paths are in order, whatever the stage of a conflict.
    if (name.length === 0 || Buffer.compare(last, name) > 0) return undefined;
    last = name;
    at = version === 4 ? end + 1 : start + Math.ceil((end + 1 - start) / 8) * 8;
    entries.push({ path: name.toString('utf8'), leftOut: (extended & SKIP_WORKTREE) !== 0 });
  }
  return entries;
}

/** As git writes it: seven bits a byte, each byte but the last with a mark and one more than it says. */
function variableInteger(bytes: Buffer, from: number): readonly [value: number, next: number] {
  let at = from;
  let byte = bytes[at++] ?? 0;
  let value = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes[at++] ?? 0;
    value = (value + 1) * 128 + (byte & 0x7f);
  }
  return [value, at];
}
