import cluster from 'node:cluster';
import { sayIgnored, warnOfReaders, withEnvFile } from './config/env-file.js';
import type { Environment } from './config/config.js';
import { loadTracing } from './config/load-config.js';
import { startErrorMessage } from './app/startup-messages.js';

/** Starts tracing before http, express and mysql2 are loaded. */
async function main(given: Environment): Promise<void> {
  const env = withEnvFile(given, cluster.isPrimary ? sayIgnored : () => undefined);
  if (cluster.isPrimary) warnOfReaders();
  const tracing = loadTracing(env);
  const atTheEnd = tracing
    ? (await import('./observability/tracing.js')).startTracing(tracing)
    : () => Promise.resolve();
  const { serve } = await import('./app/startup.js');
  await serve(env, atTheEnd);
}

main(process.env).catch((error: unknown) => {
  process.stderr.write(`${startErrorMessage(error)}\n`);
  process.exit(1);
});
