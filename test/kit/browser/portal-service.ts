import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_MODULES } from '../../../src/commands/service-modules.js';
import { withServices } from '../../../src/commands/with-services.js';
import { withEmbeddedSecrets } from '../../../src/config/embedded-secrets.js';
import { loadConfig } from '../../../src/config/load-config.js';
import { DemoService } from '../../../src/modules/demo/demo.service.js';
import { sqliteDriver } from '../../../src/database/sqlite/sqlite-driver.js';
import { DEMO_TIME } from '../app/demo-time.js';
import { runCli } from '../process/program.js';
import { Service } from '../process/service.js';
import { removeFolder, temporaryFolder } from '../process/workplace.js';

export const ENTERPRISE_ID = 'havelwerk-logistik';

const DATABASE = 'portal.sqlite';
const PORTAL = join(__dirname, '../../../../dist/portal/index.html');

type Settings = Readonly<Record<string, string>>;

const settingsFor = (folder: string): Settings => ({
  DATABASE_URL: `sqlite:${join(folder, DATABASE)}`,
  LOG_LEVEL: 'silent',
});

/** The service as somebody starts it on a fresh machine, with the demo data of a time whose days the tests know. */
export class PortalService {
  /** Where the service answers, without a slash at the end. */
  url = '';
  readonly email = 'demo@havelwerk.example';
  password = '';
  /** The key that the demo data come with. */
  demoKey = '';
  private folder = '';
  private service: Service | undefined;

  async start(env: Settings = {}): Promise<this> {
    if (!existsSync(PORTAL)) throw new Error('The portal is not built: npm run build:portal');
    this.folder = await temporaryFolder();
    await cp(await firstStart(), this.folder, { recursive: true });
    const kept = async (name: string) => (await readFile(join(this.folder, name), 'utf8')).trim();
    [this.password, this.demoKey] = await Promise.all([kept('demo-admin-password'), kept('demo-api-key')]);
    this.service = await Service.start({ RATE_LIMIT: 'off', DEMO_DATA: 'on', ...this.settings, ...env });
    ({ url: this.url } = this.service);
    return this;
  }

  async stop(): Promise<void> {
    await this.service?.stop();
    await removeFolder(this.folder);
  }

  /** Calls the customer API as a program does. */
  call(key: string, path: string): Promise<Response> {
    const headers = { authorization: `Bearer ${key}`, 'x-enterprise-id': ENTERPRISE_ID };
    return fetch(this.url + path, { headers });
  }

  /** What the customer API says to the key of the demo data. */
  async read<Answer>(path: string): Promise<Answer> {
    return (await (await this.call(this.demoKey, path)).json()) as Answer;
  }

  /** Runs one of the service's commands beside it. */
  async cli(args: readonly string[], input?: string): Promise<string> {
    const { status, stdout, stderr } = await runCli(args, this.settings, { input: input ?? '' });
    if (status !== 0) throw new Error(stderr);
    return stdout;
  }

  /** Changes what is stored, as time or another instance would. */
  change(sql: string): void {
    const database = new (sqliteDriver())(join(this.folder, DATABASE));
    database.exec(sql);
    database.close();
  }

  private get settings(): Settings {
    return settingsFor(this.folder);
  }
}

/** What a first start leaves on the disk: made once by each process that runs tests, as it takes seconds. */
async function firstStart(): Promise<string> {
  const folder = join(tmpdir(), `cda-first-start-${process.pid}`);
  if (existsSync(folder)) return folder;
  const unfinished = await mkdtemp(`${folder}-`);
  const config = withEmbeddedSecrets(loadConfig(settingsFor(unfinished)));
  await withServices(config, SERVICE_MODULES, async (services) => {
    await services.get(DemoService).load(DEMO_TIME);
    return 0;
  });
  await rename(unfinished, folder);
  return folder;
}
