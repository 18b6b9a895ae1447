import { defineConfig, type UserConfig } from 'tsdown';
import { builtins, lateBuiltins } from './scripts/builtins-plugin.js';
import { commonJs } from './scripts/common-js-plugin.js';
import { lazyWidth } from './scripts/lazy-width-plugin.js';
import { leanUndici } from './scripts/lean-undici-plugin.js';
import { licences } from './scripts/licences-plugin.js';
import { pageAssets } from './scripts/page-assets-plugin.js';
import { schemaChecks } from './scripts/schema-checks-plugin.js';

const BUNDLED = [
  /^(?:@sinclair\/typebox|ajv|aws4fetch|chalk|commander|diff|env-paths|fastest-levenshtein|lossless-json|p-map|yaml)(?:\/|$)/,
  /^(?:ansi-regex|get-east-asian-width|string-width|strip-ansi|undici)(?:\/|$)/,
];

const common = {
  platform: 'node',
  target: 'node20.19',
  clean: true,
  // Fewer characters to read at every start; names of functions stay, for whoever reads a stack.
  minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  // A file less to find is a millisecond less to start: what is pure JavaScript and small becomes part of the bundle.
  // `dependencies` holds what does not, and `devDependencies` what does.
  deps: { alwaysBundle: BUNDLED, onlyBundle: BUNDLED },
  // A file less to find is a millisecond less: what is loaded together is one file, with all that it imports. The first of
  // these that wants a module gets it. What runs first, on any Node, and `--version` need little, and get it alone; every
  // command loads `start`, those that read manifests load `manifests`, the library and those that ask the service load
  // `client` and `undici`, and those that ask the service or read the state load `changes`, with the state in a folder,
  // which most projects have.
  outputOptions: {
    codeSplitting: {
      groups: [
        {
          name: 'last-words',
          test: /src\/(?:app\/out-of-handles|cli\/process\/(?:last-words|secret-variables))\.ts$/,
          priority: 5,
        },
        { name: 'version', test: /src\/app\/version\.ts$|\/package\.json$/, priority: 5 },
        { name: 'start', test: /src\/cli\/(?:run|define\/present|terminal\/node-io)\.ts$/, priority: 4 },
        {
          name: 'manifests',
          test: /src\/(?:app\/(?:runs\/manifests\/validate|workspace\/make-folder)|model\/text\/(?:table-cell|wildcard))\.ts$/,
          priority: 3,
        },
        { name: 'client', test: /src\/api\//, priority: 2 },
        { name: 'undici', test: /node_modules\/undici\/lib\/(?:dispatcher|core|api)\//, priority: 2 },
        {
          name: 'changes',
          test: /src\/(?:app\/runs\/changes\/plan|state\/backends\/file\/file-backend)\.ts$/,
          priority: 1,
        },
      ],
    },
  },
  plugins: [schemaChecks(), pageAssets(), builtins(), lazyWidth(), leanUndici(), licences()],
} satisfies UserConfig;

/** The command. Node starts it as CommonJS without its loader of ES modules, which takes a tenth of a short command. */
export const command = defineConfig({
  ...common,
  entry: { main: 'src/cli/main.ts' },
  format: 'cjs',
  outDir: 'dist/cli',
  outExtensions: () => ({ js: '.js' }),
  dts: false,
  // The advice to use ES modules is meant for libraries.
  checks: { legacyCjs: false },
  plugins: [lateBuiltins(), ...common.plugins, commonJs()],
});

/** The library, with its types. */
export const library = defineConfig({
  ...common,
  entry: { index: 'src/index.ts' },
  format: 'esm',
  outDir: 'dist/library',
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  dts: true,
});

export default [command, library];
