import { isIP } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+)):\d+$/;
const IPV4_SUFFIX = /(?<=:)\d+(?:\.\d+){3}/;
const NETWORK_HEXTETS = 4;

/** Removes port and zone. Falls back to the address of the proxy, because a trusted proxy may forward any text. */
export function clientAddress({ ip = '', socket }: Pick<Request, 'ip' | 'socket'>): string {
  const [, six, four] = WITH_PORT.exec(ip) ?? [];
  const address = (six ?? four ?? ip).split('%', 1)[0] ?? '';
  return isIP(address) === 0 ? (socket.remoteAddress ?? '') : address;
}

/** Returns true if a proxy that `TRUST_PROXY` does not trust forwards an address. */
export function isAddressUnclear({ app, headers, socket }: Request): boolean {
  const isTrusted = app.get('trust proxy fn') as (address: string | undefined, hops: number) => boolean;
  return headers['x-forwarded-for'] !== undefined && !isTrusted(socket.remoteAddress, 0);
}

/** Returns an IPv4 address or the /64 of an IPv6 address, because one customer of a provider has a whole /64. */
export function networkOf(text: string): string {
  if (isIP(text) === 0) return text;
  const address = parseAddress(text);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const hextets = address.parts.slice(0, NETWORK_HEXTETS).map((part) => part.toString(16));
  return `${hextets.join(':')}::/64`;
}

/** Parses `::ffff:a.b.c.d` as IPv4. Rewrites other IPv4 suffixes, some of which ipaddr.js does not parse. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const plain = text.replace(IPV4_SUFFIX, (suffix) =>
    ipaddr.IPv4.parse(suffix).toIPv4MappedAddress().toString().slice('::ffff:'.length),
  );
  return ipaddr.process(plain);
}
