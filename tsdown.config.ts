import { defineConfig } from 'tsdown';

export default defineConfig({
  entry: { 'cli/main': 'src/cli/main.ts', index: 'src/index.ts' },
  // Types are for the library; the command has none to give.
  dts: { entry: 'src/index.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  outDir: 'dist',
  outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  clean: true,
});
