import { join } from 'node:path';
import {
  LOG_LEVELS,
  type Config,
  type DatabaseAccess,
  type DatabaseConfig,
  type Limit,
  type LogLevel,
} from './config.js';
import { databaseFile, DEFAULT_DATABASE_FILE } from './data-folder.js';
import { readMap } from './load-map.js';
import { readSingleSignOn, type Read } from './load-single-sign-on.js';
import {
  DAYS,
  isRedisUrl,
  isToken,
  localUrl,
  parseAdminTokens,
  parseBasePath,
  parseDatabaseUrl,
  parseDays,
  parseLimit,
  parsePublicUrl,
  parseSwitch,
  parseTrustProxy,
  rate,
  serverOf,
  where,
  wholeNumber,
} from './setting-values.js';
import { readTracing, type TracingConfig } from './tracing.js';

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
    map: readMap(env, read, problems),
    portalFolder: PORTAL_FOLDER,
  };
  readTracing(env, read);
  return finish(config);
}

/** For the start of tracing, which comes first. Skips wrong values: loadConfig reports them together with all others. */
export function loadTracing(env: Environment): TracingConfig | undefined {
  return readTracing(env, settings(env).read);
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
