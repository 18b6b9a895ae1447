import { isBuiltin } from 'node:module';
import type { Plugin } from 'rolldown';

const REQUIRE = /\brequire\((['"])([\w:/]+)\1\)/g;

/**
 * Bundled CommonJS packages take Node's own modules from the process: a `require` made for an ES module costs every
 * command some milliseconds at its start.
 */
export function builtins(): Plugin {
  return {
    name: 'builtins',
    transform: {
      filter: { id: /node_modules.*\.c?js$/, code: /\brequire\(/ },
      handler: (code) =>
        code.replace(REQUIRE, (call, _quote, name: string) =>
          isBuiltin(name) ? `globalThis.process.getBuiltinModule('${name}')` : call,
        ),
    },
  };
}
