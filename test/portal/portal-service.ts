import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { freePort, runCli, startProcess } from '../portal-api/processes.js';

export const ENTERPRISE_ID = 'havelwerk-logistik';

/** The service as somebody starts it on a fresh machine, with its demo data. */
export interface PortalService {
  /** Where the service answers, without a slash at the end. */
  readonly url: string;
  readonly email: string;
  readonly password: string;
  /** The key that the demo data come with. */
  readonly demoKey: string;
  /** Calls the customer API as a program does. */
  call(key: string, path: string): Promise<Response>;
  /** Runs one of the service's commands beside it. */
  cli(args: readonly string[], input?: string): Promise<string>;
  /** Changes what is stored, as time or another instance would. */
  change(sql: string): void;
  stop(): Promise<void>;
}

export async function startService(env: Readonly<Record<string, string>> = {}): Promise<PortalService> {
  const folder = await mkdtemp(join(tmpdir(), 'cda-portal-'));
  const port = await freePort();
  const file = join(folder, 'portal.sqlite');
  const settings = { DATABASE_URL: `sqlite:${file}`, PORT: String(port), LOG_LEVEL: 'silent', ...env };
  const service = await startProcess('src/main.js', [], { RATE_LIMIT: 'off', ...settings }, 'curl -H');
  const [, url = ''] = /Base URL +(\S+)/.exec(service.output()) ?? [];
  const [, email = '', password = ''] = /Sign in with +(\S+) +(\S+)/.exec(service.output()) ?? [];
  const [, demoKey = ''] = /Demo API key +(\S+)/.exec(service.output()) ?? [];
  return {
    url,
    email,
    password,
    demoKey,
    call: (key, path) =>
      fetch(url + path, { headers: { authorization: `Bearer ${key}`, 'x-enterprise-id': ENTERPRISE_ID } }),
    cli: async (args, input) => {
      const { status, stdout, stderr } = await runCli(args, settings, input);
      if (status !== 0) throw new Error(stderr);
      return stdout;
    },
    change: (sql) => {
      const database = new Sqlite(file);
      database.exec(sql);
      database.close();
    },
    stop: async () => {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
