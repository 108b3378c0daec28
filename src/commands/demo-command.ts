import { DEMO_ENTERPRISE_ID } from '../../demo/demo-data.js';
import type { DemoAccess, DemoService } from '../modules/demo/demo.service.js';
import { loadDemoData } from '../modules/demo/load-demo-data.js';
import type { Importer } from '../modules/importer/importer.js';
import { shownSecret } from '../process/shown-secret.js';

/** Loads the demo data as of now, with a key and an administrator. Says what came of it. */
export async function loadDemo(demo: DemoService, now: Date): Promise<string> {
  return describe(await demo.load(now));
}

/** Loads the data alone. */
export async function loadDemoRecords(importer: Importer, now: Date): Promise<string> {
  const records = await loadDemoData(importer, now);
  return [
    `${records.toLocaleString('en')} demo records are loaded.`,
    'For a key and an administrator run it again with KEY_PEPPER set as for the service.',
  ].join('\n');
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
