import { DataSource } from 'typeorm';
import { type Environment, loadDatabaseConfig } from '../config/config.js';
import { engineFor } from '../app/data-source.js';
import { noteFigure } from '../database/figures.js';
import { Transactions } from '../database/transactions.js';
import { AuditRepository } from '../modules/audit/audit.repository.js';
import { AuditService } from '../modules/audit/audit.service.js';
import { ImportAudit } from '../modules/importer/import-audit.js';
import { findImportFiles, importFiles } from '../modules/importer/import-files.js';
import { ImporterService } from '../modules/importer/importer.service.js';
import { numberRows } from '../modules/importer/row-numbering.js';
import { EXIT, FLAG, OPERATOR, abortedBy, reportInterruption, type Commands } from './command.js';
import { refuseNewerSchema, printDatabase, withDatabase } from './context.js';

export const COMMANDS: Commands = {
  migrate: {
    run: (env) =>
      withDatabase({ ...env, MIGRATE_AT_START: 'on' }, (_services, ran) => {
        console.log(ran.length > 0 ? `Ran ${ran.join(', ')}` : 'The schema is current');
        return Promise.resolve();
      }),
  },
  import: {
    takesWords: true,
    run: runImport,
  },
  backup: {
    takesWords: true,
    /** Does not migrate, because it may be the backup before a migration. */
    async run(env, [file, ...more]) {
      if (file === undefined || more.length > 0)
        throw new Error('backup needs one FILE that does not exist yet');
      const database = loadDatabaseConfig(env);
      printDatabase(database);
      await (await engineFor(database)).backUp(file);
      console.log(`Backup written to ${file}`);
    },
  },
  sync: {
    options: { number: FLAG },
    needs: ['number'],
    run: (env) =>
      withDatabase(env, async (services) => {
        for await (const [kind, rows] of numberRows(services.get(DataSource)))
          console.log(`${kind}: ${rows.toLocaleString('en')} rows numbered`);
      }),
  },
};

async function runImport(env: Environment, paths: string[]): Promise<void> {
  const files = await findImportFiles(paths);
  const interrupt = abortedBy('SIGINT');
  await withDatabase(env, async (services, _ran, seal) => {
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
      reportInterruption('Interrupted: the loaded records stay; run the command again to load the rest');
      return;
    }
    await noteFigure(services.get(Transactions), 'import');
    if (!isComplete) process.exitCode = EXIT.incomplete;
  });
}
