/** The name of one managed thing, the same everywhere: `group/autumn-shoes`, `keyword/80001234`. */
export type Address = string;

/** The kind is what comes before the first `/`. */
export function kindOf(address: Address): string {
  const slash = address.indexOf('/');
  return slash < 0 ? '' : address.slice(0, slash);
}

/** What follows the kind: a name, an id, or for a rich creative `<group>/<creative key>`. */
export function nameOf(address: Address): string {
  return address.slice(address.indexOf('/') + 1);
}

export function addressOf(kind: string, name: string): Address {
  return `${kind}/${name}`;
}

const ID = /^[1-9][0-9]*$/;

/** An id of the service: digits without leading zeros, of any length. */
export function isServiceId(text: string): boolean {
  return ID.test(text);
}

/** What is wrong with an id that a person gave, as a sentence. */
export function idFault(text: string): string | undefined {
  return isServiceId(text) ? undefined : `${JSON.stringify(text)} is not an id. Ids are digits without leading zeros.`;
}
