import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const OUT = fileURLToPath(new URL('../.stores/', import.meta.url));
let built;

/** The programs of this folder as JavaScript, built once: what is measured is not how TypeScript is loaded. */
export function storePrograms() {
  built ??= build();
  return built;
}

async function build() {
  const names = ['serve', 'append', 'growth'];
  const input = Object.fromEntries(names.map((name) => [name, fileURLToPath(new URL(`${name}.ts`, import.meta.url))]));
  const bundle = await rolldown({ input, platform: 'node', external: /^[^./]/, logLevel: 'warn' });
  await bundle.write({ dir: OUT, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' });
  return Object.fromEntries(names.map((name) => [name, `${OUT}${name}.mjs`]));
}
