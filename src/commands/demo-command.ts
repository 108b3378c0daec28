import { DEMO_ENTERPRISE_ID } from '../../demo/demo-data.js';
import { createApp } from '../app/app.setup.js';
import { withEmbeddedSecrets } from '../config/embedded-secrets.js';
import { loadConfig, type Environment } from '../config/load-config.js';
import { createLogger } from '../logging/logger.js';
import { DemoService, type DemoAccess } from '../modules/demo/demo.service.js';
import { shownSecret } from '../process/shown-secret.js';

/** Loads the demo data with the service's own settings, because its keys are hashed under the service's pepper. Says what came of it. */
export async function loadDemo(env: Environment, now: Date): Promise<string> {
  const config = withEmbeddedSecrets(loadConfig(env));
  const app = await createApp(config, createLogger('error'));
  await app.init();
  try {
    return describe(await app.get(DemoService).load(now));
  } finally {
    await app.close();
  }
}

/** Says what an operator needs to try the demo data. */
function describe({ records, key, signIn }: DemoAccess & { readonly records: number }): string {
  const { isTTY } = process.stdout;
  return [
    `${records.toLocaleString('en')} demo records are loaded.`,
    `  Enterprise    ${DEMO_ENTERPRISE_ID}`,
    `  API key       ${key ? shownSecret(key, isTTY) : 'made before; regenerate it in the portal'}`,
    ...(signIn
      ? [`  Sign in with  ${signIn.email}`, `  Password      ${shownSecret(signIn.password, isTTY)}`]
      : ['  Sign in       as before; "cli admin password" gives a new password']),
  ].join('\n');
}
