import type { CreativeKey } from '../../contract/index.js';
import { type Address, nameOf } from '../../model/index.js';

/** `rich-creative/<group>/<creative key>`: the key comes last. */
export function creativeKeyOf(address: Address): CreativeKey {
  const name = nameOf(address);
  return name.slice(name.lastIndexOf('/') + 1) as CreativeKey;
}
