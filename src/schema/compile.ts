import { Ajv, type Options } from 'ajv';
import { ANNOTATIONS } from './annotations.js';

/**
 * What is asked of ajv, wherever it compiles. Errors give places in the schema and in the value, not these themselves:
 * code with a second copy of all schemas is a third longer.
 */
export function ajvFor({ all }: { readonly all: boolean }, code?: Options['code']): Ajv {
  const ajv = new Ajv({
    allErrors: all,
    messages: false,
    discriminator: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    // From 200 words on ajv would call a comparison of its own, which a build would have to bundle.
    loopEnum: Number.MAX_SAFE_INTEGER,
    ...(code !== undefined && { code }),
  });
  ajv.addVocabulary([...ANNOTATIONS]);
  return ajv;
}

/**
 * A check made from a schema; `all` reports every error, else the first one. It may be called only in a module named
 * `*.checks.ts`, and every export of such a module must be one: the build puts stand-alone code in the place of the
 * module (scripts/schema-checks-plugin.ts), so that ajv is neither loaded nor bundled. Run from the sources, ajv
 * compiles.
 */
export function compile<T>(schema: object, { all = false } = {}) {
  return Object.assign(ajvFor({ all }).compile<T>({ ...schema }), { all });
}
