import { DataSource } from 'typeorm';
import { type Environment, loadDatabaseConfig } from '../config/config.js';
import { engineFor } from '../app/data-source.js';
import { Transactions } from '../database/transactions.js';
import { AuditRepository } from '../modules/audit/audit.repository.js';
import { AuditService } from '../modules/audit/audit.service.js';
import { ImportAudit } from '../modules/importer/import-audit.js';
import { findImportFiles, importFiles } from '../modules/importer/import-files.js';
import { ImporterService } from '../modules/importer/importer.service.js';
import { numberRows } from '../modules/importer/row-numbering.js';
import {
  FAILED,
  FLAG,
  INTERRUPTED,
  NOT_WHOLE,
  OK,
  OPERATOR,
  abortedBy,
  say,
  type Commands,
} from './command.js';
import { refuseNewerSchema, printDatabase, withDatabase } from './context.js';

export const COMMANDS: Commands = {
  migrate: {
    usage: '  migrate                 migrates the database to the current schema',
    run: (env) =>
      withDatabase({ ...env, MIGRATE_AT_START: 'on' }, (_services, ran) =>
        Promise.resolve(say(ran.length > 0 ? `Ran ${ran.join(', ')}` : 'The schema is current')),
      ),
  },
  import: {
    usage: `  import FOLDER|FILE...   imports enterprises, devices, datausage, screentime, applications and locations.ndjson;
                          writes invalid lines to a rejects file (exit status 2)`,
    takesWords: true,
    run: runImport,
  },
  backup: {
    usage: `  backup FILE             copies the embedded database to a new file, also while the service runs; the copy contains
                          neither the pepper nor the list of erasures (docs/operations/backup.md)`,
    takesWords: true,
    /** Does not migrate, because it may be the backup before a migration. */
    async run(env, [file, ...more]) {
      if (file === undefined || more.length > 0) {
        console.error('backup needs one FILE that does not exist yet');
        return FAILED;
      }
      const database = loadDatabaseConfig(env);
      printDatabase(database);
      await engineFor(database).backUp(file);
      return say(`Backup written to ${file}`);
    },
  },
  sync: {
    usage: '  sync --number           adds rows that other programs have written to the change feeds',
    options: { number: FLAG },
    needs: ['number'],
    run: (env) =>
      withDatabase(env, async (services) => {
        for await (const [kind, rows] of numberRows(services.get(DataSource)))
          console.log(`${kind}: ${rows.toLocaleString('en')} rows numbered`);
        return OK;
      }),
  },
};

async function runImport(env: Environment, paths: string[]): Promise<number> {
  const files = await findImportFiles(paths);
  const interrupt = abortedBy('SIGINT');
  return withDatabase(env, async (services, _ran, seal) => {
    await refuseNewerSchema(services, 'import');
    const log = new AuditRepository(services.get(DataSource));
    const audit = seal && new ImportAudit(new AuditService(services.get(Transactions), seal, log), OPERATOR);
    const isComplete = await importFiles(services.get(ImporterService), files, interrupt, audit).catch(
      async (error: unknown) => {
        await audit?.writeCounts().catch(() => undefined); // the error of the import matters more
        throw error;
      },
    );
    await audit?.writeCounts();
    if (interrupt.aborted) {
      console.error('Interrupted: the loaded records stay; run the command again to load the rest');
      return INTERRUPTED;
    }
    return isComplete ? OK : NOT_WHOLE;
  });
}
