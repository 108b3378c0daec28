import { useCallback, useEffect, useRef } from 'react';

/** Calls back when another window of this browser signed in or out or kept the session alive; brings what tells them so. */
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
