/** What a value of JSON is made of, with a hole for each text and number that differs from value to value. */
export type Template =
  | { readonly form: 'same'; readonly value: unknown }
  | { readonly form: 'text' | 'number' }
  | { readonly form: 'list'; readonly items: readonly Template[] }
  | { readonly form: 'object'; readonly names: readonly string[]; readonly parts: readonly Template[] };

/** The template of a value. Texts below the names in `shared` are part of it: many values have the same. */
export function templateOf(value: unknown, shared: ReadonlySet<string>, name = ''): Template {
  if (typeof value === 'string') return shared.has(name) ? { form: 'same', value } : { form: 'text' };
  if (typeof value === 'number') return { form: 'number' };
  if (typeof value !== 'object' || value === null) return { form: 'same', value };
  if (Array.isArray(value)) return { form: 'list', items: value.map((item) => templateOf(item, shared, name)) };
  const names = Object.keys(value);
  const parts = names.map((one) => templateOf((value as Record<string, unknown>)[one], shared, one));
  return { form: 'object', names, parts };
}

/** Adds the texts of the holes to `texts`; false where the value is not of this template. */
export function textsOf(template: Template, value: unknown, texts: string[]): boolean {
  switch (template.form) {
    case 'same':
      return template.value === value;
    case 'text':
      if (typeof value !== 'string') return false;
      texts.push(value);
      return true;
    case 'number':
      if (typeof value !== 'number') return false;
      texts.push(String(value));
      return true;
    case 'list': {
      const { items } = template;
      if (!Array.isArray(value) || value.length !== items.length) return false;
      for (let index = 0; index < items.length; index++) {
        if (!textsOf(items[index] as Template, value[index], texts)) return false;
      }
      return true;
    }
    case 'object': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
      const { names, parts } = template;
      let index = 0;
      for (const name in value) {
        if (name !== names[index]) return false;
        if (!textsOf(parts[index] as Template, (value as Record<string, unknown>)[name], texts)) return false;
        index++;
      }
      return index === names.length;
    }
  }
}

/** What the rows of a page have in one hole: the same text in all of them, or one each. */
export type HoleTexts = { readonly same: string } | { readonly each: readonly string[] };

type Maker = (row: number) => unknown;
type Made = { readonly same: unknown } | { readonly make: Maker };

/**
 * Makes the value of a row again, its keys in the same order. `columns` are those of the holes, in their order. An object is
 * a copy of one that has all its keys and all that is the same in each row; only what differs is put into it.
 */
export function makerOf(template: Template, columns: Iterator<HoleTexts>): Maker {
  const made = madeOf(template, columns);
  return 'make' in made ? made.make : () => made.same;
}

function madeOf(template: Template, columns: Iterator<HoleTexts>): Made {
  switch (template.form) {
    case 'same':
      return { same: template.value };
    case 'text':
      return leaf(columns, (text) => text);
    case 'number':
      return leaf(columns, Number);
    case 'list': {
      const parts = template.items.map((item) => makerOf(item, columns));
      return { make: (row) => parts.map((make) => make(row)) };
    }
    case 'object':
      return { make: objectMaker(template.names, template.parts, columns) };
  }
}

function leaf<Leaf>(columns: Iterator<HoleTexts>, of: (text: string) => Leaf): Made {
  const next = columns.next();
  if (next.done === true) throw new Error('a template has more holes than there are columns');
  const column = next.value;
  if ('same' in column) return { same: of(column.same) };
  const values = column.each.map(of);
  return { make: (row) => values[row] };
}

function objectMaker(names: readonly string[], templates: readonly Template[], columns: Iterator<HoleTexts>): Maker {
  const whole: Record<string, unknown> = {};
  const differing: { readonly name: string; readonly make: Maker }[] = [];
  for (const [index, template] of templates.entries()) {
    const name = names[index] as string;
    const made = madeOf(template, columns);
    // Something in its place from the beginning: then all of these objects are of one shape.
    whole[name] = 'same' in made ? made.same : '';
    if ('make' in made) differing.push({ name, make: made.make });
  }
  return (row) => {
    const value = { ...whole };
    for (const { name, make } of differing) value[name] = make(row);
    return value;
  };
}

export function holesOf(template: Template): number {
  switch (template.form) {
    case 'same':
      return 0;
    case 'text':
    case 'number':
      return 1;
    case 'list':
      return template.items.reduce((sum, item) => sum + holesOf(item), 0);
    case 'object':
      return template.parts.reduce((sum, part) => sum + holesOf(part), 0);
  }
}
