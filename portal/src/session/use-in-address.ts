import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router';

/**
 * Returns a function that changes address parameters, so that they survive a reload and can be
 * shared. Empty values are removed.
 */
export function useAddressChange(): (
  change: Readonly<Record<string, string | undefined>>,
  options?: NavigateOptions,
) => void {
  const navigate = useNavigate();
  return (change, options) => {
    // `useSearchParams` has the parameters of the last rendering, which another change may have replaced
    const parameters = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(change))
      if (value) parameters.set(name, value);
      else parameters.delete(name);
    void navigate(`?${parameters.toString()}`, { replace: true, ...options });
  };
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
