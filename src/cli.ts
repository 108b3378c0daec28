import { parseArgs } from 'node:util';
import { ADMIN_COMMANDS } from './commands/admin-command.js';
import { AUDIT_COMMANDS } from './commands/audit-command.js';
import { FAILED, INTERRUPTED, NOT_WHOLE, OK, say, type Commands } from './commands/command.js';
import { BACKUP_COMMAND } from './commands/backup-command.js';
import { DEMO_COMMAND } from './commands/demo-command.js';
import { ERASE_COMMANDS } from './commands/erase-command.js';
import { RETENTION_COMMANDS } from './commands/retention-command.js';
import { SYNC_COMMANDS } from './commands/sync-command.js';
import { messageOf, refuseNewerSchema, withDatabase } from './commands/with-services.js';
import { sayIgnored, withEnvFile } from './config/env-file.js';
import type { Environment } from './config/load-config.js';
import { findImportFiles } from './modules/importer/files/find-import-files.js';
import { importFiles } from './modules/importer/import-files.js';
import { Importer } from './modules/importer/importer.js';

const COMMANDS: Commands = {
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
  demo: DEMO_COMMAND,
  backup: BACKUP_COMMAND,
  ...ADMIN_COMMANDS,
  ...AUDIT_COMMANDS,
  ...SYNC_COMMANDS,
  ...ERASE_COMMANDS,
  ...RETENTION_COMMANDS,
};

const USAGE = `Usage: npm run --silent cli -- COMMAND

${Object.values(COMMANDS)
  .map(({ usage }) => usage)
  .join('\n')}
  help                    shows this

DATABASE_URL names the database: sqlite:FILE or mysql://USER:PASSWORD@HOST:PORT/DATABASE`;

async function runImport(env: Environment, paths: string[]): Promise<number> {
  const files = await findImportFiles(paths);
  const interrupt = new AbortController();
  // a second one ends the process at once, which loses nothing but the running batch
  process.once('SIGINT', () => interrupt.abort());
  return withDatabase(env, async (services) => {
    await refuseNewerSchema(services, 'import');
    const isComplete = await importFiles(services.get(Importer), files, interrupt.signal);
    if (interrupt.signal.aborted) {
      console.error('Interrupted: what was loaded stays; run the command again for the rest');
      return INTERRUPTED;
    }
    return isComplete ? OK : NOT_WHOLE;
  });
}

async function main(args: string[]): Promise<number> {
  if (args[0] === 'help' || args.includes('--help') || args.includes('-h')) return say(USAGE);
  const name = [args.slice(0, 2).join(' '), args[0] ?? ''].find((words) => Object.hasOwn(COMMANDS, words));
  const command = COMMANDS[name ?? ''];
  if (name === undefined || !command) return refuse();
  const { values, positionals } = parseArgs({
    args: args.slice(name.split(' ').length),
    options: command.options ?? {},
    allowPositionals: true,
  });
  if (positionals.length > 0 && !command.takesWords) return refuse();
  const missing = command.needs?.find((option) => !values[option]);
  if (missing !== undefined) throw new Error(`${name} needs --${missing}`);
  return command.run(withEnvFile(process.env, sayIgnored), positionals, values);
}

function refuse(): number {
  console.error(USAGE);
  return FAILED;
}

main(process.argv.slice(2)).then(
  (status) => (process.exitCode = status),
  (error: unknown) => {
    console.error(messageOf(error));
    process.exit(FAILED); // a service that could not be made whole leaves connections open that nothing else closes
  },
);
