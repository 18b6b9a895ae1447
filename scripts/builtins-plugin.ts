import { isBuiltin } from 'node:module';
import type { Plugin } from 'rolldown';
import { replaceKnown } from './known-text.js';

const REQUIRE = /\brequire\((['"])([\w:/]+)\1\)/g;

const taken = (name: string) => `globalThis.process.getBuiltinModule('${name}')`;

/**
 * Bundled CommonJS packages take Node's own modules from the process: a `require` made for an ES module, as
 * those of the library are, costs some milliseconds at the start.
 */
export function builtins(): Plugin {
  return {
    name: 'builtins',
    transform: {
      filter: { id: /node_modules.*\.c?js$/, code: /\brequire\(/ },
      handler: (code) => code.replace(REQUIRE, (call, _quote, name: string) => (isBuiltin(name) ? taken(name) : call)),
    },
  };
}

const CRYPTO = /^import \{ ([\w, ]+) \} from 'node:crypto';$/m;
const CHILDREN = "const childProcess = require('node:child_process');";

/**
 * Two of Node's modules take 3 ms each when they are loaded, and many a command needs neither: digests, and processes,
 * which commander asks for. They are loaded by the first call of a function of theirs.
 */
export function lateBuiltins(): Plugin {
  return {
    name: 'late-builtins',
    transform: {
      filter: { id: /\/src\/.*\.ts$|\/commander\/lib\/command\.js$/ },
      handler: (code, id) => {
        if (!id.endsWith('/command.js'))
          return code.replace(
            CRYPTO,
            (_, names: string) => `let crypto; ${names.split(', ').map(lateFunction).join(' ')}`,
          );
        const loaded = replaceKnown(code, CHILDREN, '', 'late-builtins');
        return replaceKnown(loaded, 'childProcess.', `${taken('node:child_process')}.`, 'late-builtins');
      },
    },
  };
}

function lateFunction(name: string): string {
  return `const ${name} = (...given) => (crypto ??= ${taken('node:crypto')}).${name}(...given);`;
}
