import { getConfigToken } from '@nestjs/config';
import { Setting } from './setting.decorator.js';
import type { DatabaseConfig, Limit, LogLevel } from './setting-values.js';
import * as values from './setting-values.js';

export { ConfigError, SETTING_NAMES, type Environment } from './setting.decorator.js';
export type { DatabaseConfig, Limit, LogLevel, Rate } from './setting-values.js';

export const DEFAULT_DATABASE_FILE = 'data/device-api.sqlite';

export class SingleSignOnConfig {
  @Setting('OIDC_ISSUER', values.issuer)
  readonly issuer: string;
  @Setting('OIDC_CLIENT_ID', values.line)
  readonly clientId: string;
  @Setting('OIDC_CLIENT_SECRET', values.line)
  readonly clientSecret: string | undefined;
  @Setting('OIDC_ENTERPRISE_CLAIM', values.line)
  readonly enterpriseClaim: string;
  @Setting('OIDC_ROLE_CLAIM', values.line)
  readonly roleClaim: string;
  @Setting('OIDC_ADMIN_ROLE', values.line)
  readonly adminRole: string = 'admin';
  @Setting('OIDC_VIEWER_ROLE', values.line)
  readonly viewerRole: string = 'viewer';
  @Setting('OIDC_NAME', values.line)
  readonly name: string = 'Single sign-on';
}

/** Without a style, the portal draws its own outlines. */
export class MapSettings {
  @Setting('MAP_STYLE_URL', values.mapStyle)
  readonly style: URL | undefined;
  @Setting('MAP_HOSTS', values.mapHosts)
  readonly hosts: readonly string[] = [];
}

export interface MapConfig {
  readonly styleUrl: string;
  /** Origins of the style and its tiles, in the format of a Content-Security-Policy. */
  readonly origins: readonly string[];
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
  @Setting('MIGRATE_AT_START', values.onOrOff)
  readonly migratesAtStart: boolean = true;
  /** Undefined only until the embedded database has generated its own. */
  @Setting('KEY_PEPPER', values.pepper)
  readonly keyPepper: string | undefined;
  @Setting('KEY_PEPPER_PREVIOUS', values.previousPepper)
  readonly previousPepper: string | undefined;
}

/** All settings (docs/contract.md, 2.2). */
export class Config extends DatabaseAccess {
  @Setting('PORT', values.port)
  readonly port: number = 3000;
  @Setting('HOST', values.host)
  readonly host: string = '127.0.0.1';
  @Setting('WEB_CONCURRENCY', values.processes)
  readonly workers: number = 1;
  @Setting('DATABASE_READ_URL', values.readUrl)
  readonly readDatabase: DatabaseConfig | undefined;
  /** Two tokens during a rotation. */
  @Setting('ADMIN_TOKEN', values.adminTokens)
  readonly adminTokens: readonly string[] = [];
  readonly ownToken: KeptSecret | undefined;
  /** Grants access to the metrics only. */
  @Setting('METRICS_TOKEN', values.metricsToken)
  readonly metricsToken: string | undefined;
  @Setting('BASE_PATH', values.basePath)
  readonly basePath: string = '';
  @Setting('PUBLIC_URL', values.publicUrl)
  readonly publicUrl: string;
  @Setting('RATE_LIMIT', values.limit('1000/100s'))
  readonly rateLimit: Limit = { limit: 1000, seconds: 100 };
  @Setting('RATE_LIMIT_BULK', values.limit('30/60s'))
  readonly rateLimitBulk: Limit = { limit: 30, seconds: 60 };
  @Setting('DEMO_DATA', values.onOrOff)
  readonly demoData: boolean;
  @Setting('COMPRESSION', values.onOrOff)
  readonly compression: boolean = true;
  @Setting('LOCATION_BULK_MAX_DAYS', values.days)
  readonly locationBulkMaxDays: number = 366;
  /** Maximum validity of a key. If it is set, every key must expire. */
  @Setting('MAX_KEY_DAYS', values.days)
  readonly maxKeyDays: number | undefined;
  /** Validity of a sync token, and minimum lifetime of a tombstone. */
  @Setting('SYNC_TOKEN_DAYS', values.days)
  readonly syncTokenDays: number = 400;
  @Setting('REDIS_URL', values.redisUrl)
  readonly redisUrl: string | undefined;
  /** Proxies with trusted `X-Forwarded-*` headers, in the format of Express. */
  @Setting('TRUST_PROXY', values.trustProxy)
  readonly trustProxy: string | number | false = 'loopback';
  @Setting('LOG_LEVEL', values.logLevel)
  readonly logLevel: LogLevel = 'info';
  readonly singleSignOn: SingleSignOnConfig | undefined;
  readonly map: MapConfig | undefined;
  readonly portalFolder: string;
}

/** The current pepper, then the previous one, whose hashes and seals are still valid (docs/operations/rotation.md). */
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
