import type { SingleSignOnConfig } from './config.js';
import { isLoopback, parseUrl, where } from './setting-values.js';

export type Read = <T>(
  name: string,
  fallback: T,
  shouldBe: string,
  parse: (text: string) => T | undefined,
) => T;

const REQUIRED = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_ENTERPRISE_CLAIM', 'OIDC_ROLE_CLAIM'] as const;
const OPTIONAL = ['OIDC_CLIENT_SECRET', 'OIDC_NAME', 'OIDC_ADMIN_ROLE', 'OIDC_VIEWER_ROLE'] as const;

/** Reads the settings of single sign-on: none of them, or all that it needs. */
export function readSingleSignOn(
  env: Readonly<Record<string, string | undefined>>,
  read: Read,
  problems: string[],
): SingleSignOnConfig | undefined {
  if ([...REQUIRED, ...OPTIONAL].every((name) => !env[name])) return undefined;
  for (const name of REQUIRED) {
    if (!env[name]) problems.push(`${name} is required for single sign-on, with ${REQUIRED.join(', ')}`);
  }
  const text = (name: string, fallback: string): string =>
    read(name, fallback, 'a text without control characters', where(hasNoControls));
  return Object.freeze({
    issuer: read('OIDC_ISSUER', '', 'an https address (http only on this machine)', parseIssuer),
    clientId: text('OIDC_CLIENT_ID', ''),
    clientSecret: text('OIDC_CLIENT_SECRET', '') || undefined,
    enterpriseClaim: text('OIDC_ENTERPRISE_CLAIM', ''),
    roleClaim: text('OIDC_ROLE_CLAIM', ''),
    adminRole: text('OIDC_ADMIN_ROLE', 'admin'),
    viewerRole: text('OIDC_VIEWER_ROLE', 'viewer'),
    name: text('OIDC_NAME', 'Single sign-on'),
  });
}

const hasNoControls = (text: string): boolean => /^[^\p{Cc}]+$/u.test(text);

/** Only over TLS: what the provider says is trusted. */
function parseIssuer(text: string): string | undefined {
  const url = parseUrl(text);
  if (!url || url.search || url.hash || url.username) return undefined;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)) ? text : undefined;
}
