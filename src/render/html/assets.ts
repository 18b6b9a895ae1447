/** Code and style that are embedded into pages. */
export interface PageAssets {
  readonly style: string;
  /** By the name of its file in `browser/`. */
  readonly scripts: { readonly [Name in PageScript]: string };
}

/** The entries in `browser/`. */
export const PAGE_SCRIPTS = ['plan-page'] as const;
export type PageScript = (typeof PAGE_SCRIPTS)[number];

/**
 * The build puts the finished texts in the place of this function, so that a command builds nothing
 * (scripts/page-assets-plugin.ts); from the sources they are made when they are asked for.
 */
export async function pageAssets(): Promise<PageAssets> {
  const { buildPageAssets } = await import('../../../scripts/page-assets.js');
  return buildPageAssets();
}
