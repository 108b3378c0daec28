import { parseArgs } from 'node:util';
import { DataSource } from 'typeorm';
import { ADMIN_USAGE, AUDIT_USAGE, UsageError } from './commands/usage.js';
import type { DatabaseAccess, DatabaseConfig } from './config/config.js';
import { withEmbeddedSecrets, withKeptPepper } from './config/embedded-secrets.js';
import { databaseFile } from './config/data-folder.js';
import { databaseName } from './config/database-name.js';
import { sayIgnored, withEnvFile } from './config/env-file.js';
import { ConfigError, loadConfig, loadDatabaseAccess, type Environment } from './config/load-config.js';
import { peppersOf } from './config/peppers.js';
import { dataSourceOptions } from './app/data-source.js';
import { migrate } from './database/migrate.js';
import { openSeal } from './modules/audit/pepper/open-seal.js';
import { importFiles } from './modules/importer/import-files.js';
import { findImportFiles } from './modules/importer/files/find-import-files.js';

const USAGE = `Usage: npm run --silent cli -- COMMAND

  migrate                 brings the database to the current schema
  import FOLDER|FILE...   loads export files: enterprises, devices, datausage, screentime, applications and
                          locations.ndjson; lines that cannot be loaded go to a rejects file (exit status 2)
  demo                    loads the demo data of the thirty days up to yesterday and makes a key and an administrator for it
${ADMIN_USAGE}
${AUDIT_USAGE}
  help                    shows this

DATABASE_URL names the database: sqlite:FILE or mysql://USER:PASSWORD@HOST:PORT/DATABASE`;

const OK = 0;
const FAILED = 1;
const SOME_REJECTED = 2;
const NOT_INTACT = 2;
const INTERRUPTED = 130;

type Command = (args: string[], env: Environment) => Promise<number>;

const COMMANDS: Readonly<Record<string, Command>> = {
  migrate: runMigrate,
  import: runImport,
  demo: runDemo,
  audit: runAudit,
};

/** Commands with something behind their name. */
const TAKES_WORDS = new Set(['import', 'audit']);

async function runMigrate(_args: string[], env: Environment): Promise<number> {
  return withDatabase(accessOf(env), (_dataSource, ran) => {
    const text = ran.length > 0 ? `Ran ${ran.join(', ')}` : 'The schema is current';
    console.log(text);
    return Promise.resolve(OK);
  });
}

async function runImport(paths: string[], env: Environment): Promise<number> {
  const files = await findImportFiles(paths);
  const interrupt = new AbortController();
  // a second one ends the process at once, which loses nothing but the running batch
  process.once('SIGINT', () => interrupt.abort());
  return withDatabase(accessOf(env), async (dataSource) => {
    const isComplete = await importFiles(dataSource, files, interrupt.signal);
    if (interrupt.signal.aborted) {
      console.error('Interrupted: what was loaded stays; run the command again for the rest');
      return INTERRUPTED;
    }
    return isComplete ? OK : SOME_REJECTED;
  });
}

/** Without the pepper nothing could be hashed under it: then the data is all there is. */
async function runDemo(_args: string[], env: Environment): Promise<number> {
  const access = accessOf(env);
  if (databaseFile(access.database) !== null || access.keyPepper !== undefined) {
    sayDatabase(access);
    const { loadDemo } = await import('./commands/demo-command.js');
    console.log(await loadDemo(env, new Date()));
    return OK;
  }
  return withDatabase(access, async (dataSource) => {
    const { loadDemoData } = await import('./modules/demo/load-demo-data.js');
    const records = await loadDemoData(dataSource, new Date());
    console.log(`${records.toLocaleString('en')} demo records are loaded.`);
    console.log('For a key and an administrator run it again with KEY_PEPPER set as for the service.');
    return OK;
  });
}

async function runAdmin(args: string[], env: Environment): Promise<number> {
  const command = (await import('./commands/admin-command.js')).parseAdminCommand(args);
  const config = withEmbeddedSecrets(loadConfig(env));
  return withDatabase(config, async (dataSource) => {
    await command.run(dataSource, await openSeal(dataSource, peppersOf(config)));
    return OK;
  });
}

async function runAudit([word, ...enterprises]: string[], env: Environment): Promise<number> {
  if (word !== 'verify') throw new UsageError(`Usage:\n\n${AUDIT_USAGE}`);
  const config = withEmbeddedSecrets(loadConfig(env));
  const { verifyTrails } = await import('./commands/audit-command.js');
  return withDatabase(config, async (dataSource) => {
    const seal = await openSeal(dataSource, peppersOf(config));
    return (await verifyTrails(dataSource, seal, enterprises)) ? OK : NOT_INTACT;
  });
}

function runHelp(): Promise<number> {
  console.log(USAGE);
  return Promise.resolve(OK);
}

/** What commands go by that need no secret. */
function accessOf(env: Environment): DatabaseAccess {
  return withKeptPepper(loadDatabaseAccess(env));
}

/** Before anything is done to it. Standard output is for what the command was run for. */
function sayDatabase({ database }: DatabaseAccess): void {
  console.error(`Database: ${databaseName(database)}`);
}

/** Works on the database with its schema current, if it belongs to the pepper, where there is one. `ran` are the migrations that this took. */
async function withDatabase(
  settings: DatabaseAccess,
  work: (dataSource: DataSource, ran: readonly string[]) => Promise<number>,
): Promise<number> {
  sayDatabase(settings);
  const dataSource = await open(settings.database).catch((error: unknown) => {
    throw new Error(`The database cannot be opened: ${messageOf(error)}`, { cause: error });
  });
  try {
    const ran = await migrate(dataSource);
    if (settings.keyPepper !== undefined) await openSeal(dataSource, peppersOf(settings));
    return await work(dataSource, ran);
  } finally {
    await dataSource.destroy().catch(() => undefined); // a lost connection has been reported already
  }
}

async function open(config: DatabaseConfig): Promise<DataSource> {
  return new DataSource(await dataSourceOptions(config)).initialize();
}

/** One line, and nothing of a password in it, unless it is ours. */
function messageOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof UsageError) return error.message;
  // several addresses of one name were tried
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { message = '', code = '' } = first as { message?: string; code?: string };
  const text = [message, code, String(first)].find((candidate) => candidate !== '') ?? '';
  return text.replace(/\s*\n[\s-]*/g, ' ').replace(/\/\/[^/\s]*@/g, '//');
}

async function main(args: string[]): Promise<number> {
  const environment = (): Environment => withEnvFile(process.env, sayIgnored);
  if (args[0] === 'admin' && !args.includes('--help')) return runAdmin(args.slice(1), environment()); // has options of its own
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  const [name = '', ...rest] = positionals;
  if (values.help || name === 'help') return runHelp();
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command && (TAKES_WORDS.has(name) || rest.length === 0)) return command(rest, environment());
  console.error(USAGE);
  return FAILED;
}

main(process.argv.slice(2)).then(
  (status) => (process.exitCode = status),
  (error: unknown) => {
    console.error(messageOf(error));
    process.exit(FAILED); // a service that could not be made whole leaves connections open that nobody else closes
  },
);
