import type { Texts } from '../../texts/en.js';

const MAX_NETWORKS = 50;
const NETWORK = /^([\da-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i;
const BYTE = /^(?:0|[1-9]\d{0,2})$/;

export const parseNetworks = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

/** Returns the error message for a list of networks, or undefined if all are valid. The service checks again. */
export function validateNetworks(text: string, { form }: Texts): string | undefined {
  for (const [index, line] of text.split('\n').entries()) {
    for (const part of parseNetworks(line)) {
      const bits = bitsOf(part);
      if (!bits) return form.invalidNetwork(index + 1, part);
      if (bits.slice(prefixLengthOf(part, bits.length)).includes('1'))
        return form.networkHostBits(index + 1, part);
    }
  }
  const all = parseNetworks(text).map((part) => part.toLowerCase());
  const duplicate = all.find((part, index) => all.indexOf(part) !== index);
  if (duplicate !== undefined) return form.duplicateNetwork(duplicate);
  return all.length > MAX_NETWORKS ? form.networksTooMany(MAX_NETWORKS) : undefined;
}

const prefixLengthOf = (part: string, all: number): number => Number(part.split('/')[1] ?? all);

/** Returns the bits of the address as text, or undefined if the text is not an address or its prefix is too long. */
function bitsOf(part: string): string | undefined {
  const [, address = '', prefix] = NETWORK.exec(part) ?? [];
  const bits = address.includes(':') ? bitsOfIpv6(address) : bitsOfIpv4(address);
  return bits && Number(prefix ?? 0) <= bits.length ? bits : undefined;
}

function bitsOfIpv4(address: string): string | undefined {
  const bytes = address.split('.');
  if (bytes.length !== 4 || !bytes.every((byte) => BYTE.test(byte) && Number(byte) < 256)) return undefined;
  return bytes.map((byte) => toBinary(Number(byte), 8)).join('');
}

/** The URL parser of the browser validates the address, and converts an IPv4 suffix to two groups. */
function bitsOfIpv6(address: string): string | undefined {
  if (!URL.canParse(`http://[${address}]/`)) return undefined;
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const groups = (text = '') => text.split(':').filter((group) => group !== '');
  const zeros = 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<string>(zeros).fill('0'), ...groups(tail)]
    .map((group) => toBinary(parseInt(group, 16), 16))
    .join('');
}

const toBinary = (value: number, width: number): string => value.toString(2).padStart(width, '0');
