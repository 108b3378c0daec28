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

/** Everything an operator can set, checked and frozen. Secrets are absent only where the embedded database makes its own. */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** Processes that share the port. */
  readonly workers: number;
  readonly database: DatabaseConfig;
  readonly adminToken: string | undefined;
  /** The file that the admin token was made into, where nobody set one. */
  readonly adminTokenFile: string | undefined;
  readonly keyPepper: string | undefined;
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
