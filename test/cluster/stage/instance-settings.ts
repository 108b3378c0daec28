export const INSTANCES = 3;

/** Of instances behind a proxy, which count at one Redis and never come to a limit. */
export const instanceSettings = (database: NodeJS.ProcessEnv, redisUrl: string): NodeJS.ProcessEnv => ({
  ...database,
  REDIS_URL: redisUrl,
  RATE_LIMIT: '100000000/100s',
  RATE_LIMIT_BULK: '100000000/100s',
  TRUST_PROXY: 'loopback',
});
