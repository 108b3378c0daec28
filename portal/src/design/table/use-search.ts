import { useInAddress } from '../../session/use-in-address.js';

/** What is searched for, kept in the address so that it comes back with the page. */
export function useSearch(): [string, (search: string) => void] {
  // at once: a field whose value comes a moment later loses its cursor
  const [search = '', change] = useInAddress('search', { preventScrollReset: true, flushSync: true });
  return [search, change];
}
