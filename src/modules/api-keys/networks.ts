import { isIP, isIPv6, SocketAddress } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** An address or a CIDR range: the addresses that begin with the same bits. */
interface Network {
  readonly address: Address;
  readonly bits: number;
}

/** An address without a zone, which names an interface of another machine, and perhaps how many of its bits count. */
const SHAPE = /^([\da-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i;
/** Of an IPv4 address that is written as an IPv6 one. */
const MAPPED_BITS = 96;
const IPV4_AT_THE_END = /(?<=:)\d+(?:\.\d+){3}/;

/** Lists that are kept parsed. There are as many as keys that have one, and they hardly ever change. */
const MOST_KEPT = 1_000;
const kept = new Map<string, readonly Network[]>();

/**
 * The one way in which a network is written: IPv6 as RFC 5952 has it, `::ffff:a.b.c.d` as IPv4, no prefix behind a single address.
 * Undefined for what is none, or has bits set behind its prefix: whoever wrote that meant either the address or the network.
 */
export function tidyNetwork(text: string): string | undefined {
  const network = readNetwork(text);
  if (!network) return undefined;
  const { address, bits } = network;
  const plain = new SocketAddress({ address: address.toString(), family: address.kind() }).address;
  return bits === lengthOf(address) ? plain : `${plain}/${bits}`;
}

export const joinNetworks = (networks: readonly string[]): string => networks.join(' ');

export const splitNetworks = (stored: string): string[] => stored.split(' ').filter((text) => text !== '');

/** Whether a request from this address, however it is written, may use a key with these networks, as they are stored. */
export function mayComeFrom(stored: string, from: string): boolean {
  if (stored === '') return true;
  if (isIP(from) === 0) return false;
  const address = parse(from);
  return parsed(stored).some(
    (network) =>
      network.address.kind() === address.kind() &&
      (address as ipaddr.IPv4).match(network.address as ipaddr.IPv4, network.bits),
  );
}

/** Known by their text, which the look-up brings with the key: what was changed is another text. */
function parsed(stored: string): readonly Network[] {
  const found = kept.get(stored);
  if (found) return found;
  const networks = splitNetworks(stored).flatMap((text) => readNetwork(text) ?? []);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(stored, networks);
  return networks;
}

function readNetwork(text: string): Network | undefined {
  const [, given = '', prefix] = SHAPE.exec(text) ?? [];
  if (isIP(given) === 0) return undefined;
  const address = parse(given);
  const all = lengthOf(address);
  const isMapped = isIPv6(given) && address.kind() === 'ipv4';
  const bits = prefix === undefined ? all : Number(prefix) - (isMapped ? MAPPED_BITS : 0);
  return bits >= 0 && bits <= all && isEmptyBehind(address, bits) ? { address, bits } : undefined;
}

/** Of the addresses of IPv6 that end like one of IPv4 the library does not read all: their ends are written like the rest. */
function parse(text: string): Address {
  const plain = text.replace(IPV4_AT_THE_END, (end) => {
    const mapped = ipaddr.IPv4.parse(end).toIPv4MappedAddress().toString();
    return mapped.slice('::ffff:'.length);
  });
  return ipaddr.process(plain);
}

const lengthOf = (address: Address): number => address.toByteArray().length * 8;

function isEmptyBehind(address: Address, bits: number): boolean {
  const all = address.toByteArray().map((byte) => byte.toString(2).padStart(8, '0'));
  return !all.join('').slice(bits).includes('1');
}
