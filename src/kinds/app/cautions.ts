import type { CautionCheck } from '../../model/index.js';
import { rejection } from '../live/rejection.js';

/** Only the review: a download link leads to a store or a file, and not to a host of the account. */
export function appCautions(): CautionCheck {
  return (_resource, observation) => {
    const rejected = observation === undefined ? undefined : rejection(['status'], observation);
    return rejected === undefined ? [] : [rejected];
  };
}
