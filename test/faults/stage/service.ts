import { ADMIN_TOKEN, KEY_PEPPER, Service } from '../../kit/process/service.js';

/** A process of the service as in production, without limits. */
export function startService(
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
  port?: number,
): Promise<Service> {
  return Service.start({
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    ADMIN_TOKEN,
    KEY_PEPPER,
    RATE_LIMIT: 'off',
    ...(port !== undefined && { PORT: String(port) }),
    ...env,
  });
}
