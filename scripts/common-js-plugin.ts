import type { Plugin } from 'rolldown';

/** Tells Node that the files of this folder are CommonJS: those of the package are ES modules, and the names end alike. */
export function commonJs(): Plugin {
  return {
    name: 'common-js',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'package.json', source: '{"type":"commonjs"}\n' });
    },
  };
}
