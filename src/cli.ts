import { parseArgs } from 'node:util';
import { EXIT, messageOf, type Commands } from './cli/command.js';
import { VERSION } from './config/config.js';
import { withEnvFile } from './config/env-file.js';

const data = () => import('./cli/data.commands.js');
const maintenance = () => import('./cli/maintenance.commands.js');
const admin = () => import('./cli/admin.commands.js');

/** Files by the first word of a command. They load on demand, so that an import starts faster. */
const FILES = new Map<string, () => Promise<{ readonly COMMANDS: Commands }>>([
  ['migrate', data],
  ['import', data],
  ['demo', maintenance],
  ['backup', data],
  ['enterprise', data],
  ['admin', admin],
  ['audit', maintenance],
  ['sync', data],
  ['erase', maintenance],
  ['retention', maintenance],
]);

const USAGE = `Usage: npm run --silent cli -- COMMAND

  migrate                 migrates the database to the current schema
  import FOLDER|FILE...   imports enterprises, devices, datausage, screentime, applications and locations.ndjson;
                          writes invalid lines to a rejects file (exit status 2)
  demo                    loads demo data of the 30 days up to yesterday, with an API key and an administrator
  backup FILE             copies the embedded database to a new file, also while the service runs; the copy contains
                          neither the pepper nor the list of erasures (docs/operations/backup.md)
  enterprise add --id ID --name N --time-zone Z
                          adds an enterprise without an import; Z is an IANA time zone such as Europe/Berlin
  enterprise list         lists all enterprises: identifier, name, time zone
  admin add --email E --name N --enterprise ID [--role admin|key_manager|viewer] [--password-stdin]
                          adds a user of the portal, by default an administrator
  admin list              lists all users with a password
  admin password --email E [--password-stdin]
                          sets a new password and ends the sessions of the user
  admin reset-second-factor --email E | --all
                          removes the second factor of a user who has lost the phone and the recovery codes, or of all
                          users after a change of KEY_PEPPER; they sign in with the password alone
  admin remove --email E  removes a user and ends their sessions
                          --password-stdin reads a password of at least 12 characters from standard input; without it
                          the command generates a password and prints it once; with MySQL, set the KEY_PEPPER of the
                          service: the audit log needs it
  audit                   prints one line for each erasure, for "erase --again"
  audit verify [ENTERPRISE...]
                          checks the audit logs for removed and altered events (exit status 2 if it finds any) and prints
                          the last hash of each log and a digest of all; keep them outside the database, to prove later
                          that no log was shortened or removed; with MySQL, set KEY_PEPPER
  sync --number           adds rows to the change feeds that programs other than the importer have written
  erase --enterprise E [--device D] [--yes]
                          erases a device or an enterprise with all of its data, and prints a line for the list of
                          erasures; keep this list outside the database; without a terminal, --yes is required
  erase --again FILE [--yes]
                          repeats the erasures of such a list after a backup was restored (exit status 2 if a line is
                          invalid); with MySQL, set the KEY_PEPPER of the service: the audit log needs it
  retention [--dry-run]   deletes usage, screen time and location records older than the retention period of their
                          enterprise, or counts them; with MySQL, set the KEY_PEPPER of the service
  help                    prints this help
  --version               prints the version

Set DATABASE_URL to the database: sqlite:FILE or mysql://USER:PASSWORD@HOST:PORT/DATABASE`;

/** Its message follows the usage, so that it is on the screen. */
class UsageError extends Error {}

async function main(args: string[]): Promise<void> {
  if (args[0] === 'help' || args.includes('--help') || args.includes('-h')) {
    console.log(USAGE);
    return;
  }
  if (args[0] === '--version') {
    console.log(VERSION);
    return;
  }
  const [first = '', second = ''] = args;
  const commands = (await FILES.get(first)?.())?.COMMANDS;
  const longer = `${first} ${second}`;
  const name = commands && Object.hasOwn(commands, longer) ? longer : first;
  const command = commands?.[name];
  if (!command) throw new UsageError(first && `Unknown command: ${(commands ? longer : first).trim()}`);
  const { values, positionals, tokens } = parseArgs({
    args: args.slice(name.split(' ').length),
    options: command.options ?? {},
    allowPositionals: true,
    tokens: true,
  });
  const [unexpected] = command.takesArguments ? [] : positionals;
  if (unexpected !== undefined) throw new UsageError(`${name} does not take the argument ${unexpected}`);
  const options = tokens.flatMap((token) => (token.kind === 'option' ? token.name : []));
  const repeated = options.find((option, at) => options.indexOf(option) < at);
  if (repeated !== undefined) throw new Error(`${name} takes --${repeated} once`);
  const missing = command.needs?.find((option) => !values[option]);
  if (missing !== undefined) throw new Error(`${name} needs --${missing}`);
  await command.run(withEnvFile(process.env), positionals, values);
}

// the command completes its work, and the status shows that output is missing
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code !== 'EPIPE' && process.exitCode === undefined)
    console.error(`Standard output cannot be written: ${message}`);
  process.exitCode ??= EXIT.failed;
});

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof UsageError ? `${USAGE}\n\n${error.message}`.trimEnd() : messageOf(error));
  process.exit(EXIT.failed); // nothing else closes the connections of an incomplete service
});
