import { isIP } from 'node:net';
import type { Environment, SettingValue } from './setting.decorator.js';

export interface Rate {
  readonly limit: number;
  readonly seconds: number;
}

export type Limit = Rate | 'off';

export type DatabaseConfig =
  { readonly engine: 'sqlite'; readonly file: string } | { readonly engine: 'mysql'; readonly url: string };

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const value = (shouldBe: string, parse: SettingValue['parse']): SettingValue => ({ shouldBe, parse });

const text = (shouldBe: string, isRight: (text: string, env: Environment) => boolean): SettingValue =>
  value(shouldBe, (given, env) => (isRight(given, env) ? given : undefined));

const wholeNumber = (shouldBe: string, least: number, most: number): SettingValue =>
  value(shouldBe, (given) => (isWhole(given, least, most) ? Number(given) : undefined));

const isWhole = (given: string, least: number, most: number): boolean =>
  /^\d{1,6}$/.test(given) && Number(given) >= least && Number(given) <= most;

const LINE = /^[^\p{Cc}]+$/u;
export const line = text('a text without control characters', (given) => LINE.test(given));
export const onOrOff = value('on or off', (given) =>
  ['on', 'off'].includes(given) ? given === 'on' : undefined,
);
export const port = wholeNumber('a port number from 0 to 65535', 0, 65_535);
export const processes = wholeNumber('a number of processes from 1 to 64', 1, 64);
export const days = wholeNumber('a number of days from 1 to 36600', 1, 36_600);
export const host = text('a host name or address', (given) => /^[\w.:-]+$/.test(given));
export const logLevel = oneOf(`one of ${LOG_LEVELS.join(', ')}`, LOG_LEVELS);

export function oneOf(shouldBe: string, names: readonly string[]): SettingValue {
  return text(shouldBe, (given) => names.includes(given));
}

export function listOf(shouldBe: string, names: readonly string[]): SettingValue {
  return value(shouldBe, (given) => {
    const listed = given.split(',').map((name) => name.trim());
    return listed.every((name) => names.includes(name)) ? listed : undefined;
  });
}

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
  'a secret of at least 32 characters that is no ADMIN_TOKEN',
  (given, { ADMIN_TOKEN = '' }) => isToken(given) && !ADMIN_TOKEN.split(',').includes(given),
);
export const pepper = text('a secret of at least 32 characters', isSecret);
export const previousPepper = text(
  'the KEY_PEPPER before, of at least 32 characters and not the one in use',
  (given, { KEY_PEPPER }) => isSecret(given) && given !== KEY_PEPPER,
);

export const limit = (example: string): SettingValue =>
  value(`like ${example}, or off`, (given): Limit | undefined => {
    if (given === 'off') return 'off';
    const [, limit, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,5})s$/.exec(given) ?? [];
    return limit && seconds ? { limit: Number(limit), seconds: Number(seconds) } : undefined;
  });

export const databaseUrl = value('sqlite:FILE or mysql://USER:PASSWORD@HOST:PORT/DATABASE', databaseAt);
/** Accepts a server only if `DATABASE_URL` is a server of the same engine. */
export const readUrl = value(
  'mysql://USER:PASSWORD@HOST:PORT/DATABASE, and absent where DATABASE_URL is not one of MySQL',
  (given, { DATABASE_URL = '' }) => {
    const [database, primary] = [databaseAt(given), databaseAt(DATABASE_URL)];
    return database?.engine === 'mysql' && primary?.engine === 'mysql' ? database : undefined;
  },
);

function databaseAt(given: string): DatabaseConfig | undefined {
  const [, file] = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(given) ?? [];
  if (file) return { engine: 'sqlite', file };
  const url = urlOf(given, 'mysql:', 'mariadb:');
  const usable =
    url?.hostname &&
    url.pathname.length > 1 &&
    [url.username, url.password, url.pathname].every((part) => succeeds(() => decodeURIComponent(part))) &&
    isTlsProfile(url.searchParams.get('ssl') ?? '{}');
  return usable ? { engine: 'mysql', url: given.replace(/^mariadb:/, 'mysql:') } : undefined;
}

/** Accepts the name of the only profile of mysql2, or options as JSON. */
const isTlsProfile = (given: string): boolean =>
  given === 'Amazon RDS' || succeeds(() => typeof JSON.parse(given) === 'object');

function succeeds(attempt: () => unknown): boolean {
  try {
    return attempt() !== false;
  } catch {
    return false;
  }
}

export const redisUrl = text('redis://HOST:PORT or rediss://HOST:PORT', (given) =>
  Boolean(urlOf(given, 'redis:', 'rediss:')),
);

export const basePath = value('a path such as /device-api', (given) => {
  const path = given.replace(/\/+$/, '');
  return /^(\/[\w.~-]+)*$/.test(path) ? path : undefined;
});

export const publicUrl = value('an http or https address', (given) => {
  const url = urlOf(given, 'http:', 'https:');
  return url && !url.search && !url.hash && !url.username ? url.href.replace(/\/+$/, '') : undefined;
});

/** Rejects trust in every proxy, because each client could then choose its own address. */
export const trustProxy = value(
  'off, a number of proxies from 1 to 9, or a list of addresses, networks, loopback, linklocal and uniquelocal',
  (given) => {
    if (given === 'off') return false;
    if (/^[1-9]$/.test(given)) return Number(given);
    const names = ['loopback', 'linklocal', 'uniquelocal'];
    const parts = given.split(',').map((part) => part.trim());
    return parts.every((part) => names.includes(part) || isNetwork(part)) ? parts.join(', ') : undefined;
  },
);

function isNetwork(given: string): boolean {
  const [address = '', bits = '1', ...more] = given.split('/');
  return more.length === 0 && isWhole(bits, 1, { 4: 32, 6: 128 }[isIP(address)] ?? 0);
}

/** Requires TLS, because the service trusts the claims of the provider. */
export const issuer = text('an https address (http only on this machine)', (given) => {
  const url = urlOf(given, 'http:', 'https:');
  if (!url || url.search || url.hash || url.username) return false;
  return url.protocol === 'https:' || isLoopback(url);
});

/** Host that a Content-Security-Policy can name, which excludes IPv6 addresses. */
const MAP_HOST = /^(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d{1,5})?$/;

/** Requires TLS, because requests for map tiles reveal the area that a user views. */
export const mapStyle = value(
  'an https address without a user or a fragment (http only on this machine)',
  (given) => {
    const url = urlOf(given, 'http:', 'https:');
    const isUsable = url && !url.hash && !url.username && !url.password && MAP_HOST.test(url.host);
    return isUsable && url.origin === originOf(url.host) ? url : undefined;
  },
);

export const mapHosts = value(
  'hosts separated by commas, such as tiles.example.com, *.tiles.example.com or localhost:8080',
  (given) => {
    const hosts = given.split(',').map((name) => name.trim().toLowerCase());
    const areHosts = hosts.every((name) => MAP_HOST.test(name) && URL.canParse(originOf(name)));
    return areHosts ? hosts.map(originOf) : undefined;
  },
);

function originOf(host: string): string {
  const url = urlOf(`https://${host}`, 'https:');
  return url && isLoopback(url) ? `http://${host}` : `https://${host}`;
}

export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

function urlOf(given: string, ...protocols: readonly string[]): URL | undefined {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  return url && protocols.includes(url.protocol) ? url : undefined;
}
