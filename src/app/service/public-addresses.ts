import { BlockList, isIPv6 } from 'node:net';

/** Networks that are not part of the public internet, by the registries of special-purpose addresses of the IANA. */
const INNER: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 127],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
];

const inner = new BlockList();
for (const [network, bits] of INNER) inner.addSubnet(network, bits, isIPv6(network) ? 'ipv6' : 'ipv4');

/** Whether an IP address is one of the public internet. An IPv4 address inside an IPv6 one is judged as what it is. */
export function isPublicAddress(address: string): boolean {
  const [bare = ''] = address.split('%');
  return !inner.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
}

/** Whether a name may be one of the public internet: not of this machine or this network. */
export function isPublicName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return name.includes('.') && !/\.(?:localhost|local|internal|lan|home\.arpa|localdomain)$/.test(name);
}
