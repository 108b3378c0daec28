import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  ConfigError,
  DEFAULT_DATABASE_FILE,
  loadDatabaseAccess,
  StartRefused,
  type Config,
  type Environment,
  type DatabaseAccess,
  type KeptSecret,
} from './config.js';

const ADMIN_TOKEN_FILE = 'admin-token';
const KEY_PEPPER_FILE = 'key-pepper';
export const DEMO_KEY_FILE = 'demo-api-key';
export const DEMO_PASSWORD_FILE = 'demo-admin-password';
export const DEMO_UNFINISHED_FILE = 'demo-unfinished';

const SECRETS = [ADMIN_TOKEN_FILE, KEY_PEPPER_FILE, DEMO_KEY_FILE, DEMO_PASSWORD_FILE];

export function fileNextToDatabase({ database }: Pick<Config, 'database'>, name: string): string | undefined {
  return 'file' in database ? join(dirname(database.file), name) : undefined;
}

/**
 * Restricts the embedded database and its folder to the owner. SQLite copies the permissions to its WAL. A folder
 * with other files keeps its permissions, unless it is the default folder.
 */
export function closeDataFolder(file: string): void {
  const folder = dirname(file);
  inDataFolder(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    createFile(file, '');
    if (statSync(file).isDirectory())
      throw new StartRefused(`DATABASE_URL must name a file, but ${resolve(file)} is a folder.`);
    const databaseFiles = ['', '-wal', '-shm', '-journal'].map((ending) => basename(file) + ending);
    const ours = new Set([...databaseFiles, ...SECRETS, DEMO_UNFINISHED_FILE]);
    const found = readdirSync(folder);
    for (const name of found) if (ours.has(name)) close(join(folder, name));
    if (file === DEFAULT_DATABASE_FILE || found.every((name) => ours.has(name))) close(folder);
  });
}

/** Replaces an error of the file system by a sentence that names the folder. */
function inDataFolder<Result>(folder: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new StartRefused(
      ['ENOSPC', 'EDQUOT'].includes(code)
        ? `The disk of the data folder ${resolve(folder)} is full. Free some space, then try again.`
        : `The data folder ${resolve(folder)} cannot be created, read, or written (${code}). Check DATABASE_URL and the permissions of the folder and its files.`,
      { cause: error },
    );
  }
}

function close(path: string): void {
  try {
    const { mode } = statSync(path);
    if ((mode & 0o077) !== 0) chmodSync(path, mode & 0o700);
  } catch (error) {
    // Ignores files of other owners, and a WAL that another process has just deleted.
    if (!['EPERM', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Generates missing secrets of an embedded installation. A first start then needs no setting. */
export function withEmbeddedSecrets(config: Config): Config {
  if (!('file' in config.database)) return config;
  const { file } = config.database;
  closeDataFolder(file);
  const folder = dirname(file);
  const ownToken = config.adminTokens.length === 0 ? generateOnce(join(folder, ADMIN_TOKEN_FILE)) : undefined;
  if (ownToken !== undefined && ownToken.secret === config.metricsToken)
    throw new ConfigError(['METRICS_TOKEN must differ from the admin token']);
  const ownPepper = config.keyPepper === undefined ? generateOnce(join(folder, KEY_PEPPER_FILE)) : undefined;
  const keyPepper = config.keyPepper ?? ownPepper?.secret;
  if (keyPepper === config.previousPepper)
    throw new ConfigError([`KEY_PEPPER_PREVIOUS must differ from the pepper in ${KEY_PEPPER_FILE}`]);
  return Object.freeze({
    ...config,
    adminTokens: ownToken ? [ownToken.secret] : config.adminTokens,
    ownToken,
    ownPepper,
    keyPepper,
  });
}

/** Deletes the pepper that this start generated, because the database has another one. */
export function discardNewPepper({ ownPepper }: Config): void {
  if (ownPepper?.isNew && ownPepper.file !== undefined) rmSync(ownPepper.file, { force: true });
}

/** Generates no pepper, but uses an existing one. */
export function databaseAccess(env: Environment): DatabaseAccess {
  const access = loadDatabaseAccess(env);
  return { ...access, keyPepper: access.keyPepper ?? readKept(access, KEY_PEPPER_FILE)?.secret };
}

function generateOnce(file: string): KeptSecret {
  const generated = `${randomBytes(32).toString('base64url')}\n`;
  const isNew = inDataFolder(dirname(file), () => createFile(file, generated));
  const { secret } = readFile(file);
  if (secret.length < 32)
    throw new ConfigError([`${basename(file)} in the data folder must contain at least 32 characters`]);
  return { secret, file, isNew };
}

/**
 * Returns false if the file exists. Of two processes that start together, one creates it. Deletes a file that it
 * cannot write, because no later start would replace an empty secret.
 */
function createFile(file: string, content: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
  try {
    writeFileSync(descriptor, content);
  } catch (error) {
    rmSync(file);
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return true;
}

export function readKept(config: Pick<Config, 'database'>, name: string): KeptSecret | undefined {
  const file = fileNextToDatabase(config, name);
  return file !== undefined && existsSync(file) ? readFile(file) : undefined;
}

function readFile(file: string): KeptSecret {
  const secret = inDataFolder(dirname(file), () => readFileSync(file, 'utf8')).trim();
  return { secret, file, isNew: false };
}

export function writeKept(config: Config, name: string, secret: string): KeptSecret {
  const file = fileNextToDatabase(config, name);
  if (file !== undefined)
    inDataFolder(dirname(file), () => {
      writeFileSync(file, `${secret}\n`, { mode: 0o600 });
      chmodSync(file, 0o600); // the mode above applies only to a new file
    });
  return { secret, file, isNew: true };
}
