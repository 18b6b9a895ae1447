import type { Change, Kind, Observation, ReadBefore, Readings, Value, Values } from '../../model/index.js';
import { fieldsWithRole, PackedList } from '../../model/index.js';

/** What the change and the manifest do not tell of a reading. */
interface Rest {
  readonly at: string;
  /** Values that are spelled otherwise, or of switches that the manifest leaves out. */
  readonly values?: Values;
  /** Fields that were not returned. */
  readonly missing?: readonly string[];
}

/**
 * What was read of the things that an apply updates. A change has what differs, and all else is as the manifest wants it:
 * of a million readings little more is kept than the moment. They are found by their places in the order of the manifests.
 */
export class KeptReadings implements Readings {
  readonly #rests = new PackedList<Rest>(['missing']);
  #positions: number[] = [];
  /** The row of each position; undefined while they have come in order. */
  #rows: number[] | undefined;
  #sorted = true;
  #last = -1;
  #switches: { readonly kind?: Kind; readonly names: readonly string[] } = { names: [] };

  constructor(readonly positionOf: (address: string) => number | undefined) {}

  add(kind: Kind, change: Change, desired: Values, { values, at }: Observation): void {
    const position = this.positionOf(change.address);
    if (position === undefined) return;
    if (position <= (this.#positions.at(-1) ?? -1)) this.#sorted = false;
    this.#positions.push(position);
    this.#rows?.push(this.#rests.length);
    let others: Record<string, Value> | undefined;
    let missing: string[] | undefined;
    for (const path of this.#pathsOf(kind, desired)) {
      const [told, live] = [toldOf(change, desired, path), values[path]];
      if (told === live) continue;
      if (live === undefined) {
        missing ??= [];
        missing.push(path);
      } else {
        others ??= {};
        others[path] = live;
      }
    }
    this.#rests.push({ at, ...(others && { values: others }), ...(missing && { missing }) });
  }

  /** The fields of the manifest, and the switches that it leaves out. */
  #pathsOf(kind: Kind, desired: Values): readonly string[] {
    if (this.#switches.kind !== kind) this.#switches = { kind, names: fieldsWithRole(kind.fields, 'switch') };
    const paths = Object.keys(desired);
    for (const name of this.#switches.names) if (desired[name] === undefined) paths.push(name);
    return paths;
  }

  of(change: Change, desired: Values): ReadBefore | undefined {
    const position = this.positionOf(change.address);
    const row = position === undefined ? -1 : this.#rowOf(position);
    const rest = row < 0 ? undefined : this.#rests.at(row);
    if (rest === undefined) return undefined;
    const values: Record<string, Value> = { ...desired };
    for (const { path, observed } of change.fields) {
      if (observed === undefined) delete values[path];
      else values[path] = observed;
    }
    for (const path of rest.missing ?? []) delete values[path];
    return { values: Object.assign(values, rest.values), at: rest.at };
  }

  /** Mostly they are asked for in their order. */
  #rowOf(position: number): number {
    if (!this.#sorted) this.#sort();
    const positions = this.#positions;
    const next = this.#last + 1;
    let low = 0;
    if (positions[next] === position && positions[next + 1] !== position) low = next + 1;
    else {
      let high = positions.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((positions[middle] as number) <= position) low = middle + 1;
        else high = middle;
      }
    }
    // Of two at one position the later one counts.
    const found = low - 1;
    if (positions[found] !== position) return -1;
    this.#last = found;
    return this.#rows === undefined ? found : (this.#rows[found] as number);
  }

  #sort(): void {
    const [old, oldRows] = [this.#positions, this.#rows];
    const order = Array.from(old, (_, index) => index).sort((a, b) => (old[a] as number) - (old[b] as number) || a - b);
    this.#rows = order.map((index) => oldRows?.[index] ?? index);
    this.#positions = order.map((index) => old[index] as number);
    this.#sorted = true;
  }
}

/** What a change and the manifest say of a value that was read. */
function toldOf({ fields }: Change, desired: Values, path: string): Value | undefined {
  for (const field of fields) if (field.path === path) return field.observed;
  return desired[path];
}
