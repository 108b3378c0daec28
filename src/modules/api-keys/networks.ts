import { isIP, isIPv6, SocketAddress } from 'node:net';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray } from 'class-validator';
import ipaddr from 'ipaddr.js';
import { parseAddress } from '../../http/request-context.js';
import { Refuses } from '../../http/validators.js';

type Network = [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** Excludes IPv6 zones such as `%eth0`. */
const NETWORK = /^([\da-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i;
/** Length of `::ffff:0:0/96`, the prefix of IPv4-mapped addresses. */
const MAPPED_BITS = 96;

export const MAX_NETWORKS = 50;
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

export const joinNetworks = (networks: readonly string[]): string => networks.join(' ');

export const splitNetworks = (stored: string): string[] => stored.split(' ').filter((text) => text !== '');

export function isAllowedFrom(stored: string, from: string): boolean {
  if (stored === '') return true;
  if (isIP(from) === 0) return false;
  const networks = parsed(stored) as [ipaddr.IPv4, number][]; // the types allow no mix of versions
  return ipaddr.subnetMatch(parseAddress(from) as ipaddr.IPv4, { networks }, '') !== '';
}

function parsed(stored: string): Network[] {
  const found = parsedLists.get(stored);
  if (found) return found;
  const networks = splitNetworks(stored)
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

const canonical = (item: unknown): string | undefined =>
  typeof item === 'string' ? canonicalNetwork(item) : undefined;

export const AreNetworks = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      Array.isArray(value) ? value.map((item: unknown) => canonical(item) ?? item) : value,
    ),
    IsArray({ message: 'must be an array of networks' }),
    ArrayMaxSize(MAX_NETWORKS, { message: `must contain up to ${MAX_NETWORKS} networks` }),
    Refuses((list) =>
      Array.isArray(list) && list.every((item) => canonical(item) !== undefined)
        ? undefined
        : 'must contain only IPv4 and IPv6 addresses and CIDR ranges without host bits, such as 203.0.113.0/24',
    ),
    ArrayUnique({ message: 'must not contain a network twice' }),
  );
