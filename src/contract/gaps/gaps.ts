import { ACCESS_GAPS } from './access.js';
import { APP_GAPS } from './apps.js';
import { CREATIVE_GAPS } from './creatives.js';
import type { InterfaceGap } from './gap.js';
import { GROUP_GAPS } from './groups.js';
import { KEYWORD_GAPS } from './keywords.js';
import { LIMIT_GAPS } from './limits.js';
import { REPLY_GAPS } from './replies.js';
import { REPORT_GAPS } from './reports.js';

/** Everything that the interface leaves open. */
export const GAPS: readonly InterfaceGap[] = [
  ...ACCESS_GAPS,
  ...REPLY_GAPS,
  ...CREATIVE_GAPS,
  ...GROUP_GAPS,
  ...APP_GAPS,
  ...KEYWORD_GAPS,
  ...REPORT_GAPS,
  ...LIMIT_GAPS,
];
