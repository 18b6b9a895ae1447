import type { FieldPath, NoSlot } from '../../model/index.js';
import { belowLine, type YamlSpot } from '../source/slot.js';
import type { Range, Spots } from './plain-reader.js';

const SEPARATOR = '\u0000';

/** Places by path. */
export class SpotMap implements Spots {
  readonly #values = new Map<string, Range>();
  readonly #keys = new Map<string, Range>();
  readonly #path: string[] = [];

  /** `base` is the number of steps of a path that lead to what is looked into. */
  constructor(readonly base: number) {}

  enter(step: string | number): void {
    this.#path.push(String(step));
  }

  leave(): void {
    this.#path.pop();
  }

  key(range: Range): void {
    this.#keys.set(this.#path.join(SEPARATOR), range);
  }

  value(range: Range): void {
    this.#values.set(this.#path.join(SEPARATOR), range);
  }

  /** The place of what `path` names, or of the nearest thing around it. A key without a value is the place of its value. */
  range(path: FieldPath, onKey: boolean): Range | undefined {
    const steps = path.slice(this.base).map(String);
    const full = steps.join(SEPARATOR);
    const exact = onKey ? this.#keys.get(full) : undefined;
    if (exact !== undefined) return exact;
    for (let length = steps.length; length > 0; length--) {
      const name = steps.slice(0, length).join(SEPARATOR);
      const found = this.#values.get(name) ?? this.#keys.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The text of a value by itself. */
  slot(path: FieldPath, text: string): YamlSpot | NoSlot | undefined {
    const steps = path.slice(this.base).map(String);
    const full = steps.join(SEPARATOR);
    const within = this.#within(steps, text);
    const key = this.#keys.get(full);
    const value = this.#values.get(full);
    if (value === undefined) return key && { from: key[1] + 1, to: key[1] + 1, within, before: ' ' };
    if (text[value[0]] === '-' && text[value[0] + 1] === ' ') {
      const items = this.#itemsOf(full);
      const [from, to] = [value[0], items.at(-1)?.[1] ?? value[1]];
      if (text.slice(from, to).split('\n').length !== items.length)
        return { why: 'has comments, or items of several lines, inside its list' };
      return { from, to, within };
    }
    if (this.#hasKeys(full) && text[value[0]] !== '{') return { why: 'is a map' };
    return { from: value[0], to: value[1], within };
  }

  /** Where the map that `path` names can have one more key. */
  gap(path: FieldPath, text: string): YamlSpot | undefined {
    const steps = path.slice(this.base).map(String);
    const full = steps.join(SEPARATOR);
    const inside = [...this.#keys].filter(([name]) => parentOf(name) === full);
    const [first] = inside;
    const last = inside.at(-1);
    if (first === undefined || last === undefined) return undefined;
    let end = last[1][1];
    for (const [name, [, to]] of this.#values)
      if (name === last[0] || name.startsWith(`${last[0]}${SEPARATOR}`)) end = Math.max(end, to);
    const value = this.#values.get(full);
    const isFlow = this.#within(steps, text) === 'flow' || (value !== undefined && text[value[0]] === '{');
    if (isFlow) return { from: end, to: end, within: 'flow', before: ', ' };
    return belowLine(text, first[1][0], end);
  }

  /** Whether one of the values around it is in brackets. */
  #within(steps: readonly string[], text: string): 'block' | 'flow' {
    for (let length = steps.length - 1; length > 0; length--) {
      const around = this.#values.get(steps.slice(0, length).join(SEPARATOR));
      if (around !== undefined && (text[around[0]] === '[' || text[around[0]] === '{')) return 'flow';
    }
    return 'block';
  }

  #itemsOf(full: string): readonly Range[] {
    const items: Range[] = [];
    for (const [name, range] of this.#values) if (parentOf(name) === full) items.push(range);
    return items;
  }

  #hasKeys(full: string): boolean {
    for (const name of this.#keys.keys()) if (parentOf(name) === full) return true;
    return false;
  }
}

const parentOf = (name: string) => name.slice(0, Math.max(0, name.lastIndexOf(SEPARATOR)));
