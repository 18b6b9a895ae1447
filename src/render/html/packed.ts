/** What JSON can hold. */
export type PackedJson =
  | string
  | number
  | boolean
  | null
  | readonly PackedJson[]
  | { readonly [key: string]: PackedJson };

/**
 * Many values of few shapes, apart: each shape once, and what differs in columns, where a compressor finds like next to
 * like. Whole numbers, and texts that are such, are kept as their distance from the one before.
 */
export interface Packed {
  readonly shapes: readonly { readonly shape: PackedJson; readonly columns: readonly Column[] }[];
  /** The shape of each value. */
  readonly order: Column;
}

type Leaf = string | number | boolean | null;
type Column =
  | { readonly all: Leaf; readonly count: number }
  | { readonly steps: readonly number[]; readonly text: boolean }
  | readonly Leaf[];

/** So many shapes are tried before a value is looked at anew. */
const TRIED = 6;

type Shape =
  | 'leaf'
  | { readonly items: readonly Shape[] }
  | { readonly names: readonly string[]; readonly inner: readonly Shape[] };

interface KnownShape {
  readonly index: number;
  readonly shape: Shape;
  readonly columns: Leaf[][];
}

export function pack(values: readonly PackedJson[]): Packed {
  const shapes = new Map<string, KnownShape>();
  const order: number[] = [];
  // The last ones that fitted, the newest first.
  let recent: readonly KnownShape[] = [];
  // One list for all: there may be a million values.
  const leaves: Leaf[] = [];
  for (const value of values) {
    let known: KnownShape | undefined;
    for (const one of recent) {
      leaves.length = 0;
      if (!fits(value, one.shape, leaves)) continue;
      known = one;
      break;
    }
    if (known === undefined) {
      leaves.length = 0;
      const shape = shapeOf(value, leaves);
      const key = JSON.stringify(shape);
      known = shapes.get(key) ?? { index: shapes.size, shape, columns: leaves.map(() => []) };
      shapes.set(key, known);
    }
    if (known !== recent[0]) recent = [known, ...recent.filter((one) => one !== known)].slice(0, TRIED);
    order.push(known.index);
    for (let at = 0; at < leaves.length; at++) known.columns[at]?.push(leaves[at] as Leaf);
  }
  return {
    shapes: [...shapes.values()].map(({ shape, columns }) => ({
      shape: templateOf(shape),
      columns: columns.map(packColumn),
    })),
    order: packColumn(order),
  };
}

function shapeOf(value: PackedJson, leaves: Leaf[]): Shape {
  if (typeof value !== 'object' || value === null) {
    leaves.push(value as Leaf);
    return 'leaf';
  }
  if (isList(value)) return { items: value.map((item) => shapeOf(item, leaves)) };
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  return { names, inner: names.map((name) => shapeOf(value[name] as PackedJson, leaves)) };
}

/** Whether the value has this shape, members in the same order; its leaves are then in the list. */
function fits(value: PackedJson, shape: Shape, leaves: Leaf[]): boolean {
  if (typeof value !== 'object' || value === null) {
    leaves.push(value as Leaf);
    return shape === 'leaf';
  }
  if (shape === 'leaf') return false;
  if (isList(value)) {
    if ('names' in shape || shape.items.length !== value.length) return false;
    return value.every((item, at) => fits(item, shape.items[at] ?? 'leaf', leaves));
  }
  if ('items' in shape) return false;
  let at = 0;
  for (const name in value) {
    const member = value[name];
    if (member === undefined) continue;
    if (shape.names[at] !== name || !fits(member, shape.inner[at] ?? 'leaf', leaves)) return false;
    at++;
  }
  return at === shape.names.length;
}

/** The shape as a value with 0 in the place of each leaf. */
function templateOf(shape: Shape): PackedJson {
  if (shape === 'leaf') return 0;
  if ('items' in shape) return shape.items.map(templateOf);
  const members: Record<string, PackedJson> = {};
  for (const [at, name] of shape.names.entries()) setOwn(members, name, templateOf(shape.inner[at] ?? 'leaf'));
  return members;
}

const isList = (value: PackedJson): value is readonly PackedJson[] => Array.isArray(value);

/** No sign, no zeros in front, and exact as a number. */
const WHOLE = /^(?:0|[1-9]\d{0,14})$/;

function packColumn(leaves: readonly Leaf[]): Column {
  const [first = null] = leaves;
  if (leaves.every((leaf) => leaf === first)) return { all: first, count: leaves.length };
  const text = leaves.every((leaf) => typeof leaf === 'string' && WHOLE.test(leaf));
  if (!text && !leaves.every((leaf) => Number.isSafeInteger(leaf))) return leaves;
  let before = 0;
  const steps = leaves.map((leaf) => {
    const number = Number(leaf);
    const step = number - before;
    before = number;
    return step;
  });
  return { steps, text };
}

export function unpack({ shapes, order }: Packed): PackedJson[] {
  const readers = shapes.map(({ shape, columns }) => ({ shape, columns: columns.map(unpackColumn), next: 0 }));
  return unpackColumn(order).map((index) => {
    const reader = readers[index as number];
    if (reader === undefined) throw new RangeError('a shape that is not there');
    const { columns } = reader;
    const row = reader.next++;
    let column = 0;
    const filled = (shape: PackedJson): PackedJson => {
      if (typeof shape !== 'object' || shape === null) return columns[column++]?.[row] as Leaf;
      if (isList(shape)) return shape.map(filled);
      const members: Record<string, PackedJson> = {};
      for (const key in shape) setOwn(members, key, filled(shape[key] as PackedJson));
      return members;
    };
    return filled(reader.shape);
  });
}

/** A member of this name sets the prototype where it is assigned. */
function setOwn(members: Record<string, PackedJson>, key: string, value: PackedJson): void {
  if (key === '__proto__') Object.defineProperty(members, key, { value, enumerable: true });
  else members[key] = value;
}

function unpackColumn(column: Column): readonly Leaf[] {
  if ('all' in column) return new Array<Leaf>(column.count).fill(column.all);
  if (!('steps' in column)) return column;
  let before = 0;
  return column.steps.map((step) => {
    before += step;
    return column.text ? String(before) : before;
  });
}
