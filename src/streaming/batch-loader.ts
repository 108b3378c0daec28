import DataLoader from 'dataloader';

/** Sends a batch after this time, even if the batch before it is still running. */
const PATIENCE_MS = 5;

/**
 * Loads values by key. Keys requested in one iteration of the event loop, or while a batch runs, share a query. Caches nothing
 * and adds no keys to a sent batch, whose query may predate a change that a later request must see.
 */
export function batchLoader<Key, Value>(
  maxBatchSize: number,
  load: (keys: readonly Key[]) => Promise<(Value | Error)[]>,
): DataLoader<Key, Value> {
  let underWay = 0;
  let sendNext: (() => void) | undefined;
  const sendSoon = (send: () => void): void => {
    const sendOnce = (): void => {
      clearTimeout(timer);
      if (sendNext === sendOnce) sendNext = undefined;
      send();
    };
    const timer = setTimeout(sendOnce, PATIENCE_MS);
    sendNext = sendOnce;
  };
  return new DataLoader<Key, Value>(
    async (keys) => {
      underWay++;
      try {
        return await load(keys);
      } finally {
        underWay--;
        sendNext?.();
      }
    },
    {
      cache: false,
      maxBatchSize,
      batchScheduleFn: (send) => {
        if (underWay === 0) setImmediate(send);
        else sendSoon(send);
      },
    },
  );
}
