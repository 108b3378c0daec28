import DataLoader from 'dataloader';

/** How long the next batch waits for the one before it to be done. */
const PATIENCE_MS = 5;

/**
 * Loads by key: what is asked for in one turn of the event loop, or while a batch is under way, goes to the database as one query.
 * There is no cache, and a batch that was sent takes no more: it may have read the state before a change that a later request must see.
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
