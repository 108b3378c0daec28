import { isIP } from 'node:net';
import type { DatabaseConfig, Limit, Rate } from './config.js';

// What the values of settings look like. A parser returns nothing for a text that is not right.

/** A parser that takes a text as it is, where the text is right. */
export function where(isRight: (text: string) => boolean): (text: string) => string | undefined {
  return (text) => (isRight(text) ? text : undefined);
}

export function isRedisUrl(text: string): boolean {
  return ['redis:', 'rediss:'].includes(parseUrl(text)?.protocol ?? '');
}

export function isToken(text: string): boolean {
  return /^[\x21-\x7e]{32,}$/.test(text);
}

export function parseAdminTokens(text: string): readonly string[] | undefined {
  const tokens = text.split(',');
  const areUsable = tokens.length <= 2 && tokens.every(isToken) && tokens[0] !== tokens[1];
  return areUsable ? Object.freeze(tokens) : undefined;
}

export function wholeNumber(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : NaN;
  return value >= least && value <= most ? value : undefined;
}

export const DAYS = 'a number of days from 1 to 36600';

export function parseDays(text: string): number | undefined {
  return wholeNumber(text, 1, 36_600);
}

export function rate(limit: number, seconds: number): Rate {
  return Object.freeze({ limit, seconds });
}

export function parseLimit(text: string): Limit | undefined {
  if (text === 'off') return 'off';
  const [, limit, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,5})s$/.exec(text) ?? [];
  return limit && seconds ? rate(Number(limit), Number(seconds)) : undefined;
}

export function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

export function parseDatabaseUrl(text: string): DatabaseConfig | undefined {
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

/** The database, where it and its primary are servers of one engine. */
export function serverOf(
  database: DatabaseConfig | undefined,
  primary: DatabaseConfig,
): DatabaseConfig | undefined {
  const isServer = database && 'url' in database && database.engine === primary.engine;
  return isServer ? database : undefined;
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

export function parseBasePath(text: string): string | undefined {
  const path = text.replace(/\/+$/, '');
  return /^(\/[\w.~-]+)*$/.test(path) ? path : undefined;
}

/** Never "every proxy": then every caller could choose its own address. */
export function parseTrustProxy(text: string): string | number | false | undefined {
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

export function parsePublicUrl(text: string): string | undefined {
  const url = parseUrl(text);
  const usable =
    url && ['http:', 'https:'].includes(url.protocol) && !url.search && !url.hash && !url.username;
  return usable ? url.href.replace(/\/+$/, '') : undefined;
}

/** An address that a person on this machine can open, also where the service listens on every interface. */
export function localUrl(host: string, port: number): string {
  const name = ['0.0.0.0', '::', '[::]'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${port}`;
}

export function parseSwitch(text: string): boolean | undefined {
  return ['on', 'off'].includes(text) ? text === 'on' : undefined;
}
