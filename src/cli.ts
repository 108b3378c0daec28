import { parseArgs } from 'node:util';
import { parseAdminCommand } from './commands/admin-command.js';
import { verifyTrails } from './commands/audit-command.js';
import { loadDemo, loadDemoRecords } from './commands/demo-command.js';
import { messageOf } from './commands/message-of.js';
import { ADMIN_USAGE, AUDIT_USAGE, UsageError } from './commands/usage.js';
import { withServices } from './commands/with-services.js';
import type { Config, DatabaseAccess } from './config/config.js';
import { databaseFile } from './config/data-folder.js';
import { databaseName } from './config/database-name.js';
import { withEmbeddedSecrets, withKeptPepper } from './config/embedded-secrets.js';
import { sayIgnored, withEnvFile } from './config/env-file.js';
import { loadConfig, loadDatabaseAccess, type Environment } from './config/load-config.js';
import { TrailVerifier } from './modules/audit/verification/verify-trail.js';
import { DemoService } from './modules/demo/demo.service.js';
import { EnterprisesService } from './modules/enterprises/enterprises.service.js';
import { findImportFiles } from './modules/importer/files/find-import-files.js';
import { importFiles } from './modules/importer/import-files.js';
import { Importer } from './modules/importer/importer.js';
import { AdministratorsService } from './modules/sign-in/administrators/administrators.service.js';

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
  return withDatabase(env, (_services, ran) => {
    return Promise.resolve(say(ran.length > 0 ? `Ran ${ran.join(', ')}` : 'The schema is current'));
  });
}

async function runImport(paths: string[], env: Environment): Promise<number> {
  const files = await findImportFiles(paths);
  const interrupt = new AbortController();
  // a second one ends the process at once, which loses nothing but the running batch
  process.once('SIGINT', () => interrupt.abort());
  return withDatabase(env, async (services) => {
    const isComplete = await importFiles(services.get(Importer), files, interrupt.signal);
    if (interrupt.signal.aborted) {
      console.error('Interrupted: what was loaded stays; run the command again for the rest');
      return INTERRUPTED;
    }
    return isComplete ? OK : SOME_REJECTED;
  });
}

/** Without the pepper nothing could be hashed under it: then the data is all there is. */
async function runDemo(_args: string[], env: Environment): Promise<number> {
  const { database, keyPepper } = accessOf(env);
  if (databaseFile(database) !== null || keyPepper !== undefined) {
    return withSettings(env, async (services) => say(await loadDemo(services.get(DemoService), new Date())));
  }
  return withDatabase(env, async (services) =>
    say(await loadDemoRecords(services.get(Importer), new Date())),
  );
}

async function runAdmin(args: string[], env: Environment): Promise<number> {
  const command = parseAdminCommand(args);
  return withSettings(env, async (services) => {
    await command.run(services.get(AdministratorsService), services.get(EnterprisesService));
    return OK;
  });
}

async function runAudit([word, ...enterprises]: string[], env: Environment): Promise<number> {
  if (word !== 'verify') throw new UsageError(`Usage:\n\n${AUDIT_USAGE}`);
  return withSettings(env, async (services) => {
    const all = await services.get(EnterprisesService).list();
    return (await verifyTrails(services.get(TrailVerifier), all, enterprises)) ? OK : NOT_INTACT;
  });
}

function say(text: string): number {
  console.log(text);
  return OK;
}

/** What commands go by that need no secret. */
function accessOf(env: Environment): DatabaseAccess {
  return withKeptPepper(loadDatabaseAccess(env));
}

type Work = Parameters<typeof withServices>[1];

/** With the settings of the service, under whose secrets things are hashed and sealed. */
const withSettings = (env: Environment, work: Work): Promise<number> =>
  workOn(withEmbeddedSecrets(loadConfig(env)), work);

/** With the database alone: whatever else is set does not count. */
const withDatabase = (env: Environment, work: Work): Promise<number> =>
  workOn({ ...loadConfig({}), ...accessOf(env) }, work);

/** Names the database before anything is done to it. Standard output is for what the command was run for. */
function workOn(config: Config, work: Work): Promise<number> {
  console.error(`Database: ${databaseName(config.database)}`);
  return withServices(config, work);
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
  if (values.help || name === 'help') return say(USAGE);
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
