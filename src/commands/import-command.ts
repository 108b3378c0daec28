import type { Environment } from '../config/load-config.js';
import { Transactions } from '../database/transactions.js';
import { AuditService } from '../modules/audit/audit.service.js';
import { findImportFiles, importFiles } from '../modules/importer/import-files.js';
import { ImportAudit } from '../modules/importer/import-audit.js';
import { ImporterService } from '../modules/importer/importer.service.js';
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
    const audit = seal && new ImportAudit(new AuditService(services.get(Transactions), seal), OPERATOR);
    const isComplete = await importFiles(services.get(ImporterService), files, interrupt, audit).catch(
      async (error: unknown) => {
        await audit?.writeCounts().catch(() => undefined); // why the import failed says more
        throw error;
      },
    );
    await audit?.writeCounts();
    if (interrupt.aborted) {
      console.error('Interrupted: what was loaded stays; run the command again for the rest');
      return INTERRUPTED;
    }
    return isComplete ? OK : NOT_WHOLE;
  });
}
