import { Ajv, type Options } from 'ajv';
import type { SchemaCheck } from './check.js';

/**
 * Keywords of Adwright's own, which check nothing: the role of a text, its choices and how a value is called in messages.
 * Examples and defaults are for editors.
 */
const ANNOTATIONS = ['adwright', 'choices', 'expected'];

/** What is asked of ajv, wherever it compiles. */
export function ajvFor({ all }: { readonly all: boolean }, code?: Options['code']): Ajv {
  const ajv = new Ajv({
    allErrors: all,
    verbose: true,
    messages: false,
    discriminator: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    ...(code !== undefined && { code }),
  });
  ajv.addVocabulary(ANNOTATIONS);
  return ajv;
}

/**
 * A check made from a schema; `all` reports every error, else the first one. It may be called only in a module named
 * `*.checks.ts`, and every export of such a module must be one: the build puts stand-alone code in the place of the
 * module (scripts/schema-checks-plugin.ts), so that ajv is neither loaded nor bundled. Run from the sources, ajv
 * compiles.
 */
export function compile<T>(schema: object, { all = false } = {}): SchemaCheck<T> & { readonly all: boolean } {
  return Object.assign(ajvFor({ all }).compile(schema) as unknown as SchemaCheck<T>, { all });
}
