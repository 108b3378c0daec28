import { SETTING_NAMES, loadConfig } from '../../src/config/config.js';
import { STOPS_WITHIN_MS } from '../../src/app/graceful-shutdown.js';
import { documentsOf, textOf } from './deploy-files.js';

interface Service {
  readonly build?: string;
  readonly image?: string;
  readonly read_only?: boolean;
  readonly pids_limit?: number;
  readonly mem_limit?: string;
  readonly tmpfs?: readonly string[];
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
  readonly security_opt?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly env_file?: string;
  readonly stop_grace_period?: string;
}

const OF_COMPOSE = ['MYSQL_PASSWORD'];

/** Replaces variables as compose does. Required ones get a text of 40 characters. */
function filledIn(text: string): string {
  const inner = text.replaceAll(/\$\{\w+:-([^{}]*)\}/g, '$1');
  const filled = inner.replaceAll(/\$\{(\w+):\?[^{}]*\}/g, (_all, name: string) => name.padEnd(40, '-'));
  return filled === text ? text : filledIn(filled);
}

const EXACT_VERSION = /^[\w/]+:\d+\.\d+\.\d+(-[\w-]+)?$/;

describe.each(['docker-compose.yml', 'deploy/pair/compose.yml'])('%s', (path) => {
  const [composed] = documentsOf<{ services: Readonly<Record<string, Service>> }>(path);
  const ours = Object.values(composed!.services).filter(({ build }) => build !== undefined);

  it('reads only settings from .env', () => {
    const settings = Array.from(textOf(path).matchAll(/\$\{([A-Z_]+)/g), ([, name]) => name);
    expect(settings.length).toBeGreaterThan(0);
    for (const name of settings) expect([...SETTING_NAMES, ...OF_COMPOSE]).toContain(name);
  });

  it('passes valid settings and .env to the services of this repository', () => {
    expect(ours.length).toBeGreaterThan(0);
    for (const { environment = {}, env_file: file } of ours) {
      expect(file).toMatch(/(?:^|\/)\.env$/);
      const env = Object.entries(environment).map(([name, value]) => [name, filledIn(String(value))]);
      expect(env.map(([name]) => name).filter((name) => !SETTING_NAMES.has(name!))).toEqual([]);
      expect(() => loadConfig(Object.fromEntries(env) as Record<string, string>)).not.toThrow();
    }
  });

  it('names exact versions of images, and allows no new privileges', () => {
    for (const [name, { build, image, security_opt: options }] of Object.entries(composed!.services)) {
      if (build === undefined) expect([name, image]).toEqual([name, expect.stringMatching(EXACT_VERSION)]);
      expect([name, options]).toEqual([name, ['no-new-privileges:true']]);
    }
  });

  it('gives every service limits of processes, memory, and logs', () => {
    for (const service of Object.values(composed!.services))
      expect(service).toMatchObject({
        pids_limit: expect.any(Number) as number,
        mem_limit: expect.stringMatching(/^\d+[mg]$/) as string,
        logging: { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } },
      });
  });

  it('gives the services of this repository a read-only file system and a folder in memory', () => {
    for (const service of ours) expect(service).toMatchObject({ read_only: true, tmpfs: ['/tmp'] });
  });

  it('gives the services of this repository time to stop', () => {
    for (const { stop_grace_period: grace = '' } of ours)
      expect(parseInt(grace, 10) * 1000).toBeGreaterThanOrEqual(STOPS_WITHIN_MS);
  });
});

it('deploy/pair/compose.yml keeps binary logs for 7 days, on every server that writes them', () => {
  const [pair] = documentsOf<{ services: Readonly<Record<string, { command?: readonly string[] }>> }>(
    'deploy/pair/compose.yml',
  );
  const writers = Object.values(pair!.services).filter(({ command }) => command?.includes('--log-bin'));
  expect(writers).toHaveLength(2);
  for (const { command } of writers) expect(command).toContain('--binlog-expire-logs-seconds=604800');
});

it.each(['deploy/pair/haproxy/2-database.cfg', 'deploy/galera/database.cfg'])(
  '%s states the length of each statement in its checks',
  (path) => {
    const QUERY = 3;
    const check = /send-binary (\w{8})(\w\w)\n +tcp-check send "(.+)"\n/g;
    const statements = [...textOf(path).matchAll(check)];
    expect(statements).toHaveLength(2);
    for (const [, header = '', command = '', statement = ''] of statements) {
      expect(Buffer.from(header, 'hex').readUInt32LE()).toBe(statement.length + 1);
      expect(Number(command)).toBe(QUERY);
    }
  },
);
