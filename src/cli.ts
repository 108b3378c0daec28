import { parseArgs } from 'node:util';
import { FAILED, messageOf, say, type Command, type Commands } from './cli/command.js';
import { sayIgnored, withEnvFile } from './config/env-file.js';

/** By their first word, in the order of the usage. Each is loaded when it is named: an import starts sooner without all others. */
const FILES: Readonly<Record<string, () => Promise<{ readonly COMMANDS: Commands }>>> = {
  migrate: () => import('./cli/migrate-command.js'),
  import: () => import('./cli/data.commands.js'),
  demo: () => import('./cli/demo-command.js'),
  backup: () => import('./cli/backup-command.js'),
  admin: () => import('./cli/admin.commands.js'),
  audit: () => import('./cli/maintenance.commands.js'),
  sync: () => import('./cli/sync-command.js'),
  erase: () => import('./cli/erase-command.js'),
  retention: () => import('./cli/retention-command.js'),
};

async function main(args: string[]): Promise<number> {
  if (args[0] === 'help' || args.includes('--help') || args.includes('-h')) return say(await usage());
  const [name, command] = await named(args);
  if (!command) return refuse();
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

/** The command of one word or two, and that name. */
async function named(args: readonly string[]): Promise<[name: string, command?: Command]> {
  const [first = '', second = ''] = args;
  const load = Object.hasOwn(FILES, first) ? FILES[first] : undefined;
  if (!load) return [first];
  const { COMMANDS } = await load();
  const longer = `${first} ${second}`;
  const name = Object.hasOwn(COMMANDS, longer) ? longer : first;
  return [name, COMMANDS[name]];
}

async function usage(): Promise<string> {
  const files = await Promise.all(Object.values(FILES).map((load) => load()));
  const usages = files.flatMap(({ COMMANDS }) => Object.values(COMMANDS).map((command) => command.usage));
  return `Usage: npm run --silent cli -- COMMAND

${usages.join('\n')}
  help                    shows this

DATABASE_URL names the database: sqlite:FILE or mysql://USER:PASSWORD@HOST:PORT/DATABASE`;
}

async function refuse(): Promise<number> {
  console.error(await usage());
  return FAILED;
}

main(process.argv.slice(2)).then(
  (status) => (process.exitCode = status),
  (error: unknown) => {
    console.error(messageOf(error));
    process.exit(FAILED); // a service that could not be made whole leaves connections open that nothing else closes
  },
);
