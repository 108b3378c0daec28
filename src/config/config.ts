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

/** A secret that the service made for itself. */
export interface KeptSecret {
  readonly secret: string;
  /** Where it can be read later; nowhere without a data folder. */
  readonly file: string | undefined;
  /** Whether it was made just now. */
  readonly isNew: boolean;
}

/** What opening the database takes. Commands that hash and seal nothing may do without the pepper. */
export type DatabaseAccess = Pick<Config, 'database' | 'keyPepper' | 'previousPepper'>;

/** Everything an operator can set, checked and frozen. Secrets are absent only where the embedded database makes its own. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Processes that share the port. */
  readonly workers: number;
  readonly database: DatabaseConfig;
  /** What opens the internal routes: two while one takes the place of the other. */
  readonly adminTokens: readonly string[];
  /** The admin token that the service made for itself, where nobody set one. */
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
  readonly redisUrl: string | undefined;
  /** Proxies whose word on the caller's address counts, as Express takes them. */
  readonly trustProxy: string | number | false;
  readonly logLevel: LogLevel;
  readonly singleSignOn: SingleSignOnConfig | undefined;
  /** Where the built portal lies. */
  readonly portalFolder: string;
}

/** Injection token of the one `Config`. */
export const CONFIG = Symbol('Config');
