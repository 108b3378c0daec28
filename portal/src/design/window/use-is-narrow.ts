import { useSyncExternalStore } from 'react';

const narrowQuery = matchMedia('(width < 40rem)');

function subscribe(onChange: () => void): () => void {
  narrowQuery.addEventListener('change', onChange);
  return () => narrowQuery.removeEventListener('change', onChange);
}

/** Returns true if the window is as narrow as that of a phone. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrowQuery.matches);
