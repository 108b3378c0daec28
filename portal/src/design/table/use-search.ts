import { useInAddress } from '../../session/use-in-address.js';

/** Keeps the search text in the address, so that it survives a reload. */
export function useSearch(name = 'search'): [string, (search: string) => void] {
  // synchronous, because a field whose value changes later loses its cursor position
  const [search = '', change] = useInAddress(name, { preventScrollReset: true, flushSync: true });
  return [search, change];
}
