import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router';

/**
 * Returns a function that changes search parameters, which survive a reload and can be shared.
 * Removes parameters with empty values.
 */
export function useSetSearchParams(): (
  change: Readonly<Record<string, string | undefined>>,
  options?: NavigateOptions,
) => void {
  const navigate = useNavigate();
  return (changes, options) => {
    // `useSearchParams` has the parameters of the last rendering, which another change may have replaced
    const parameters = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes))
      if (value) parameters.set(name, value);
      else parameters.delete(name);
    void navigate(`?${parameters.toString()}`, { replace: true, ...options });
  };
}

/** Returns the value of a search parameter and its setter. */
export function useSearchParam(
  name: string,
  options?: NavigateOptions,
): [string | undefined, (text: string | undefined) => void] {
  const [parameters] = useSearchParams();
  const setSearchParams = useSetSearchParams();
  return [parameters.get(name) ?? undefined, (text) => setSearchParams({ [name]: text }, options)];
}
