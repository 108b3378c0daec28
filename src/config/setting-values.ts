import { isIP } from 'node:net';
import { applyDecorators } from '@nestjs/common';
import { Expose, plainToInstance, Transform } from 'class-transformer';
import { ValidateBy, validateSync } from 'class-validator';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables bound with `@Setting`, without the standard variables of OpenTelemetry. */
const names = new Set<string>();
export const SETTING_NAMES: ReadonlySet<string> = names;

interface SettingValue {
  readonly mustBe: string;
  readonly parse: (text: string, env: Environment) => unknown;
}

const WRONG = Symbol('wrong value');

export function Setting(name: string, { mustBe, parse }: SettingValue): PropertyDecorator {
  if (!name.startsWith('OTEL_')) names.add(name);
  const message = `${name} must be ${mustBe}`;
  return applyDecorators(
    Expose({ name }),
    Transform(({ value, obj }) => parse(value as string, obj as Environment) ?? WRONG),
    ValidateBy({
      name: 'setting',
      validator: { validate: (value) => value !== WRONG, defaultMessage: () => message },
    }),
  );
}

/** Treats an empty variable as absent, because compose files and shells leave unset ones empty. */
export function readSettings<T extends object>(type: new () => T, env: Environment): [T, readonly string[]] {
  const given = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ''));
  const settings = plainToInstance(type, given, { excludeExtraneousValues: true, exposeDefaultValues: true });
  const errors = validateSync(settings, { forbidUnknownValues: false });
  return [settings, errors.flatMap(({ constraints }) => Object.values(constraints ?? {}))];
}

/** Lists invalid variables and their expected values, but never the actual values. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`The settings are invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

export interface Rate {
  readonly limit: number;
  readonly seconds: number;
}

export type Limit = Rate | 'off';

export type DatabaseConfig =
  { readonly engine: 'sqlite'; readonly file: string } | { readonly engine: 'mysql'; readonly url: string };

export interface MapConfig {
  readonly styleUrl: string;
  /** Origins of the style and its tiles, in the format of a Content-Security-Policy. */
  readonly origins: readonly string[];
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const value = (mustBe: string, parse: SettingValue['parse']): SettingValue => ({ mustBe, parse });

const text = (mustBe: string, isRight: (text: string, env: Environment) => boolean): SettingValue =>
  value(mustBe, (given, env) => (isRight(given, env) ? given : undefined));

const wholeNumber = (what: string, least: number, most: number): SettingValue =>
  value(`${what} from ${least} to ${most}`, (given) =>
    isWhole(given, least, most) ? Number(given) : undefined,
  );

const isWhole = (given: string, least: number, most: number): boolean =>
  /^\d{1,6}$/.test(given) && Number(given) >= least && Number(given) <= most;

const listed = (given: string): string[] => given.split(',').map((name) => name.trim());

export const oneOf = (mustBe: string, names: readonly string[]): SettingValue =>
  text(mustBe, (given) => names.includes(given));

export const listOf = (mustBe: string, names: readonly string[]): SettingValue =>
  value(mustBe, (given) => (listed(given).every((name) => names.includes(name)) ? listed(given) : undefined));

export const line = text('a text without control characters', (given) => /^[^\p{Cc}]+$/u.test(given));
export const onOrOff = value('on or off', (given) =>
  ['on', 'off'].includes(given) ? given === 'on' : undefined,
);
export const port = wholeNumber('a port number', 0, 65_535);
export const processes = wholeNumber('a number of processes', 1, 64);
export const seconds = wholeNumber('a number of seconds', 0, 3_600);
export const days = wholeNumber('a number of days', 1, 36_600);
export const host = text(
  'a host name or address',
  (given) => /^[\w.:-]+$/.test(given) && URL.canParse(`http://${given.includes(':') ? `[${given}]` : given}`),
);
export const logLevel = oneOf(`one of ${LOG_LEVELS.join(', ')}`, LOG_LEVELS);

const isSecret = (given: string): boolean => given.length >= 32;
const isToken = (given: string): boolean => /^[\x21-\x7e]{32,}$/.test(given);

export const adminTokens = value(
  'a secret of at least 32 characters, or two different ones separated by a comma',
  (given) => {
    const tokens = given.split(',');
    return tokens.length <= 2 && tokens.every(isToken) && tokens[0] !== tokens[1] ? tokens : undefined;
  },
);
export const metricsToken = text(
  'a secret of at least 32 characters, other than ADMIN_TOKEN',
  (given, { ADMIN_TOKEN = '' }) => isToken(given) && !ADMIN_TOKEN.split(',').includes(given),
);
export const pepper = text('a secret of at least 32 characters', (given) => isSecret(given.trim()));
export const previousPepper = text(
  'the previous KEY_PEPPER, of at least 32 characters and other than the current one',
  (given, { KEY_PEPPER }) => isSecret(given) && given !== KEY_PEPPER,
);

export const limit = (example: string): SettingValue =>
  value(`like ${example}, or off`, (given): Limit | undefined => {
    if (given === 'off') return 'off';
    const [, limit, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,5})s$/.exec(given) ?? [];
    return limit && seconds ? { limit: Number(limit), seconds: Number(seconds) } : undefined;
  });

export const databaseUrl = value(
  'sqlite:FILE or mysql://USER:PASSWORD@HOST:PORT/DATABASE, with ?ssl=%7B%7D for TLS',
  databaseAt,
);
/** Accepts a server only if `DATABASE_URL` is a server of the same engine. */
export const readUrl = value(
  'mysql://USER:PASSWORD@HOST:PORT/DATABASE, and requires a MySQL DATABASE_URL',
  (given, { DATABASE_URL = '' }) => {
    const database = databaseAt(given);
    const primary = databaseAt(DATABASE_URL);
    return database?.engine === 'mysql' && primary?.engine === 'mysql' ? database : undefined;
  },
);

function databaseAt(given: string): DatabaseConfig | undefined {
  const [, file] = /^sqlite:(?:\/\/(?=\/))?(?!:memory:$|\/\/[^/])(.+)$/.exec(given) ?? [];
  if (file) return { engine: 'sqlite', file };
  const url = urlOf(given, 'mysql:', 'mariadb:');
  if (!url || !isServer(url)) return undefined;
  return { engine: 'mysql', url: given.replace(/^mariadb:/, 'mysql:') };
}

/** Accepts the options of TLS as JSON, or the name of the only profile of mysql2. */
function isServer({ hostname, pathname, username, password, searchParams }: URL): boolean {
  const tls = searchParams.get('ssl') ?? '{}';
  try {
    const isTls = tls === 'Amazon RDS' || JSON.parse(tls) instanceof Object;
    // mysql2 ignores parameters of other drivers, such as ssl-mode, and would connect without TLS
    const isClear = [...searchParams.keys()].every((name) => name === 'ssl' || !/ssl|tls/i.test(name));
    const isComplete = hostname !== '' && pathname.length > 1;
    return isTls && isClear && isComplete && [username, password, pathname].every(isDecodable);
  } catch {
    return false;
  }
}

export const redisUrl = text('redis://HOST:PORT or rediss://HOST:PORT', (given) => {
  const url = urlOf(given, 'redis:', 'rediss:');
  return url !== undefined && [url.username, url.password].every(isDecodable);
});

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

export const basePath = value('a path such as /device-api', (given) => {
  const path = given.replace(/\/+$/, '');
  // clients resolve the segments `.` and `..`
  return /^(\/(?!\.\.?(?:\/|$))[\w.~-]+)*$/.test(path) ? path : undefined;
});

export const publicUrl = value('an http or https address', (given) => {
  const url = webUrl(given);
  return url?.search === '' ? url.href.replace(/\/+$/, '') : undefined;
});

/** Rejects trust in every proxy, because each client could then choose its own address. */
export const trustProxy = value(
  'off, a number of proxies from 1 to 9, or a list of addresses, networks, loopback, linklocal and uniquelocal',
  (given) => {
    if (given === 'off') return false;
    if (/^[1-9]$/.test(given)) return Number(given);
    const names = ['loopback', 'linklocal', 'uniquelocal'];
    const areProxies = listed(given).every((part) => names.includes(part) || isNetwork(part));
    return areProxies ? listed(given).join(', ') : undefined;
  },
);

function isNetwork(given: string): boolean {
  const [address = '', bits = '1', ...more] = given.split('/');
  return more.length === 0 && isWhole(bits, 1, { 4: 32, 6: 128 }[isIP(address)] ?? 0);
}

/** Requires TLS, because the service trusts the claims of the provider. */
export const issuer = text('an https address (http only on this machine)', (given) => {
  const url = webUrl(given);
  return url?.search === '' && isPrivate(url);
});

/** Host that a Content-Security-Policy can name, which excludes IPv6 addresses. */
const MAP_HOST = /^(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d{1,5})?$/;

/** Requires TLS, because requests for map tiles reveal the area that a user views. */
export const mapStyle = value(
  'an https address without a user or a fragment (http only on this machine)',
  (given, { MAP_HOSTS = '' }): MapConfig | undefined => {
    const url = webUrl(given);
    if (!url || !isPrivate(url) || !MAP_HOST.test(url.host)) return undefined;
    return { styleUrl: url.href, origins: [...new Set([url.origin, ...(originsOf(MAP_HOSTS) ?? [])])] };
  },
);

export const mapHosts = value(
  'hosts separated by commas, such as tiles.example.com, *.tiles.example.com or localhost:8080',
  originsOf,
);

function originsOf(given: string): string[] | undefined {
  const origins = listed(given.toLowerCase()).map(originOf);
  return origins.every((origin) => origin !== undefined) ? origins : undefined;
}

function originOf(host: string): string | undefined {
  const url = MAP_HOST.test(host) ? urlOf(`https://${host}`, 'https:') : undefined;
  return url && `${isLoopback(url) ? 'http' : 'https'}://${host}`;
}

/** Returns an http or https URL without a user and a fragment. */
function webUrl(given: string): URL | undefined {
  const url = urlOf(given, 'http:', 'https:');
  return url?.hash === '' && url.username === '' && url.password === '' ? url : undefined;
}

/** Returns true if the network can neither read nor change the exchange. */
const isPrivate = (url: URL): boolean => url.protocol === 'https:' || isLoopback(url);

export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

function urlOf(given: string, ...protocols: readonly string[]): URL | undefined {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  return url && protocols.includes(url.protocol) ? url : undefined;
}
