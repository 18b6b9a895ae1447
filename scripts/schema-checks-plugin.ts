import { fileURLToPath, pathToFileURL } from 'node:url';
import standalone from 'ajv/dist/standalone/index.js';
import { type Plugin, rolldown } from 'rolldown';
import type { ajvFor, compile } from '../src/schema/compile.js';

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
        const { checks, compiler } = await loaded(id);
        return { code: standAloneCode(id, Object.entries(checks), compiler.ajvFor), moduleType: 'js' };
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

interface Loaded {
  readonly checks: Readonly<Record<string, Check>>;
  readonly compiler: { readonly ajvFor: typeof ajvFor };
}

/** The module and the compiler as they are now, as one piece of text: between two builds the schemas may change. */
async function loaded(id: string): Promise<Loaded> {
  const entry = 'entry';
  const bundle = await rolldown({
    input: entry,
    platform: 'node',
    logLevel: 'silent',
    plugins: [
      {
        name: entry,
        // Packages stay outside: ajv's own code tells its objects by their classes.
        async resolveId(asked, importer) {
          if (asked === entry) return asked;
          const found = await this.resolve(asked, importer, { skipSelf: true });
          return found?.id.includes('node_modules') ? { id: pathToFileURL(found.id).href, external: true } : found;
        },
        load: (asked) =>
          asked === entry
            ? `export * as checks from ${JSON.stringify(id)}; export * as compiler from ${JSON.stringify(COMPILER)};`
            : undefined,
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', codeSplitting: false });
  await bundle.close();
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}

function standAloneCode(id: string, checks: readonly (readonly [string, Check])[], ajvOf: typeof ajvFor): string {
  const all = new Set(checks.map(([, one]) => one.all));
  if (all.size !== 1) throw new Error(`${id}: a module of checks reports all errors, or the first one`);
  const ajv = ajvOf({ all: all.has(true) }, { source: true, esm: true, lines: true });
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
