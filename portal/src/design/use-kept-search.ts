import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSettled } from '../time/use-settled.js';

const IN_ADDRESS = 'search';

/** What is searched for, kept in the address so that it comes back with the page. The field itself does not wait for that. */
export function useKeptSearch(): [string, (search: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const [search, setSearch] = useState(parameters.get(IN_ADDRESS) ?? '');
  const settled = useSettled(search);
  useEffect(() => {
    if (settled === (parameters.get(IN_ADDRESS) ?? '')) return;
    setParameters(
      (before) => {
        if (settled === '') before.delete(IN_ADDRESS);
        else before.set(IN_ADDRESS, settled);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [settled]);
  return [search, setSearch];
}
