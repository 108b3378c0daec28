import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';

const NAME = 'search';
const TYPED = { isTyped: true };

/** What is searched for, kept in the address so that it comes back with the page. */
export function useSearch(): [string, (search: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const location = useLocation();
  const inAddress = parameters.get(NAME) ?? '';
  const [search, setSearch] = useState(inAddress);
  const isTyped = (location.state as Partial<typeof TYPED> | null)?.isTyped ?? false;
  useEffect(() => {
    // the address follows the typing a moment later: then it knows less than the field does
    if (!isTyped) setSearch(inAddress);
  }, [isTyped, inAddress]);
  const change = (typed: string) => {
    setSearch(typed);
    setParameters(
      (before) => {
        if (typed) before.set(NAME, typed);
        else before.delete(NAME);
        return before;
      },
      { replace: true, state: TYPED },
    );
  };
  return [search, change];
}
