import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Config } from './config.js';
import { ConfigError } from './load-config.js';

/** The files beside the embedded database that hold what its first start made. */
export const ADMIN_TOKEN_FILE = 'admin-token';
export const KEY_PEPPER_FILE = 'key-pepper';
export const DEMO_KEY_FILE = 'demo-api-key';
export const DEMO_PASSWORD_FILE = 'demo-admin-password';

/** Fills in the secrets that an embedded installation makes for itself, so that a first start needs no setting. */
export function withEmbeddedSecrets(config: Config): Config {
  if (config.database.engine !== 'sqlite') return config;
  const folder = dataFolder(config);
  mkdirSync(folder, { recursive: true });
  const adminTokenFile = config.adminToken === undefined ? join(folder, ADMIN_TOKEN_FILE) : undefined;
  return Object.freeze({
    ...config,
    adminTokenFile,
    adminToken: adminTokenFile === undefined ? config.adminToken : keepSecret(adminTokenFile),
    keyPepper: config.keyPepper ?? keepSecret(join(folder, KEY_PEPPER_FILE)),
  });
}

/** The folder of the embedded database; everything that belongs to an installation lies in it. */
export function dataFolder(config: Config): string {
  if (config.database.engine !== 'sqlite') throw new Error('Only the embedded database has a data folder');
  return dirname(config.database.file);
}

/** Reads the secret in `file`, or makes one and keeps it there, readable by its owner alone. */
function keepSecret(file: string): string {
  try {
    // wx: of two processes that start at once one makes the secret and both use it
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32)
    throw new ConfigError([`${basename(file)} in the data folder should hold at least 32 characters`]);
  return secret;
}

export function writeSecret(file: string, secret: string): void {
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  chmodSync(file, 0o600); // the mode above counts only for a new file
}
