import { DEMO_ENTERPRISE_ID } from '../../demo/demo-data.js';
import { databaseFile } from '../config/data-folder.js';
import { databaseAccess } from '../config/embedded-secrets.js';
import { DemoService, type DemoAccess } from '../modules/demo/demo.service.js';
import { loadDemoData } from '../modules/demo/load-demo-data.js';
import { ImporterService } from '../modules/importer/importer.service.js';
import { shownSecret } from '../process/start-banner.js';
import { say, type Commands } from './command.js';
import { withDatabase, withSettings } from './with-services.js';

export const COMMANDS: Commands = {
  demo: {
    usage:
      '  demo                    loads the demo data of the thirty days up to yesterday and makes a key and an administrator for it',
    run(env) {
      const { database, keyPepper } = databaseAccess(env);
      // without the pepper nothing could be hashed under it: then the data is all there is
      const isDataAlone = databaseFile(database) === null && keyPepper === undefined;
      if (!isDataAlone)
        return withSettings(env, async (services) =>
          say(describe(await services.get(DemoService).load(new Date()))),
        );
      return withDatabase(env, async (services) => {
        const records = await loadDemoData(services.get(ImporterService), new Date());
        console.log(`${records.toLocaleString('en')} demo records are loaded.`);
        return say('For a key and an administrator run it again with KEY_PEPPER set as for the service.');
      });
    },
  },
};

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
