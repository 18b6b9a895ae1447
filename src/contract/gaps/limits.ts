import { gap, type InterfaceGap } from './gap.js';

/** Pace, quotas and sizes. */
export const LIMIT_GAPS: readonly InterfaceGap[] = [
  gap('rate', 'limits', 'Rate limits.', 'none', 'requestsPerSecond', 'limits.requestsPerSecond'),
  gap('rate-form', 'limits', 'How too many requests are answered.', '429 with Retry-After', 'throttling'),
  gap('quota', 'limits', 'Quotas.', 'none', 'quota.perDay', 'limits.quotaFloor'),
  gap(
    'quota-header',
    'limits',
    'The header with the remaining quota.',
    'quotaRemain, when there is a quota',
    'quota.header',
  ),
  gap('body-size', 'limits', 'Largest body.', '64 MiB', 'bodyBytes', 'limits.bodyBytes'),
];
