import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError, loadConfig, type Environment } from './load-config.js';

/** Every variable that `loadConfig` reads, without the standard ones of OpenTelemetry: these belong to the process. */
export const SETTING_NAMES: ReadonlySet<string> = namesRead();

const FILE = '.env';
const SECRETS = /(TOKEN|PEPPER|PEPPER_PREVIOUS|PASSWORD|SECRET|_URL)$/;
/** Stands in the same file for docker-compose.yml. */
const OF_COMPOSE = 'MYSQL_PASSWORD';

/**
 * The environment, and the settings of a file `.env` in the working folder. Other variables of the file do not reach the process;
 * `ignored` is told of their names, one of which may be a misspelt setting.
 */
export function withEnvFile(env: Environment, ignored: (names: readonly string[]) => void): Environment {
  const text = readOwn();
  if (text === undefined) return env;
  const found = Object.entries(parseEnv(text));
  const others = found
    .map(([name]) => name)
    .filter((name) => !SETTING_NAMES.has(name) && name !== OF_COMPOSE);
  if (others.length > 0) ignored(others);
  return { ...Object.fromEntries(found.filter(([name]) => SETTING_NAMES.has(name))), ...env };
}

export function sayIgnored(names: readonly string[]): void {
  process.stderr.write(`${FILE}: ignored, because no setting has this name: ${names.join(', ')}\n`);
}

/** Warns at a start if other users can read the secrets of the file. */
export function warnOfReaders(): void {
  const { mode } = statSync(FILE, { throwIfNoEntry: false }) ?? { mode: 0 };
  if (process.getuid === undefined || (mode & 0o044) === 0) return;
  const secrets = Object.keys(parseEnv(readFileSync(FILE, 'utf8'))).filter((name) => SECRETS.test(name));
  if (secrets.length > 0)
    process.stderr.write(
      `${FILE}: other users can read ${secrets.join(', ')}; make it readable by its owner alone: chmod go-r ${FILE}\n`,
    );
}

/** The file, unless others could have written it: it holds the database's address and every secret. */
function readOwn(): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(FILE, 'r');
    const { mode, uid } = fstatSync(file);
    const us = process.getuid?.();
    if (us !== undefined && uid !== us && uid !== 0)
      throw new ConfigError([`${FILE} should belong to the user who runs this, or to root`]);
    if (us !== undefined && (mode & 0o022) !== 0)
      throw new ConfigError([`${FILE} should be writable by its owner alone: chmod go-w ${FILE}`]);
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new ConfigError([`${FILE} should be a file that can be read (${code ?? 'unknown'})`]);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function namesRead(): Set<string> {
  const names = new Set<string>();
  loadConfig(new Proxy({}, { get: (_env, name) => void names.add(String(name)) }));
  return new Set([...names].filter((name) => !name.startsWith('OTEL_')));
}
