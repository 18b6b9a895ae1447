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

export function pack(values: readonly PackedJson[]): Packed {
  const shapes = new Map<string, { readonly index: number; readonly columns: Leaf[][] }>();
  const order: number[] = [];
  for (const value of values) {
    const leaves: Leaf[] = [];
    const key = shapeOf(value, leaves);
    let shape = shapes.get(key);
    if (shape === undefined) {
      shape = { index: shapes.size, columns: leaves.map(() => []) };
      shapes.set(key, shape);
    }
    order.push(shape.index);
    for (let at = 0; at < leaves.length; at++) shape.columns[at]?.push(leaves[at] as Leaf);
  }
  return {
    shapes: [...shapes].map(([key, { columns }]) => ({ shape: JSON.parse(key), columns: columns.map(packColumn) })),
    order: packColumn(order),
  };
}

/** The value as JSON with 0 in the place of each leaf. */
function shapeOf(value: PackedJson, leaves: Leaf[]): string {
  if (typeof value !== 'object' || value === null) {
    leaves.push(value as Leaf);
    return '0';
  }
  if (isList(value)) {
    let items = '';
    for (const item of value) items += `${items === '' ? '' : ','}${shapeOf(item, leaves)}`;
    return `[${items}]`;
  }
  let members = '';
  for (const key in value) {
    const member = value[key];
    if (member !== undefined)
      members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${shapeOf(member, leaves)}`;
  }
  return `{${members}}`;
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
