import { isIPv6 } from 'node:net';

const HEXTETS = 8;
const NETWORK_HEXTETS = 4;

/**
 * What counts as one address: an IPv4 address, or the network of an IPv6 address (its first 64 bits), of which a single customer
 * of a provider has all 2^64 addresses.
 */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').toLowerCase().split('::');
  const first = parts(head);
  const last = tail === undefined ? [] : parts(tail);
  const zeros = Array.from({ length: Math.max(0, HEXTETS - first.length - last.length) }, () => '0');
  const all = [...first, ...zeros, ...last].map((part) => part.replace(/^0+(?=.)/, ''));
  return `${all.slice(0, NETWORK_HEXTETS).join(':')}::/64`;
}

/** An IPv4 address at the end stands for two of the parts. */
function parts(text: string): string[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => (part.includes('.') ? ['0', '0'] : [part]));
}
