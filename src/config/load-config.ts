import { join } from 'node:path';
import { Config, DatabaseAccess, MapSettings, SingleSignOnConfig, type MapConfig } from './config.js';
import type { DatabaseConfig } from './setting-values.js';
import { ConfigError, readSettings, SETTING_NAMES, type Environment } from './setting.decorator.js';
import { readTracing, type TracingConfig } from './tracing.js';

export const PROJECT_FOLDER = join(__dirname, '../../..');

const SINGLE_SIGN_ON = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_ENTERPRISE_CLAIM', 'OIDC_ROLE_CLAIM'];

export function loadConfig(env: Environment): Config {
  const [settings, problems] = readSettings(Config, env);
  const [map, mapProblems] = readSettings(MapSettings, env);
  const singleSignOn = readSingleSignOn(env);
  const missing = [
    settings.database.engine === 'mysql' && !env.KEY_PEPPER
      ? 'KEY_PEPPER is required with MySQL: a secret of at least 32 characters, the same on every instance'
      : [],
    env.MAP_HOSTS && !env.MAP_STYLE_URL ? 'MAP_STYLE_URL is required with MAP_HOSTS' : [],
  ].flat();
  throwIfAny([
    ...problems,
    ...missing,
    ...singleSignOn.problems,
    ...mapProblems,
    ...readTracing(env).problems,
  ]);
  const { host, port, basePath, rateLimit } = settings;
  return Object.freeze({
    ...settings,
    publicUrl: env.PUBLIC_URL ? settings.publicUrl : localUrl(host, port) + basePath,
    rateLimitBulk: rateLimit === 'off' ? 'off' : settings.rateLimitBulk,
    demoData: env.DEMO_DATA ? settings.demoData : settings.database.engine === 'sqlite',
    singleSignOn: singleSignOn.settings,
    map: mapConfig(map),
    portalFolder: join(PROJECT_FOLDER, 'dist/portal'),
  });
}

export function loadTracing(env: Environment): TracingConfig | undefined {
  const { tracing, problems } = readTracing(env);
  return problems.length === 0 ? tracing : undefined;
}

export function loadDatabaseAccess(env: Environment): DatabaseAccess {
  const [settings, problems] = readSettings(DatabaseAccess, env);
  throwIfAny(problems);
  return settings;
}

export function loadDatabaseConfig({ DATABASE_URL }: Environment): DatabaseConfig {
  return loadDatabaseAccess({ DATABASE_URL }).database;
}

function readSingleSignOn(env: Environment): { settings?: SingleSignOnConfig; problems: readonly string[] } {
  const isUsed = [...SETTING_NAMES].some((name) => name.startsWith('OIDC_') && env[name]);
  if (!isUsed) return { problems: [] };
  const [settings, problems] = readSettings(SingleSignOnConfig, env);
  const missing = SINGLE_SIGN_ON.filter((name) => !env[name]).map(
    (name) => `${name} is required for single sign-on, with ${SINGLE_SIGN_ON.join(', ')}`,
  );
  return { settings, problems: [...missing, ...problems] };
}

function mapConfig({ style, hosts }: MapSettings): MapConfig | undefined {
  return style && { styleUrl: style.href, origins: [...new Set([style.origin, ...hosts])] };
}

function throwIfAny(problems: readonly string[]): void {
  if (problems.length > 0) throw new ConfigError(problems);
}

/** Returns a URL for a local browser, even if the service listens on every interface. */
function localUrl(host: string, port: number): string {
  const name = ['0.0.0.0', '::', '[::]'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') && !name.startsWith('[') ? `[${name}]` : name}:${port}`;
}
