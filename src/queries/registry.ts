import { account } from './account.js';
import { apps } from './apps.js';
import { componentReport } from './component-report.js';
import { creativeReport } from './creative-report.js';
import type { AnyQuery, QueryGroup } from './define-query.js';
import { keywordPackages, keywordsById, keywordTags } from './keywords.js';
import { pictures } from './pictures.js';

/** Every query, in the order of the help. */
export const QUERIES: readonly (AnyQuery | QueryGroup)[] = [
  account,
  {
    name: 'keywords',
    summary: 'ask for keywords, their tags and packages',
    queries: [keywordsById, keywordTags, keywordPackages],
  },
  { name: 'apps', summary: 'ask for apps', queries: [apps] },
  { name: 'pictures', summary: 'ask for library pictures, and take pictures off groups', queries: [pictures] },
  { name: 'report', summary: 'daily performance reports', queries: [componentReport, creativeReport] },
];
