import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getConfigToken } from '@nestjs/config';
import * as values from './setting-values.js';
import { ConfigError, readSettings, Setting, SETTING_NAMES } from './setting-values.js';
import type { DatabaseConfig, Environment, Limit, LogLevel, MapConfig } from './setting-values.js';

export { ConfigError, SETTING_NAMES };
export type { DatabaseConfig, Environment, Limit, LogLevel, Rate, MapConfig } from './setting-values.js';

export const PROJECT_FOLDER = join(__dirname, '../../..');
export const { version: VERSION } = JSON.parse(
  readFileSync(join(PROJECT_FOLDER, 'package.json'), 'utf8'),
) as { readonly version: string };
export const DEFAULT_DATABASE_FILE = 'data/device-api.sqlite';

export class SingleSignOnConfig {
  @Setting('OIDC_ISSUER', values.issuer) readonly issuer: string;
  @Setting('OIDC_CLIENT_ID', values.line) readonly clientId: string;
  @Setting('OIDC_CLIENT_SECRET', values.line) readonly clientSecret: string | undefined;
  @Setting('OIDC_ENTERPRISE_CLAIM', values.line) readonly enterpriseClaim: string;
  @Setting('OIDC_ROLE_CLAIM', values.line) readonly roleClaim: string;
  @Setting('OIDC_ADMIN_ROLE', values.line) readonly adminRole: string = 'admin';
  @Setting('OIDC_KEY_MANAGER_ROLE', values.line) readonly keyManagerRole: string = 'key_manager';
  @Setting('OIDC_VIEWER_ROLE', values.line) readonly viewerRole: string = 'viewer';
  @Setting('OIDC_NAME', values.line) readonly name: string = 'Single sign-on';
}

const REQUIRED_FOR_SSO = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_ENTERPRISE_CLAIM', 'OIDC_ROLE_CLAIM'];

/** Each of these variables turns traces on. */
const SWITCHES = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_TRACES_EXPORTER',
];
const PROTOCOL = values.oneOf('http/protobuf or http/json', ['http/protobuf', 'http/json']);

/** Standard variables that select parts of OpenTelemetry, which reads all others itself. */
export class TracingConfig {
  @Setting('OTEL_TRACES_EXPORTER', values.listOf('otlp, console, both or none', ['otlp', 'console']))
  readonly exporters: readonly string[] = ['otlp'];
  @Setting('OTEL_EXPORTER_OTLP_PROTOCOL', PROTOCOL) readonly protocol: string = 'http/protobuf';
  /** Takes precedence over `protocol`. */
  @Setting('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', PROTOCOL) readonly tracesProtocol: string | undefined;
  @Setting(
    'OTEL_PROPAGATORS',
    values.listOf('tracecontext, baggage, both or none', ['tracecontext', 'baggage', 'none']),
  )
  readonly propagators: readonly string[] = ['tracecontext', 'baggage'];
}

export interface KeptSecret {
  readonly secret: string;
  /** Undefined without a data folder. The service then shows the secret once. */
  readonly file: string | undefined;
  readonly isNew: boolean;
}

export class DatabaseAccess {
  @Setting('DATABASE_URL', values.databaseUrl)
  readonly database: DatabaseConfig = { engine: 'sqlite', file: DEFAULT_DATABASE_FILE };
  /** If false, a start rejects a database with pending migrations. */
  @Setting('MIGRATE_AT_START', values.onOrOff) readonly migratesAtStart: boolean = true;
  /** Undefined only until the embedded database has generated its own. */
  @Setting('KEY_PEPPER', values.pepper) readonly keyPepper: string | undefined;
  @Setting('KEY_PEPPER_PREVIOUS', values.previousPepper) readonly previousPepper: string | undefined;
}

/** All settings (docs/contract.md, 2.2). */
export class Config extends DatabaseAccess {
  @Setting('PORT', values.port) readonly port: number = 3000;
  @Setting('HOST', values.host) readonly host: string = '127.0.0.1';
  @Setting('WEB_CONCURRENCY', values.processes) readonly workers: number = 1;
  /** Seconds in which a stopping process still accepts requests. */
  @Setting('SHUTDOWN_DELAY', values.seconds) readonly shutdownDelay: number = 0;
  @Setting('DATABASE_READ_URL', values.readUrl) readonly readDatabase: DatabaseConfig | undefined;
  /** Two tokens during a rotation. */
  @Setting('ADMIN_TOKEN', values.adminTokens) readonly adminTokens: readonly string[] = [];
  readonly ownToken: KeptSecret | undefined;
  readonly ownPepper: KeptSecret | undefined;
  /** Grants access to the metrics only. */
  @Setting('METRICS_TOKEN', values.metricsToken) readonly metricsToken: string | undefined;
  @Setting('BASE_PATH', values.basePath) readonly basePath: string = '';
  @Setting('PUBLIC_URL', values.publicUrl) readonly publicUrl: string;
  /** False if `publicUrl` is only the address for a local browser. */
  readonly hasPublicUrl: boolean;
  @Setting('RATE_LIMIT', values.limit('1000/100s'))
  readonly rateLimit: Limit = { limit: 1000, seconds: 100 };
  @Setting('RATE_LIMIT_BULK', values.limit('30/60s'))
  readonly rateLimitBulk: Limit = { limit: 30, seconds: 60 };
  @Setting('DEMO_DATA', values.onOrOff) readonly demoData: boolean;
  /** If false, there is no `/mcp`. */
  @Setting('MCP', values.onOrOff) readonly mcp: boolean = true;
  @Setting('COMPRESSION', values.onOrOff) readonly compression: boolean = true;
  @Setting('LOCATION_BULK_MAX_DAYS', values.days) readonly locationBulkMaxDays: number = 366;
  /** Maximum validity of a key. If it is set, every key must expire. */
  @Setting('MAX_KEY_DAYS', values.days) readonly maxKeyDays: number | undefined;
  /** Validity of a sync token, and minimum lifetime of a tombstone. */
  @Setting('SYNC_TOKEN_DAYS', values.days) readonly syncTokenDays: number = 400;
  @Setting('REDIS_URL', values.redisUrl) readonly redisUrl: string | undefined;
  /** Proxies with trusted `X-Forwarded-*` headers, in the format of Express. */
  @Setting('TRUST_PROXY', values.trustProxy) readonly trustProxy: string | number | false = 'loopback';
  @Setting('LOG_LEVEL', values.logLevel) readonly logLevel: LogLevel = 'info';
  /** Without a style, the portal draws its own outlines. */
  @Setting('MAP_STYLE_URL', values.mapStyle) readonly map: MapConfig | undefined;
  @Setting('MAP_HOSTS', values.mapHosts) readonly mapHosts: readonly string[] = [];
  readonly singleSignOn: SingleSignOnConfig | undefined;
  readonly tracing: TracingConfig | undefined;
  readonly portalFolder: string = join(PROJECT_FOLDER, 'dist/portal');
}

export function loadConfig(env: Environment): Config {
  const [settings, problems] = readSettings(Config, env);
  const usesSso = [...SETTING_NAMES].some((name) => name.startsWith('OIDC_') && env[name]);
  const [singleSignOn, ssoProblems] = usesSso ? readSettings(SingleSignOnConfig, env) : [undefined, []];
  const [tracing, tracingProblems] = readTracing(env);
  const missing: string[] = [];
  if (settings.database.engine === 'mysql' && !env.KEY_PEPPER)
    missing.push(
      'KEY_PEPPER is required with MySQL: a secret of at least 32 characters, the same on every instance',
    );
  if (env.MAP_HOSTS && !env.MAP_STYLE_URL) missing.push('MAP_STYLE_URL is required with MAP_HOSTS');
  for (const name of usesSso ? REQUIRED_FOR_SSO : [])
    if (!env[name])
      missing.push(`${name} is required for single sign-on, with ${REQUIRED_FOR_SSO.join(', ')}`);
  throwIfAny([...problems, ...missing, ...ssoProblems, ...tracingProblems]);
  const { host, port, basePath, rateLimit } = settings;
  return Object.freeze({
    ...settings,
    publicUrl: env.PUBLIC_URL ? settings.publicUrl : localUrl(host, port) + basePath,
    hasPublicUrl: Boolean(env.PUBLIC_URL),
    rateLimitBulk: rateLimit === 'off' ? 'off' : settings.rateLimitBulk,
    demoData: env.DEMO_DATA ? settings.demoData : settings.database.engine === 'sqlite',
    singleSignOn,
    tracing,
  });
}

function readTracing(env: Environment): [TracingConfig | undefined, readonly string[]] {
  const isOff = env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none';
  if (isOff || !SWITCHES.some((name) => env[name])) return [undefined, []];
  const ignored = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ? { OTEL_EXPORTER_OTLP_PROTOCOL: undefined } : {};
  return readSettings(TracingConfig, { ...env, ...ignored });
}

export function loadDatabaseAccess(env: Environment): DatabaseAccess {
  const [settings, problems] = readSettings(DatabaseAccess, env);
  throwIfAny(problems);
  return settings;
}

export function loadDatabaseConfig({ DATABASE_URL }: Environment): DatabaseConfig {
  return loadDatabaseAccess({ DATABASE_URL }).database;
}

function throwIfAny(problems: readonly string[]): void {
  if (problems.length > 0) throw new ConfigError(problems);
}

/** Returns a URL for a local browser, even if the service listens on every interface. */
function localUrl(host: string, port: number): string {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/**
 * The current pepper, then the previous one, whose hashes and seals are still valid (docs/operations/rotation.md).
 */
export type Peppers = readonly [string, ...string[]];

export function peppersOf({
  keyPepper,
  previousPepper,
}: Pick<Config, 'keyPepper' | 'previousPepper'>): Peppers {
  if (keyPepper === undefined) throw new Error('The service runs without a key pepper');
  return previousPepper === undefined ? [keyPepper] : [keyPepper, previousPepper];
}

export class StartRefused extends Error {}

export const CONFIG_NAMESPACE = 'settings';
export const CONFIG = getConfigToken(CONFIG_NAMESPACE);
