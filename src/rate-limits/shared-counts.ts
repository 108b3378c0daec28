import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/** Injection token of the connection to Redis; undefined where each instance counts alone. */
export const SHARED_COUNTS = Symbol('SharedCounts');

/** Timeout of a command. After it the connection counts as dead, and later requests do not wait at all. */
const ANSWER_WITHIN_MS = 250;
const LONGEST_PAUSE_MS = 2_000;

/** Connects to Redis in the background: neither a start nor a request depends on it. */
export function connectSharedCounts(url: string | undefined, logger: Logger): Redis | undefined {
  if (url === undefined) return undefined;
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_WITHIN_MS,
    socketTimeout: ANSWER_WITHIN_MS, // ends the connection to a server that is frozen
    connectTimeout: 1_000,
    retryStrategy: (times) => Math.min(times * 100, LONGEST_PAUSE_MS),
  });
  let isAway = false;
  redis.on('error', (error: NodeJS.ErrnoException) => {
    if (!isAway)
      logger.warn({ code: codeOf(error) }, 'Redis is away: this instance counts rate limits alone');
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) logger.info('Redis is back: rate limits are shared again');
    isAway = false;
  });
  return redis;
}

/** What the server itself refuses has its code, such as NOAUTH, at the beginning of its words. */
function codeOf({ code, message }: NodeJS.ErrnoException): string | undefined {
  return code ?? /^[A-Z]+(?= )/.exec(message)?.[0];
}
