import { useState } from 'react';
import { useSearchParams } from 'react-router';

const NAME = 'search';

/** What is searched for, kept in the address so that it comes back with the page. */
export function useSearch(): [string, (search: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const inAddress = parameters.get(NAME) ?? '';
  // The address follows a moment later, and a field that waited for it would lose its cursor
  const [typed, setTyped] = useState<{ search: string; over: string }>();
  if (typed && typed.over !== inAddress) setTyped(undefined);
  const change = (search: string) => {
    setTyped({ search, over: inAddress });
    setParameters(
      (before) => {
        if (search) before.set(NAME, search);
        else before.delete(NAME);
        return before;
      },
      { replace: true, preventScrollReset: true, flushSync: true }, // before the next letter
    );
  };
  return [typed?.search ?? inAddress, change];
}
