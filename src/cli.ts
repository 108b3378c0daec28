import { parseArgs } from 'node:util';
import { FAILED, messageOf, say, type Commands } from './cli/command.js';
import { withEnvFile } from './config/env-file.js';

const data = () => import('./cli/data.commands.js');
const maintenance = () => import('./cli/maintenance.commands.js');
const admin = () => import('./cli/admin.commands.js');

/** Files by the first word, in the order of the usage. They load on demand, so that an import starts faster. */
const FILES = new Map<string, () => Promise<{ readonly COMMANDS: Commands }>>([
  ['migrate', data],
  ['import', data],
  ['demo', maintenance],
  ['backup', data],
  ['admin', admin],
  ['audit', maintenance],
  ['sync', data],
  ['erase', maintenance],
  ['retention', maintenance],
]);

async function main(args: string[]): Promise<number> {
  if (args[0] === 'help' || args.includes('--help') || args.includes('-h')) return say(await usage());
  const [first = '', second = ''] = args;
  const commands = (await FILES.get(first)?.())?.COMMANDS;
  const longer = `${first} ${second}`;
  const name = commands && Object.hasOwn(commands, longer) ? longer : first;
  const command = commands?.[name];
  if (!command) return refuse();
  const { values, positionals } = parseArgs({
    args: args.slice(name.split(' ').length),
    options: command.options ?? {},
    allowPositionals: true,
  });
  if (positionals.length > 0 && !command.takesWords) return refuse();
  const missing = command.needs?.find((option) => !values[option]);
  if (missing !== undefined) throw new Error(`${name} needs --${missing}`);
  return command.run(withEnvFile(process.env), positionals, values);
}

async function usage(): Promise<string> {
  const usages: string[] = [];
  for (const [first, load] of FILES)
    for (const [name, command] of Object.entries((await load()).COMMANDS))
      if (name.split(' ')[0] === first) usages.push(command.usage);
  return `Usage: npm run --silent cli -- COMMAND

${usages.join('\n')}
  help                    prints this help

Set DATABASE_URL to the database: sqlite:FILE or mysql://USER:PASSWORD@HOST:PORT/DATABASE`;
}

async function refuse(): Promise<number> {
  console.error(await usage());
  return FAILED;
}

main(process.argv.slice(2)).then(
  (status) => (process.exitCode = status),
  (error: unknown) => {
    console.error(messageOf(error));
    process.exit(FAILED); // nothing else closes the connections of an incomplete service
  },
);
