import { isIP } from 'node:net';
import { join } from 'node:path';
import {
  LOG_LEVELS,
  type Config,
  type DatabaseAccess,
  type DatabaseConfig,
  type Limit,
  type LogLevel,
  type Rate,
} from './config.js';
import { databaseFile, DEFAULT_DATABASE_FILE } from './data-folder.js';
import { readSingleSignOn, type Read } from './load-single-sign-on.js';

/** Where package.json lies, whichever of the compiled trees runs. */
export const PROJECT_FOLDER = join(__dirname, '../../..');
/** The build puts the portal there, whichever of the compiled trees runs. */
const PORTAL_FOLDER = join(PROJECT_FOLDER, 'dist/portal');

export type Environment = Readonly<Record<string, string | undefined>>;

/** Says which variables are wrong and what they should be; never what they were. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The settings are not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** Reads the settings (docs/contract.md, 2.2). All problems are reported at once. */
export function loadConfig(env: Environment): Config {
  const { read, problems, finish } = settings(env);
  const port = read('PORT', 3000, 'a port number from 0 to 65535', (text) => wholeNumber(text, 0, 65_535));
  const isHost = where((text) => /^[\w.:-]+$/.test(text));
  const host = read('HOST', '127.0.0.1', 'a host name or address', isHost);
  const database = readDatabase(read);
  const adminTokens = read<readonly string[]>(
    'ADMIN_TOKEN',
    [],
    'a secret of at least 32 characters, or two different ones separated by a comma',
    parseAdminTokens,
  );
  const metricsToken = read(
    'METRICS_TOKEN',
    undefined,
    'a secret of at least 32 characters that is no ADMIN_TOKEN',
    where((text) => isToken(text) && !adminTokens.includes(text)),
  );
  const { keyPepper, previousPepper } = readPeppers(read);
  const isEmbedded = databaseFile(database) !== null;
  if (!isEmbedded && !env.KEY_PEPPER) {
    problems.push(
      'KEY_PEPPER is required with MySQL: a secret of at least 32 characters, the same on every instance',
    );
  }
  const basePath = read('BASE_PATH', '', 'a path such as /device-api', parseBasePath);

  const rateLimit = read<Limit>('RATE_LIMIT', rate(1000, 100), 'like 1000/100s, or off', parseLimit);
  const rateLimitBulk = read<Limit>('RATE_LIMIT_BULK', rate(30, 60), 'like 30/60s, or off', parseLimit);

  const config: Config = {
    port,
    host,
    workers: read('WEB_CONCURRENCY', 1, 'a number of processes from 1 to 64', (text) =>
      wholeNumber(text, 1, 64),
    ),
    database,
    readDatabase: read(
      'DATABASE_READ_URL',
      undefined,
      'mysql://USER:PASSWORD@HOST:PORT/DATABASE, and absent where DATABASE_URL is not one of MySQL',
      (text) => serverOf(parseDatabaseUrl(text), database),
    ),
    migratesAtStart: readMigratesAtStart(read),
    adminTokens,
    ownToken: undefined,
    metricsToken,
    keyPepper,
    previousPepper,
    basePath,
    publicUrl: read(
      'PUBLIC_URL',
      localUrl(host, port) + basePath,
      'an http or https address',
      parsePublicUrl,
    ),
    rateLimit,
    rateLimitBulk: rateLimit === 'off' ? 'off' : rateLimitBulk,
    demoData: read('DEMO_DATA', isEmbedded, 'on or off', parseSwitch),
    compression: read('COMPRESSION', true, 'on or off', parseSwitch),
    locationBulkMaxDays: read('LOCATION_BULK_MAX_DAYS', 366, DAYS, parseDays),
    maxKeyDays: read('MAX_KEY_DAYS', undefined, DAYS, parseDays),
    syncTokenDays: read('SYNC_TOKEN_DAYS', 400, DAYS, parseDays),
    redisUrl: read('REDIS_URL', undefined, 'redis://HOST:PORT or rediss://HOST:PORT', where(isRedisUrl)),
    trustProxy: read<string | number | false>(
      'TRUST_PROXY',
      'loopback',
      'off, a number of proxies from 1 to 9, or a list of addresses, networks, loopback, linklocal and uniquelocal',
      parseTrustProxy,
    ),
    logLevel: read<LogLevel>('LOG_LEVEL', 'info', `one of ${LOG_LEVELS.join(', ')}`, (text) =>
      LOG_LEVELS.find((level) => level === text),
    ),
    singleSignOn: readSingleSignOn(env, read, problems),
    portalFolder: PORTAL_FOLDER,
  };
  return finish(config);
}

/** For commands that do without the other settings. */
export function loadDatabaseAccess(env: Environment): DatabaseAccess {
  const { read, finish } = settings(env);
  return finish({
    database: readDatabase(read),
    migratesAtStart: readMigratesAtStart(read),
    ...readPeppers(read),
  });
}

/** For what asks for no secret. */
export function loadDatabaseConfig(env: Environment): DatabaseConfig {
  const { read, finish } = settings(env);
  return finish(readDatabase(read));
}

function settings(env: Environment): {
  readonly read: Read;
  readonly problems: string[];
  readonly finish: <T>(result: T) => T;
} {
  const problems: string[] = [];
  return {
    problems,
    read: (name, fallback, shouldBe, parse) => {
      const text = env[name];
      if (text === undefined || text === '') return fallback; // empty is absent: compose files and shells leave it so
      const value = parse(text);
      if (value === undefined) problems.push(`${name} should be ${shouldBe}`);
      return value ?? fallback;
    },
    finish: (result) => {
      if (problems.length > 0) throw new ConfigError(problems);
      return Object.freeze(result);
    },
  };
}

function readPeppers(read: Read): Pick<Config, 'keyPepper' | 'previousPepper'> {
  const isSecret = (text: string): boolean => text.length >= 32;
  const keyPepper = read('KEY_PEPPER', undefined, 'a secret of at least 32 characters', where(isSecret));
  const previousPepper = read(
    'KEY_PEPPER_PREVIOUS',
    undefined,
    'the KEY_PEPPER before, of at least 32 characters and not the one in use',
    where((text) => isSecret(text) && text !== keyPepper),
  );
  return { keyPepper, previousPepper };
}

function readDatabase(read: Read): DatabaseConfig {
  return read<DatabaseConfig>(
    'DATABASE_URL',
    { engine: 'sqlite', file: DEFAULT_DATABASE_FILE },
    'sqlite:FILE or mysql://USER:PASSWORD@HOST:PORT/DATABASE',
    parseDatabaseUrl,
  );
}

function readMigratesAtStart(read: Read): boolean {
  return read('MIGRATE_AT_START', true, 'on or off', parseSwitch);
}

/** A parser that takes a text as it is, where the text is right. */
function where(isRight: (text: string) => boolean): (text: string) => string | undefined {
  return (text) => (isRight(text) ? text : undefined);
}

function isRedisUrl(text: string): boolean {
  return ['redis:', 'rediss:'].includes(parseUrl(text)?.protocol ?? '');
}

function isToken(text: string): boolean {
  return /^[\x21-\x7e]{32,}$/.test(text);
}

function parseAdminTokens(text: string): readonly string[] | undefined {
  const tokens = text.split(',');
  const areUsable = tokens.length <= 2 && tokens.every(isToken) && tokens[0] !== tokens[1];
  return areUsable ? Object.freeze(tokens) : undefined;
}

function wholeNumber(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : undefined;
}

const DAYS = 'a number of days from 1 to 36600';

function parseDays(text: string): number | undefined {
  return wholeNumber(text, 1, 36_600);
}

function rate(limit: number, seconds: number): Rate {
  return Object.freeze({ limit, seconds });
}

function parseLimit(text: string): Limit | undefined {
  if (text === 'off') return 'off';
  const [, limit, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,5})s$/.exec(text) ?? [];
  return limit && seconds ? rate(Number(limit), Number(seconds)) : undefined;
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function parseDatabaseUrl(text: string): DatabaseConfig | undefined {
  const [, file] = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(text) ?? [];
  if (file) return Object.freeze({ engine: 'sqlite', file });
  const url = parseUrl(text);
  const usable =
    url &&
    ['mysql:', 'mariadb:'].includes(url.protocol) &&
    url.hostname &&
    url.pathname.length > 1 &&
    [url.username, url.password, url.pathname].every(isDecodable) &&
    isTlsProfile(url.searchParams.get('ssl'));
  return usable ? Object.freeze({ engine: 'mysql', url: text.replace(/^mariadb:/, 'mysql:') }) : undefined;
}

/** The database, where it and its primary are on servers. */
function serverOf(database: DatabaseConfig | undefined, primary: DatabaseConfig): DatabaseConfig | undefined {
  return database?.engine === 'mysql' && primary.engine === 'mysql' ? database : undefined;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** As mysql2 takes it: the name of the one profile that it has, or options as JSON. */
function isTlsProfile(text: string | null): boolean {
  if (text === null || text === 'Amazon RDS') return true;
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}

function parseBasePath(text: string): string | undefined {
  const path = text.replace(/\/+$/, '');
  return /^(\/[\w.~-]+)*$/.test(path) ? path : undefined;
}

/** Never "every proxy": then every caller could choose its own address. */
function parseTrustProxy(text: string): string | number | false | undefined {
  if (text === 'off') return false;
  if (/^[1-9]$/.test(text)) return Number(text);
  const names = ['loopback', 'linklocal', 'uniquelocal'];
  const parts = text.split(',').map((part) => part.trim());
  return parts.every((part) => names.includes(part) || isNetwork(part)) ? parts.join(', ') : undefined;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return most > 0 && more.length === 0 && (bits === undefined || wholeNumber(bits, 1, most) !== undefined);
}

function parsePublicUrl(text: string): string | undefined {
  const url = parseUrl(text);
  const usable =
    url && ['http:', 'https:'].includes(url.protocol) && !url.search && !url.hash && !url.username;
  return usable ? url.href.replace(/\/+$/, '') : undefined;
}

/** An address that a person on this machine can open, also where the service listens on every interface. */
function localUrl(host: string, port: number): string {
  const name = ['0.0.0.0', '::', '[::]'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${port}`;
}

function parseSwitch(text: string): boolean | undefined {
  return ['on', 'off'].includes(text) ? text === 'on' : undefined;
}
