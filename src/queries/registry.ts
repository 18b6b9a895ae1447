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
    summary: 'query keywords, their tags and packages',
    queries: [keywordsById, keywordTags, keywordPackages],
  },
  { name: 'apps', summary: 'query apps', queries: [apps] },
  { name: 'pictures', summary: 'query library pictures, and unbind pictures from groups', queries: [pictures] },
  {
    name: 'report',
    ofSeveral: true,
    summary: 'print daily performance reports',
    queries: [componentReport, creativeReport],
  },
];
