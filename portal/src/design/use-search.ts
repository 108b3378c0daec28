import { useSearchParams } from 'react-router';

const NAME = 'search';

/** What is searched for, kept in the address so that it comes back with the page. */
export function useSearch(): [string, (search: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const change = (search: string) =>
    setParameters(
      (before) => {
        if (search) before.set(NAME, search);
        else before.delete(NAME);
        return before;
      },
      // at once: a field whose value comes a moment later loses its cursor
      { replace: true, preventScrollReset: true, flushSync: true },
    );
  return [parameters.get(NAME) ?? '', change];
}
