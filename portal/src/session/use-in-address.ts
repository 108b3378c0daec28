import { useSearchParams, type NavigateOptions } from 'react-router';

/** Writes these into the address, where they can be shared and come back with the page; what is empty is left out. */
export function useAddressChange(): (
  change: Readonly<Record<string, string | undefined>>,
  options?: NavigateOptions,
) => void {
  const [, setParameters] = useSearchParams();
  return (change, options) =>
    setParameters(
      (before) => {
        for (const [name, value] of Object.entries(change))
          if (value) before.set(name, value);
          else before.delete(name);
        return before;
      },
      { replace: true, ...options },
    );
}

/** A text that is kept in the address. */
export function useInAddress(
  name: string,
  options?: NavigateOptions,
): [string | undefined, (text: string | undefined) => void] {
  const [parameters] = useSearchParams();
  const change = useAddressChange();
  return [parameters.get(name) ?? undefined, (text) => change({ [name]: text }, options)];
}
