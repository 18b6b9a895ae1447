/** The scripts of pages: each is a file of `browser/`. */
export const PAGE_SCRIPTS = ['plan-page'] as const;
export type PageScript = (typeof PAGE_SCRIPTS)[number];
