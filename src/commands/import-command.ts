import type { Environment } from '../config/load-config.js';
import { Transactions } from '../database/transactions.js';
import { AuditService } from '../modules/audit/audit.service.js';
import { findImportFiles } from '../modules/importer/find-import-files.js';
import { importFiles } from '../modules/importer/import-files.js';
import { ImportTrail } from '../modules/importer/import-trail.js';
import { Importer } from '../modules/importer/importer.service.js';
import { abortedBy, INTERRUPTED, NOT_WHOLE, OK, OPERATOR, type Commands } from './command.js';
import { refuseNewerSchema, withDatabase } from './with-services.js';

export const COMMANDS: Commands = {
  import: {
    usage: `  import FOLDER|FILE...   loads export files: enterprises, devices, datausage, screentime, applications and
                          locations.ndjson; lines that cannot be loaded go to a rejects file (exit status 2)`,
    takesWords: true,
    run: runImport,
  },
};

async function runImport(env: Environment, paths: string[]): Promise<number> {
  const files = await findImportFiles(paths);
  const interrupt = abortedBy('SIGINT');
  return withDatabase(env, async (services, _ran, seal) => {
    await refuseNewerSchema(services, 'import');
    const trail = seal && new ImportTrail(new AuditService(services.get(Transactions), seal), OPERATOR);
    const isComplete = await importFiles(services.get(Importer), files, interrupt, trail).catch(
      async (error: unknown) => {
        await trail?.tell().catch(() => undefined); // why the import failed says more
        throw error;
      },
    );
    await trail?.tell();
    if (interrupt.aborted) {
      console.error('Interrupted: what was loaded stays; run the command again for the rest');
      return INTERRUPTED;
    }
    return isComplete ? OK : NOT_WHOLE;
  });
}
