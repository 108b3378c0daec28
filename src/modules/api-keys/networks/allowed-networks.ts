import { isAmong, readNetwork } from './networks.js';

/** Lists that are kept parsed. There are as many as keys that have one, and they hardly ever change. */
const MOST_KEPT = 1_000;

type Networks = NonNullable<ReturnType<typeof readNetwork>>[];

const kept = new Map<string, Networks>();

export const joinNetworks = (networks: readonly string[]): string => networks.join(' ');

export const splitNetworks = (stored: string): string[] => stored.split(' ').filter((text) => text !== '');

/** Whether a request from this address may use a key with these networks, as they are stored. */
export function mayComeFrom(stored: string, address: string): boolean {
  return stored === '' || isAmong(parsed(stored), address);
}

/** Known by their text, which the look-up brings with the key: what was changed is another text. */
function parsed(stored: string): Networks {
  const found = kept.get(stored);
  if (found) return found;
  const networks = splitNetworks(stored).flatMap((text) => readNetwork(text) ?? []);
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(stored, networks);
  return networks;
}
