import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withServices } from '../../src/commands/with-services.js';
import { withEmbeddedSecrets } from '../../src/config/embedded-secrets.js';
import { loadConfig } from '../../src/config/load-config.js';
import { DemoService } from '../../src/modules/demo/demo.service.js';
import { sqliteDriver } from '../../src/database/sqlite/sqlite-driver.js';
import { runCli, startProcess } from '../portal-api/processes.js';
import { DEMO_TIME } from '../support/demo-time.js';
import { freePort } from '../support/free-port.js';

export const ENTERPRISE_ID = 'havelwerk-logistik';

const DATABASE = 'portal.sqlite';

/** The service as somebody starts it on a fresh machine, with the demo data of a time whose days the tests know. */
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

export async function startService(env: Settings = {}): Promise<PortalService> {
  const folder = await mkdtemp(join(tmpdir(), 'cda-portal-'));
  await cp(await firstStart(), folder, { recursive: true });
  const file = join(folder, DATABASE);
  const settings = { ...(await settingsFor(file)), ...env };
  const service = await start(settings);
  const [, url = ''] = /Base URL +(\S+)/.exec(service.output()) ?? [];
  const [, email = ''] = /Sign in with +(\S+)/.exec(service.output()) ?? [];
  const kept = async (name: string) => (await readFile(join(folder, name), 'utf8')).trim();
  const [password, demoKey] = await Promise.all([kept('demo-admin-password'), kept('demo-api-key')]);
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
      const database = new (sqliteDriver())(file);
      database.exec(sql);
      database.close();
    },
    stop: async () => {
      await service.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Settings = Readonly<Record<string, string>>;

const settingsFor = async (file: string): Promise<Settings> => ({
  DATABASE_URL: `sqlite:${file}`,
  PORT: String(await freePort()),
  LOG_LEVEL: 'silent',
});

const start = (settings: Settings) =>
  startProcess('src/main.js', [], { RATE_LIMIT: 'off', ...settings }, 'curl -H');

/** What a first start leaves on the disk: made once by each process that runs tests, as it takes seconds. */
async function firstStart(): Promise<string> {
  const folder = join(tmpdir(), `cda-first-start-${process.pid}`);
  if (existsSync(folder)) return folder;
  const unfinished = await mkdtemp(`${folder}-`);
  const config = withEmbeddedSecrets(loadConfig(await settingsFor(join(unfinished, DATABASE))));
  await withServices(config, async (services) => {
    await services.get(DemoService).load(DEMO_TIME);
    return 0;
  });
  await rename(unfinished, folder);
  return folder;
}
