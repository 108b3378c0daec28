import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(width < 40rem)');

function subscribe(onChange: () => void): () => void {
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
}

/** Returns true if the window is as narrow as that of a phone. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
