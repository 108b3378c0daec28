import { randomUUID } from 'node:crypto';
import { isIP, isIPv6, SocketAddress } from 'node:net';
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import ipaddr from 'ipaddr.js';
import type { EntityManager } from 'typeorm';
import type { ChangeKind } from '../database/change-log.js';
import type { ErrorCode, UnavailableReason } from './api-error.js';
import type { FormatName } from './request-validation.js';

export interface CallerEnterprise {
  readonly key: number;
  readonly id: string;
  readonly timeZone: string;
}

export interface CallerKey {
  readonly application: string;
  readonly scopes: readonly string[];
  /** Expiration, or end of the overlap of an old key. Null for never. */
  readonly endsAt: number | null;
}

export interface RequestContext {
  readonly requestId: string;
  readonly startedAt: bigint;
  /** Error of a malformed path or body, sent after authentication. */
  messageFault?: Error;
  apiKeyId?: string;
  application?: string;
  /** Enterprise of the API key, even if the request names another one. */
  keyOwner?: CallerEnterprise;
  enterprise?: CallerEnterprise;
  actor?: string;
  /** Checks the session again inside the transaction of a change. */
  checkAgain?: (manager: EntityManager) => Promise<void>;
  /** The API key that the request was sent with. */
  key?: CallerKey;
  scope?: string;
  bulk?: boolean;
  /** Counts the request against the bulk limit. Not called if the response is 304. */
  countAsBulk?: () => Promise<unknown>;
  /** Returns the bulk unit of a request that fails with 400. */
  giveBulkBack?: (() => Promise<void>) | undefined;
  /**
   * `readUntil` is the time up to which the client has all changes, or null until it has read the
   * whole table.
   */
  feed?: { readonly kind: ChangeKind; readonly readUntil?: number | null };
  format?: FormatName;
  waitsForSlot?: boolean;
  rows?: number;
  bytes?: number;
  errorCode?: ErrorCode;
  unavailable?: UnavailableReason;
}

declare module 'express-serve-static-core' {
  interface Request {
    context: RequestContext;
  }
}

export const SANE_ID = /^[\w.:~-]{1,128}$/;

export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
}

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

/** Parses `::ffff:a.b.c.d` as IPv4. Rewrites other IPv4 suffixes, because ipaddr.js does not parse all of them. */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 {
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
