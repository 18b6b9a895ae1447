import type { PageScript } from './page-scripts.js';

/** Code and style that are embedded into pages. */
export interface PageAssets {
  readonly style: string;
  readonly scripts: { readonly [Name in PageScript]: string };
}

/**
 * The build puts the finished texts in the place of this function, so that a command builds nothing
 * (scripts/page-assets-plugin.ts); from the sources they are made when they are asked for.
 */
export async function pageAssets(): Promise<PageAssets> {
  const { buildPageAssets } = await import('../../../scripts/page-assets.js');
  return buildPageAssets();
}
