import { fileURLToPath } from 'node:url';
import standalone from 'ajv/dist/standalone/index.js';
import { createJiti } from 'jiti';
import type { Plugin } from 'rolldown';
import type { compile } from '../src/schema/compile.js';

const MODULE = /\.checks\.ts$/;
const COMPILER = fileURLToPath(new URL('../src/schema/compile.ts', import.meta.url));
/** What the code of ajv's asks for at run time: small modules, which become part of the bundle. */
const RUNTIME = /\brequire\("(ajv\/dist\/runtime\/[\w-]+)"\)\.default/g;

/** What only the build may load. */
const COMPILING = /\/node_modules\/ajv\/(?!dist\/runtime\/)/;

type Check = ReturnType<typeof compile>;

/** Puts stand-alone code that ajv makes in the place of each module `*.checks.ts`. */
export function schemaChecks(): Plugin {
  return {
    name: 'schema-checks',
    load: {
      filter: { id: MODULE },
      handler: async (id) => {
        // Loaded anew each time: between two builds the schemas may change.
        const load = createJiti(import.meta.url, { moduleCache: false });
        const checks = Object.entries(await load.import<Readonly<Record<string, Check>>>(id));
        const { ajvFor } = await load.import<typeof import('../src/schema/compile.js')>(COMPILER);
        return { code: standAloneCode(id, checks, ajvFor), moduleType: 'js' };
      },
    },
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? one.moduleIds : []));
      const compiler = modules.find((id) => COMPILING.test(id.replaceAll('\\', '/')));
      if (compiler !== undefined)
        throw new Error(`${compiler} is bundled: only modules *.checks.ts may compile schemas`);
    },
  };
}

function standAloneCode(
  id: string,
  checks: readonly (readonly [string, Check])[],
  ajvFor: typeof import('../src/schema/compile.js').ajvFor,
): string {
  const all = new Set(checks.map(([, one]) => one.all));
  if (all.size !== 1) throw new Error(`${id}: a module of checks reports all errors, or the first one`);
  const ajv = ajvFor({ all: all.has(true) }, { source: true, esm: true, lines: true });
  for (const [name, check] of checks) ajv.addSchema(check.schema, name);
  const code = standalone.default(ajv, Object.fromEntries(checks.map(([name]) => [name, name])));
  const imports = new Map<string, string>();
  const linked = code.replace(RUNTIME, (_call, path: string) => {
    const name = imports.get(path) ?? `runtime${imports.size}`;
    imports.set(path, name);
    // Bundlers and Node differ in what the default of a CommonJS module is.
    return `(${name}.default.default ?? ${name}.default)`;
  });
  if (/\brequire\(/.test(linked)) throw new Error(`${id}: ajv's code needs a module that is not part of its run time`);
  return [...[...imports].map(([path, name]) => `import * as ${name} from '${path}.js';`), linked].join('\n');
}
