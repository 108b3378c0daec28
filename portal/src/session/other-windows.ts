import { useCallback, useEffect, useRef } from 'react';

/**
 * Calls `onNews` when another window of this browser changes or extends the session. Returns a
 * function that notifies the others.
 */
export function useOtherWindows(onNews: () => Promise<unknown>): () => void {
  const channel = useRef<BroadcastChannel>(undefined);
  useEffect(() => {
    const opened = new BroadcastChannel('portal-session');
    opened.onmessage = () => void onNews();
    channel.current = opened;
    return () => opened.close();
  }, [onNews]);
  return useCallback(() => channel.current?.postMessage('changed'), []);
}
