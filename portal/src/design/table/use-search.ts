import { useInAddress } from '../../session/use-in-address.js';

/** What is searched for, kept in the address under this name so that it comes back with the page. */
export function useSearch(name = 'search'): [string, (search: string) => void] {
  // at once: a field whose value comes a moment later loses its cursor
  const [search = '', change] = useInAddress(name, { preventScrollReset: true, flushSync: true });
  return [search, change];
}
