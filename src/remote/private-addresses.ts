/** Addresses of private networks, to which nothing that comes from a server may lead. */
import { lookup as systemLookup } from 'node:dns';
import { lookup as lookupNow } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Looks up a name when the connection is made, so that the address that was checked is the one that is used. */
export function publicLookup(refusal: () => Error): LookupFunction {
  return (name, options, done) =>
    systemLookup(name, options, (error, addresses, family) => {
      const all = Array.isArray(addresses) ? addresses.map(({ address }) => address) : [addresses];
      if (error === null && all.some(isPrivate)) done(refusal() as NodeJS.ErrnoException, '');
      else done(error, addresses, family);
    });
}

/** Looked up on this machine too if a proxy looks up the name; a name that only the proxy knows is left to it. */
export async function isKnownAsPrivate(host: string): Promise<boolean> {
  const found = await lookupNow(host, { all: true }).catch(() => []);
  return found.some(({ address }) => isPrivate(address));
}

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, bits);
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6');

export function isPrivate(address: string): boolean {
  const kind = isIP(address);
  return kind !== 0 && PRIVATE.check(address, kind === 6 ? 'ipv6' : 'ipv4');
}
