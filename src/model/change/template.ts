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

/** Where the next text of a row is. */
export interface Cursor {
  readonly texts: readonly string[];
  next: number;
}

/** The value again, its keys in the same order. */
export function filled(template: Template, cursor: Cursor): unknown {
  switch (template.form) {
    case 'same':
      return template.value;
    case 'text':
      return cursor.texts[cursor.next++];
    case 'number':
      return Number(cursor.texts[cursor.next++]);
    case 'list':
      return template.items.map((item) => filled(item, cursor));
    case 'object': {
      const value: Record<string, unknown> = {};
      const { names, parts } = template;
      for (let index = 0; index < names.length; index++)
        value[names[index] as string] = filled(parts[index] as Template, cursor);
      return value;
    }
  }
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
