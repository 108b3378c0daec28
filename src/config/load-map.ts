import type { MapConfig } from './config.js';
import type { Read } from './load-single-sign-on.js';
import { isLoopback, parseUrl } from './setting-values.js';

/** As a Content-Security-Policy can name it: it knows no IPv6 addresses. */
const HOST = /^(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)*(?::\d{1,5})?$/;

/** Reads where the portal's maps come from: nowhere else, or a style and the hosts of what it draws. */
export function readMap(
  env: Readonly<Record<string, string | undefined>>,
  read: Read,
  problems: string[],
): MapConfig | undefined {
  const style = read(
    'MAP_STYLE_URL',
    undefined,
    'an https address without a user or a fragment (http only on this machine)',
    parseStyleUrl,
  );
  const hosts = read(
    'MAP_HOSTS',
    [],
    'hosts separated by commas, such as tiles.example.com, *.tiles.example.com or localhost:8080',
    parseHosts,
  );
  if (env.MAP_HOSTS && !env.MAP_STYLE_URL) problems.push('MAP_STYLE_URL is required with MAP_HOSTS');
  if (!style) return undefined;
  const origins = new Set([style.origin, ...hosts.map(originOf)]);
  return Object.freeze({ styleUrl: style.href, origins: Object.freeze([...origins]) });
}

/** Only over TLS: what is asked for says where somebody looks. */
function parseStyleUrl(text: string): URL | undefined {
  const url = parseUrl(text);
  const isUsable = url && !url.hash && !url.username && !url.password && HOST.test(url.host);
  return isUsable && url.origin === originOf(url.host) ? url : undefined;
}

function parseHosts(text: string): readonly string[] | undefined {
  const hosts = text.split(',').map((host) => host.trim().toLowerCase());
  return hosts.every((host) => HOST.test(host) && URL.canParse(originOf(host))) ? hosts : undefined;
}

function originOf(host: string): string {
  const url = parseUrl(`https://${host}`);
  return url && isLoopback(url) ? `http://${host}` : `https://${host}`;
}
