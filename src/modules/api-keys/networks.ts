import { isIP, isIPv6, SocketAddress } from 'node:net';
import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ArrayMaxSize, ArrayUnique, IsArray } from 'class-validator';
import type ipaddr from 'ipaddr.js';
import { parseAddress } from '../../http/client-address.js';
import { Refuses } from '../../http/validators.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A CIDR range, or an address with all of its bits. */
interface Network {
  readonly address: Address;
  readonly bits: number;
}

/** An address without a zone and an optional prefix length. */
const NETWORK = /^([\da-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i;
/** Prefix length of `::ffff:0:0/96`, which holds the IPv4 addresses. */
const MAPPED_BITS = 96;

export const MOST_NETWORKS = 50;
/** Bounds the lists that stay parsed. They hardly ever change. */
const MOST_PARSED = 1_000;
const parsedLists = new Map<string, readonly Network[]>();

/**
 * Returns the canonical form of a network: IPv6 as in RFC 5952, `::ffff:a.b.c.d` as IPv4, no prefix behind a single address. Returns
 * undefined for other text, and for bits behind the prefix: these are ambiguous between the address and the network.
 */
export function canonicalNetwork(text: string): string | undefined {
  const network = readNetwork(text);
  if (!network) return undefined;
  const { address, bits } = network;
  const plain = new SocketAddress({ address: address.toString(), family: address.kind() }).address;
  return bits === lengthOf(address) ? plain : `${plain}/${bits}`;
}

export const joinNetworks = (networks: readonly string[]): string => networks.join(' ');

export const splitNetworks = (stored: string): string[] => stored.split(' ').filter((text) => text !== '');

/** Returns true if a key with these stored networks may be used from the address. */
export function isAllowedFrom(stored: string, from: string): boolean {
  if (stored === '') return true;
  if (isIP(from) === 0) return false;
  const address = parseAddress(from);
  return parsed(stored).some(
    (network) =>
      network.address.kind() === address.kind() &&
      (address as ipaddr.IPv4).match(network.address as ipaddr.IPv4, network.bits),
  );
}

/** Parses a stored list once. A changed list is another text. */
function parsed(stored: string): readonly Network[] {
  const found = parsedLists.get(stored);
  if (found) return found;
  const networks = splitNetworks(stored).flatMap((text) => readNetwork(text) ?? []);
  if (parsedLists.size >= MOST_PARSED) parsedLists.clear();
  parsedLists.set(stored, networks);
  return networks;
}

function readNetwork(text: string): Network | undefined {
  const [, given = '', prefix] = NETWORK.exec(text) ?? [];
  if (isIP(given) === 0) return undefined;
  const address = parseAddress(given);
  const all = lengthOf(address);
  const isMapped = isIPv6(given) && address.kind() === 'ipv4';
  const bits = prefix === undefined ? all : Number(prefix) - (isMapped ? MAPPED_BITS : 0);
  return bits >= 0 && bits <= all && isEmptyBehind(address, bits) ? { address, bits } : undefined;
}

const lengthOf = (address: Address): number => address.toByteArray().length * 8;

function isEmptyBehind(address: Address, bits: number): boolean {
  const all = address.toByteArray().map((byte) => byte.toString(2).padStart(8, '0'));
  return !all.join('').slice(bits).includes('1');
}

const canonical = (item: unknown): string | undefined =>
  typeof item === 'string' ? canonicalNetwork(item) : undefined;

/** Validates a list of up to 50 addresses or CIDR ranges, each once, and brings them into canonical form. */
export const AreNetworks = (): PropertyDecorator =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      Array.isArray(value) ? value.map((item: unknown) => canonical(item) ?? item) : value,
    ),
    IsArray({ message: 'should be an array of networks' }),
    ArrayMaxSize(MOST_NETWORKS, { message: `should hold at most ${MOST_NETWORKS} networks` }),
    Refuses((list) =>
      Array.isArray(list) && list.every((item) => canonical(item) !== undefined)
        ? undefined
        : 'should hold only IPv4 and IPv6 addresses and CIDR ranges without bits behind their prefix, such as 203.0.113.0/24',
    ),
    ArrayUnique({ message: 'should name each network once' }),
  );
