import type { Plugin } from 'rolldown';
import { buildPageAssets } from './page-assets.js';

/** Puts the finished texts of `buildPageAssets` in the place of the function that would make them. */
export function pageAssets(): Plugin {
  return {
    name: 'page-assets',
    load: {
      filter: { id: /[\\/]src[\\/]render[\\/]html[\\/]assets\.ts$/ },
      handler: async () => ({
        code: `const assets = ${JSON.stringify(await buildPageAssets())};\nexport const pageAssets = async () => assets;`,
        moduleType: 'js',
      }),
    },
  };
}
