import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Environment, loadDatabaseConfig } from '../config/config.js';
import { engineFor } from '../app/data-source.js';
import { noteFigure } from '../database/figures.js';
import { Transactions } from '../database/transactions.js';
import { printable } from '../http/validators.js';
import { AuditRepository } from '../modules/audit/audit.repository.js';
import { AuditService } from '../modules/audit/audit.service.js';
import { Enterprise } from '../modules/enterprises/enterprise.entity.js';
import { ImportAudit } from '../modules/importer/import-audit.js';
import { findImportFiles, importFiles } from '../modules/importer/import-files.js';
import { ImporterService } from '../modules/importer/importer.service.js';
import { InvalidRecord, recordParser } from '../modules/importer/record-parser.js';
import { numberRows } from '../modules/importer/row-numbering.js';
import { ZonedTime } from '../time/zoned-time.js';
import {
  EXIT,
  FLAG,
  OPERATOR,
  TEXT,
  abortedBySignal,
  reportInterruption,
  type Commands,
  type OptionValues,
} from './command.js';
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
    takesArguments: true,
    run: runImport,
  },
  backup: {
    takesArguments: true,
    /** Does not migrate, because it may be the backup before a migration. */
    async run(env, [file, ...more]) {
      if (file === undefined || file.endsWith('/') || more.length > 0)
        throw new Error('backup needs one FILE that does not exist yet');
      const database = loadDatabaseConfig(env);
      printDatabase(database);
      await (await engineFor(database)).backUp(file);
      console.log(`Backup written to ${file}`);
    },
  },
  'enterprise add': {
    options: { id: TEXT, name: TEXT, 'time-zone': TEXT },
    needs: ['id', 'name', 'time-zone'],
    run: (env, _args, values) => withDatabase(env, (services) => addEnterprise(services, values)),
  },
  'enterprise list': {
    run: (env) => withDatabase(env, listEnterprises),
  },
  sync: {
    options: { number: FLAG },
    needs: ['number'],
    run: (env) =>
      withDatabase(env, async (services) => {
        await refuseNewerSchema(services, 'sync');
        for await (const [kind, rows] of numberRows(services.get(DataSource)))
          console.log(`${kind}: ${rows.toLocaleString('en')} rows numbered`);
      }),
  },
};

async function runImport(env: Environment, paths: string[]): Promise<void> {
  const files = await findImportFiles(paths);
  const interrupt = abortedBySignal();
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

async function addEnterprise(services: INestApplicationContext, values: OptionValues): Promise<void> {
  await refuseNewerSchema(services, 'enterprise add');
  const [id, name, timeZone = ''] = [values.id, values.name, values['time-zone']].map(String);
  checkRecord({ id, name, time_zone: timeZone });
  // Another command may insert the same enterprise. The transaction then fails, and its retry finds the enterprise.
  await services.get(Transactions).run(async (manager) => {
    if (await manager.existsBy(Enterprise, { id })) throw new Error(`Enterprise ${id} already exists`);
    await manager.insert(Enterprise, { id, name, timeZone: ZonedTime.inIanaCase(timeZone) });
  });
  console.log(`Enterprise ${id} added`);
}

/** Checks the values like those of an import file. */
function checkRecord(record: object): void {
  try {
    recordParser('enterprises').parse(record);
  } catch (error) {
    if (!(error instanceof InvalidRecord)) throw error;
    throw new Error(`--${error.message.replace('_', '-')}`, { cause: error });
  }
}

async function listEnterprises(services: INestApplicationContext): Promise<void> {
  const enterprises = await services.get(DataSource).manager.find(Enterprise, { order: { id: 'ASC' } });
  for (const { id, name, timeZone } of enterprises)
    console.log([id, name, timeZone].map(printable).join('\t'));
}
