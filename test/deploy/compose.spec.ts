import { SETTING_NAMES } from '../../src/config/env-file.js';
import { loadConfig } from '../../src/config/load-config.js';
import { STOPS_WITHIN_MS } from '../../src/app/stop-gracefully.js';
import { documentsOf, textOf } from './deploy-files.js';

interface Service {
  readonly build?: string;
  readonly image?: string;
  readonly read_only?: boolean;
  readonly pids_limit?: number;
  readonly mem_limit?: string;
  readonly security_opt?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly env_file?: string;
  readonly stop_grace_period?: string;
}

/** What stands in .env for compose files alone. */
const OF_COMPOSE = ['MYSQL_PASSWORD'];

/** As compose does it, with a text of 40 characters for what .env has to bring. */
function filledIn(text: string): string {
  const inner = text.replaceAll(/\$\{\w+:-([^{}]*)\}/g, '$1');
  const filled = inner.replaceAll(/\$\{(\w+):\?[^{}]*\}/g, (_all, name: string) => name.padEnd(40, '-'));
  return filled === text ? text : filledIn(filled);
}

/** Such as mysql:8.4.10 or redis:7.4.11-alpine. */
const EXACT_VERSION = /^[\w/]+:\d+\.\d+\.\d+(-[\w-]+)?$/;

describe.each(['docker-compose.yml', 'deploy/pair/compose.yml'])('%s', (path) => {
  const [composed] = documentsOf<{ services: Readonly<Record<string, Service>> }>(path);
  /** The services that are ours. */
  const ours = Object.values(composed!.services).filter(({ build }) => build !== undefined);

  it('takes its values from .env, from settings and nothing else', () => {
    const asked = Array.from(textOf(path).matchAll(/\$\{([A-Z_]+)/g), ([, name]) => name);
    expect(asked.length).toBeGreaterThan(0);
    for (const name of asked) expect([...SETTING_NAMES, ...OF_COMPOSE]).toContain(name);
  });

  it('gives our services settings that are right, and all of .env', () => {
    expect(ours.length).toBeGreaterThan(0);
    for (const { environment = {}, env_file: file } of ours) {
      expect(file).toMatch(/(?:^|\/)\.env$/);
      const env = Object.entries(environment).map(([name, value]) => [name, filledIn(String(value))]);
      expect(env.map(([name]) => name).filter((name) => !SETTING_NAMES.has(name!))).toEqual([]);
      expect(() => loadConfig(Object.fromEntries(env) as Record<string, string>)).not.toThrow();
    }
  });

  it('names exact versions of images, and lets no service gain privileges', () => {
    for (const [name, { build, image, security_opt: options }] of Object.entries(composed!.services)) {
      if (build === undefined) expect([name, image]).toEqual([name, expect.stringMatching(EXACT_VERSION)]);
      expect([name, options]).toEqual([name, ['no-new-privileges:true']]);
    }
  });

  it('gives our services a read-only file system and limits', () => {
    for (const service of ours)
      expect(service).toMatchObject({
        read_only: true,
        pids_limit: expect.any(Number) as number,
        mem_limit: expect.stringMatching(/^\d+m$/) as string,
      });
  });

  it('kills our services no sooner than they have stopped by themselves', () => {
    for (const { stop_grace_period: grace = '' } of ours)
      expect(parseInt(grace, 10) * 1000).toBeGreaterThanOrEqual(STOPS_WITHIN_MS);
  });
});

it.each(['deploy/pair/haproxy/2-database.cfg', 'deploy/galera/database.cfg'])(
  '%s says how long each statement of its checks is',
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
