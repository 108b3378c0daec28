/** How often something may happen: `limit` times in `seconds`. */
export interface Rate {
  readonly limit: number;
  readonly seconds: number;
}

export type Limit = Rate | 'off';

export type DatabaseConfig =
  { readonly engine: 'sqlite'; readonly file: string } | { readonly engine: 'mysql'; readonly url: string };

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Where administrators sign in instead of with a password, and what the provider's claims mean. */
export interface SingleSignOnConfig {
  readonly issuer: string;
  readonly clientId: string;
  /** Absent for a public client. */
  readonly clientSecret: string | undefined;
  /** The claim that holds the identifier of the enterprise. */
  readonly enterpriseClaim: string;
  /** The claim that holds a role or a list of roles. */
  readonly roleClaim: string;
  readonly adminRole: string;
  readonly viewerRole: string;
  /** What the button says. */
  readonly name: string;
}

/** What the portal's maps are drawn from, besides its own outlines. */
export interface MapConfig {
  readonly styleUrl: string;
  /** Whom browsers may ask for the style and for what it draws, as a Content-Security-Policy names them. */
  readonly origins: readonly string[];
}

/** A secret that the service made for itself. */
export interface KeptSecret {
  readonly secret: string;
  /** Where it can be read later; nowhere without a data folder. */
  readonly file: string | undefined;
  /** Whether it was made just now. */
  readonly isNew: boolean;
}

/** What opening the database takes. Commands that hash and seal nothing may do without the pepper. */
export type DatabaseAccess = Pick<Config, 'database' | 'migratesAtStart' | 'keyPepper' | 'previousPepper'>;

/** Everything an operator can set, checked and frozen. Secrets are absent only where the embedded database makes its own. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Processes that share the port. */
  readonly workers: number;
  readonly database: DatabaseConfig;
  /** Where answers are read, if it is not there. */
  readonly readDatabase: DatabaseConfig | undefined;
  /** Whether a start brings the database up to date, instead of refusing one that is not. */
  readonly migratesAtStart: boolean;
  /** What opens the internal routes: two during a rotation. */
  readonly adminTokens: readonly string[];
  /** The generated admin token, where none is set. */
  readonly ownToken: KeptSecret | undefined;
  /** What opens the metrics and nothing else. */
  readonly metricsToken: string | undefined;
  readonly keyPepper: string | undefined;
  /** The one before, while the change is under way. */
  readonly previousPepper: string | undefined;
  readonly basePath: string;
  readonly publicUrl: string;
  readonly rateLimit: Limit;
  readonly rateLimitBulk: Limit;
  readonly demoData: boolean;
  readonly locationBulkMaxDays: number;
  /** How far ahead the end of a key may lie, which it then must have. */
  readonly maxKeyDays: number | undefined;
  /** How long removals are remembered, at least, and so how long a sync token is good. */
  readonly syncTokenDays: number;
  /** Whether long answers are compressed for clients that take it. */
  readonly compression: boolean;
  readonly redisUrl: string | undefined;
  /** Proxies whose word on the caller's address counts, as Express takes them. */
  readonly trustProxy: string | number | false;
  readonly logLevel: LogLevel;
  readonly singleSignOn: SingleSignOnConfig | undefined;
  readonly map: MapConfig | undefined;
  /** Where the built portal lies. */
  readonly portalFolder: string;
}

/** The pepper in use, and behind it the one before, whose hashes and seals still count (docs/operations/rotation.md). */
export type Peppers = readonly [string, ...string[]];

export function peppersOf({
  keyPepper,
  previousPepper,
}: Pick<Config, 'keyPepper' | 'previousPepper'>): Peppers {
  if (keyPepper === undefined) throw new Error('The service runs without a key pepper');
  return previousPepper === undefined ? [keyPepper] : [keyPepper, previousPepper];
}

/** An error for the operator, who needs its message and no stack trace. */
export class StartRefused extends Error {}

/** Injection token of the one `Config`. */
export const CONFIG = Symbol('Config');
