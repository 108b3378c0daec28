import cluster from 'node:cluster';
import { closeSync, fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { ConfigError, SETTING_NAMES, type Environment } from './config.js';

const FILE = '.env';
const SECRETS = /(TOKEN|PEPPER|PEPPER_PREVIOUS|PASSWORD|SECRET|_URL)$/;

/**
 * Adds the settings of a file `.env` in the working folder to the environment, which takes precedence. Ignores other
 * variables and prints their names, because one may be a misspelled setting.
 */
export function withEnvFile(env: Environment): Environment {
  const settings: Record<string, string | undefined> = {};
  const ignored: string[] = [];
  for (const [name, value] of Object.entries(parseEnv(readEnvFile()))) {
    if (SETTING_NAMES.has(name)) settings[name] = value;
    else if (name !== 'MYSQL_PASSWORD') ignored.push(name); // docker-compose.yml reads it from the same file
  }
  if (ignored.length > 0 && cluster.isPrimary)
    process.stderr.write(`${FILE}: unknown settings ignored: ${ignored.join(', ')}\n`);
  return { ...settings, ...env };
}

export function warnOfReaders(): void {
  const { mode } = statSync(FILE, { throwIfNoEntry: false }) ?? { mode: 0 };
  if (!cluster.isPrimary || process.getuid === undefined || (mode & 0o044) === 0) return;
  const secrets = Object.keys(parseEnv(readFileSync(FILE, 'utf8'))).filter((name) => SECRETS.test(name));
  if (secrets.length > 0)
    process.stderr.write(`${FILE}: other users can read ${secrets.join(', ')}. Run: chmod go-r ${FILE}\n`);
}

/** Rejects a file that other users can write, because it contains the database URL and all secrets. */
function readEnvFile(): string {
  let file: number | undefined;
  try {
    file = openSync(FILE, 'r');
    const { mode, uid } = fstatSync(file);
    const ownUid = process.getuid?.();
    if (ownUid !== undefined && uid !== ownUid && uid !== 0)
      throw new ConfigError([`${FILE} must belong to the current user or to root`]);
    if (ownUid !== undefined && (mode & 0o022) !== 0)
      throw new ConfigError([`${FILE} must be writable by its owner only. Run: chmod go-w ${FILE}`]);
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, ''); // some editors write a byte order mark
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    throw new ConfigError([`${FILE} must be a readable file (${code ?? 'unknown'})`]);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
