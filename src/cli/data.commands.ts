import { DataSource } from 'typeorm';
import { type Environment } from '../config/config.js';
import { loadDatabaseConfig } from '../config/load-config.js';
import { engineFor } from '../database/engines.js';
import { Transactions } from '../database/transactions.js';
import { AuditRepository } from '../modules/audit/audit.repository.js';
import { AuditService } from '../modules/audit/audit.service.js';
import { ImportAudit } from '../modules/importer/import-audit.js';
import { findImportFiles, importFiles } from '../modules/importer/import-files.js';
import { ImporterService } from '../modules/importer/importer.service.js';
import { RowNumbering } from '../modules/importer/row-numbering.js';
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
import { refuseNewerSchema, sayDatabase, withDatabase } from './context.js';

export const COMMANDS: Commands = {
  migrate: {
    usage: '  migrate                 brings the database to the current schema',
    run: (env) =>
      withDatabase({ ...env, MIGRATE_AT_START: 'on' }, (_services, ran) =>
        Promise.resolve(say(ran.length > 0 ? `Ran ${ran.join(', ')}` : 'The schema is current')),
      ),
  },
  import: {
    usage: `  import FOLDER|FILE...   loads export files: enterprises, devices, datausage, screentime, applications and
                          locations.ndjson; lines that cannot be loaded go to a rejects file (exit status 2)`,
    takesWords: true,
    run: runImport,
  },
  backup: {
    usage: `  backup FILE             copies the embedded database into a new file, also while the service runs; the pepper and the
                          list of erasures are not in it (docs/operations/backup.md)`,
    takesWords: true,
    /** Does not migrate: it may be the backup before a migration. */
    async run(env, [file, ...more]) {
      if (file === undefined || more.length > 0) {
        console.error('backup needs one FILE, which is not there yet');
        return FAILED;
      }
      const database = loadDatabaseConfig(env);
      sayDatabase(database);
      await engineFor(database).backUp(file);
      return say(`The backup is in ${file}`);
    },
  },
  sync: {
    usage: `  sync --number           brings rows into the feeds that a writer of its own has stored without a change number`,
    options: { number: FLAG },
    needs: ['number'],
    run: (env) =>
      withDatabase(env, async (services) => {
        for (const [kind, rows] of await services.get(RowNumbering).run())
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
