import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Config, DatabaseAccess, KeptSecret } from './config.js';
import { ADMIN_TOKEN_FILE, closeDataFolder, databaseFile, KEY_PEPPER_FILE } from './data-folder.js';
import { ConfigError, loadDatabaseAccess, type Environment } from './load-config.js';

/** Fills in the secrets that an embedded installation makes for itself, so that a first start needs no setting. */
export function withEmbeddedSecrets(config: Config): Config {
  const file = databaseFile(config.database);
  if (file === null) return config;
  closeDataFolder(file);
  const folder = dirname(file);
  const ownToken = config.adminTokens.length === 0 ? keepSecret(join(folder, ADMIN_TOKEN_FILE)) : undefined;
  if (ownToken !== undefined && ownToken.secret === config.metricsToken)
    throw new ConfigError(['METRICS_TOKEN should be another secret than the admin token']);
  const keyPepper = config.keyPepper ?? keepSecret(join(folder, KEY_PEPPER_FILE)).secret;
  if (keyPepper === config.previousPepper)
    throw new ConfigError([`KEY_PEPPER_PREVIOUS should not be what ${KEY_PEPPER_FILE} still holds`]);
  return Object.freeze({
    ...config,
    adminTokens: ownToken ? [ownToken.secret] : config.adminTokens,
    ownToken,
    keyPepper,
  });
}

/** For commands that need no secret: the pepper comes along where there is one already, and none is made. */
export function databaseAccess(env: Environment): DatabaseAccess {
  const access = loadDatabaseAccess(env);
  return { ...access, keyPepper: access.keyPepper ?? readKept(access, KEY_PEPPER_FILE)?.secret };
}

/** The path of a file beside the embedded database; undefined with a server. */
export function besideDatabase({ database }: Pick<Config, 'database'>, name: string): string | undefined {
  const file = databaseFile(database);
  return file === null ? undefined : join(dirname(file), name);
}

/** Reads the secret in `file`, or makes one and keeps it there, readable by its owner alone. */
function keepSecret(file: string): KeptSecret {
  let isNew = true;
  try {
    // wx: of two processes that start at once one makes the secret and both use it
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    isNew = false;
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32)
    throw new ConfigError([`${basename(file)} in the data folder should hold at least 32 characters`]);
  return { secret, file, isNew };
}

/** What is kept in a file of the data folder, if there is such a folder and such a file. */
export function readKept(config: Pick<Config, 'database'>, name: string): KeptSecret | undefined {
  const file = besideDatabase(config, name);
  return file !== undefined && existsSync(file)
    ? { secret: readFileSync(file, 'utf8').trim(), file, isNew: false }
    : undefined;
}

/** Keeps a secret that was made just now in the data folder, where there is one. */
export function writeKept(config: Config, name: string, secret: string): KeptSecret {
  const file = besideDatabase(config, name);
  if (file !== undefined) {
    writeFileSync(file, `${secret}\n`, { mode: 0o600 });
    chmodSync(file, 0o600); // the mode above counts only for a new file
  }
  return { secret, file, isNew: true };
}
