/** The scripts of pages: each is a file of `browser/`. Not in assets.ts, whose code the build replaces. */
export const PAGE_SCRIPTS = ['plan-page', 'report-page'] as const;
export type PageScript = (typeof PAGE_SCRIPTS)[number];
