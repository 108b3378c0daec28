import { isIP, isIPv6, SocketAddress } from 'node:net';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';

const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+)):\d+$/;
const IPV4_SUFFIX = /(?<=:)\d+(?:\.\d+){3}/;

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
  const hextets = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${hextets.join(':')}::/64`;
}

/** Parses `::ffff:a.b.c.d` as IPv4. Rewrites other IPv4 suffixes, because ipaddr.js does not parse all of them. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const plain = text.replace(IPV4_SUFFIX, (suffix) =>
    ipaddr.IPv4.parse(suffix).toIPv4MappedAddress().toString().slice('::ffff:'.length),
  );
  return ipaddr.process(plain);
}

type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** Excludes IPv6 zones such as `%eth0`. */
const NETWORK = /^([\da-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i;
/** Length of `::ffff:0:0/96`, the prefix of IPv4-mapped addresses. */
const MAPPED_BITS = 96;
const MAX_PARSED = 1_000;
const parsedLists = new Map<string, Network[]>();

/**
 * Returns IPv6 in the form of RFC 5952, `::ffff:a.b.c.d` as IPv4, and no prefix for a single address. Returns undefined
 * if host bits are set, because the network is ambiguous then.
 */
export function canonicalNetwork(text: string): string | undefined {
  const network = readNetwork(text);
  if (!network) return undefined;
  const [address, bits] = network;
  const plain = new SocketAddress({ address: address.toString(), family: address.kind() }).address;
  return bits === address.toByteArray().length * 8 ? plain : `${plain}/${bits}`;
}

/** `stored` has networks in canonical form, separated by spaces. An empty text allows any address. */
export function isAllowedFrom(stored: string, from: string): boolean {
  if (stored === '') return true;
  if (isIP(from) === 0) return false;
  const networks = parsed(stored) as [ipaddr.IPv4, number][]; // the types allow no mix of versions
  return ipaddr.subnetMatch(parseAddress(from) as ipaddr.IPv4, { networks }, '') !== '';
}

function parsed(stored: string): Network[] {
  const found = parsedLists.get(stored);
  if (found) return found;
  const networks = stored
    .split(' ')
    .map(readNetwork)
    .filter((network) => network !== undefined);
  if (parsedLists.size >= MAX_PARSED) parsedLists.clear();
  parsedLists.set(stored, networks);
  return networks;
}

/** Returns undefined if bits after the prefix are set. */
function readNetwork(text: string): Network | undefined {
  const [, given = '', prefix] = NETWORK.exec(text) ?? [];
  if (isIP(given) === 0) return undefined;
  const address = parseAddress(given);
  const all = address
    .toByteArray()
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  const isMapped = isIPv6(given) && address.kind() === 'ipv4';
  const bits = prefix === undefined ? all.length : Number(prefix) - (isMapped ? MAPPED_BITS : 0);
  return bits >= 0 && bits <= all.length && !all.slice(bits).includes('1') ? [address, bits] : undefined;
}
