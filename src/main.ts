import { setFlagsFromString } from 'node:v8';
import { loadConfig, VERSION } from './config/config.js';
import { warnOfReaders, withEnvFile } from './config/env-file.js';
import { startErrorMessage } from './app/startup-messages.js';

/** Starts tracing before http, express and mysql2 are loaded. */
async function main(): Promise<void> {
  const [argument] = process.argv.slice(2);
  if (argument === '--version') {
    console.log(VERSION);
    return;
  }
  if (argument !== undefined)
    throw new Error(
      `${argument} is no argument of the service. Settings are environment variables (docs/operations/configuration.md); --version prints the version.`,
    );
  // the young generation grows only under load, so an idle process takes 10 MB less (decision 0008)
  setFlagsFromString('--semi-space-growth-factor=1');
  const env = withEnvFile(process.env);
  warnOfReaders();
  const config = loadConfig(env);
  const { tracing } = config;
  const stopTracing = tracing && (await import('./observability/tracing.js')).startTracing(tracing);
  const { serve } = await import('./app/bootstrap.js');
  await serve(config, stopTracing);
  setFlagsFromString('--semi-space-growth-factor=2');
}

main().catch((error: unknown) => {
  process.stderr.write(`${startErrorMessage(error)}\n`);
  process.exit(1);
});
