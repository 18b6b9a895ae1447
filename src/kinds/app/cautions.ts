import type { CautionCheck } from '../../model/index.js';
import { rejectionCheck } from '../live/rejection.js';
import { APP_FACTS } from './facts.js';

/** Only the review: a download link leads to a store or a file, and not to a host of the account. */
export function appCautions(): CautionCheck {
  const rejection = rejectionCheck(APP_FACTS);
  return (_resource, observation) => {
    const rejected = observation === undefined ? undefined : rejection(observation);
    return rejected === undefined ? [] : [rejected];
  };
}
