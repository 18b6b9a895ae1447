import type { SourcePlace } from '../../diagnostics/diagnostic.js';
import type { Address } from '../resource/address.js';

/** What a person found out about an item in doubt, or did by hand: an entry of resolutions.yaml or a command. */
export interface Resolution {
  readonly address: Address;
  /** The attempt that is settled; an entry for another attempt is ignored. Absent on the command line: whichever it is. */
  readonly attempt?: string;
  /** It exists under this id. */
  readonly id?: string;
  /** It was taken as this task and is on its way; only a rescued outcome says so. */
  readonly taskId?: string;
  /** It does not exist and may be sent again. */
  readonly absent?: boolean;
  /** Digest of the desired values that were set by hand. */
  readonly accepted?: string;
  /** Whose item it is; absent: of any account that has the address. */
  readonly account?: string;
  readonly source?: SourcePlace;
}
