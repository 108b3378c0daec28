import { useSearchParams, type NavigateOptions } from 'react-router';

/**
 * Returns a function that changes address parameters, so that they survive a reload and can be
 * shared. Empty values are removed.
 */
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

/** A text in a parameter of the address. */
export function useInAddress(
  name: string,
  options?: NavigateOptions,
): [string | undefined, (text: string | undefined) => void] {
  const [parameters] = useSearchParams();
  const change = useAddressChange();
  return [parameters.get(name) ?? undefined, (text) => change({ [name]: text }, options)];
}
