import { quickLook } from '../../schema/quick-look.js';
import { anyText, listOf, oneOf, shape, text } from '../../schema/shapes.js';

/** What this machine remembers of the hosts that credentials went to. */
export interface KnownHosts {
  readonly version: 1;
  /** For people who read the file. */
  readonly about: string;
  readonly hosts: readonly string[];
}

export const isKnownHosts = quickLook<KnownHosts>(
  shape<KnownHosts>({ version: oneOf([1]), about: anyText, hosts: listOf(text) }, {}, { open: true }),
);
