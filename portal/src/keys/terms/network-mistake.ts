import type { Texts } from '../../texts/en.js';

const MOST_NETWORKS = 50;
const NETWORK = /^([\da-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i;
const BYTE = /^(?:0|[1-9]\d{0,2})$/;

export const networksIn = (text: string): string[] => text.split(/[\s,;]+/).filter((part) => part !== '');

/** Returns which line of a list of networks is invalid, or undefined if all are valid. The service checks again. */
export function networkMistake(text: string, { form }: Texts): string | undefined {
  for (const [index, line] of text.split('\n').entries()) {
    for (const part of networksIn(line)) {
      const bits = bitsOf(part);
      if (!bits) return form.networkLine(index + 1, part);
      if (bits.slice(prefixOf(part, bits.length)).includes('1')) return form.networkZeros(index + 1, part);
    }
  }
  const all = networksIn(text).map((part) => part.toLowerCase());
  const twice = all.find((part, index) => all.indexOf(part) !== index);
  if (twice !== undefined) return form.networkTwice(twice);
  return all.length > MOST_NETWORKS ? form.networksTooMany(MOST_NETWORKS) : undefined;
}

const prefixOf = (part: string, all: number): number => Number(part.split('/')[1] ?? all);

/** Returns the bits of the address as text, or undefined if the text is not an address or its prefix is too long. */
function bitsOf(part: string): string | undefined {
  const [, address = '', prefix] = NETWORK.exec(part) ?? [];
  const bits = address.includes(':') ? bitsOfIpv6(address) : bitsOfIpv4(address);
  return bits && Number(prefix ?? 0) <= bits.length ? bits : undefined;
}

function bitsOfIpv4(address: string): string | undefined {
  const bytes = address.split('.');
  if (bytes.length !== 4 || !bytes.every((byte) => BYTE.test(byte) && Number(byte) < 256)) return undefined;
  return bytes.map((byte) => binary(Number(byte), 8)).join('');
}

/** The parser of the browser for URLs checks the address, and writes an IPv4 suffix as two groups. */
function bitsOfIpv6(address: string): string | undefined {
  if (!URL.canParse(`http://[${address}]/`)) return undefined;
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const groups = (text = '') => text.split(':').filter((group) => group !== '');
  const zeros = 8 - groups(head).length - groups(tail).length;
  return [...groups(head), ...Array<string>(zeros).fill('0'), ...groups(tail)]
    .map((group) => binary(parseInt(group, 16), 16))
    .join('');
}

const binary = (value: number, width: number): string => value.toString(2).padStart(width, '0');
