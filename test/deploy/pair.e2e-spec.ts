import { join } from 'node:path';
import { exportFolder } from '../kit/formats/export-folder.js';
import { aDevice, anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { DatabaseServer } from '../kit/database/database-server.js';
import { engine } from '../kit/database/engines.js';
import { query } from '../kit/database/throwaway.js';
import { ApiClient } from '../kit/http/api-client.js';
import { send } from '../kit/http/http.js';
import { InternalClient } from '../kit/http/internal-client.js';
import { findBinary } from '../kit/process/find-binary.js';
import { freePort } from '../kit/process/free-port.js';
import { eventually } from '../kit/process/retry.js';
import { run, runCli, type Program } from '../kit/process/program.js';
import { ADMIN_TOKEN, KEY_PEPPER, Service } from '../kit/process/service.js';
import { removeFolder } from '../kit/process/sandbox.js';
import { startDeployed } from '../kit/proxy/proxy.js';
import { DEPLOY, documentsOf, textOf } from './deploy-files.js';

const PASSWORD = 'password';
const portOf = (server: DatabaseServer): string => new URL(server.url()).port;

interface Composed {
  readonly services: Readonly<Record<string, { readonly command: readonly string[] }>>;
}

interface ReplicationStatus {
  readonly Read_Master_Log_Pos: number;
  readonly Slave_SQL_Running_State: string;
}

/** Runs the databases and the proxy of deploy/pair as processes, with the options of its compose.yml. */
class PairStage {
  private constructor(
    readonly primary: DatabaseServer,
    readonly replica: DatabaseServer,
    private readonly proxy: Program,
    private readonly ports: Readonly<Record<'api' | 'writer' | 'reader' | 'health', number>>,
  ) {}

  static async start(instances: readonly number[]): Promise<PairStage> {
    const [{ services } = { services: {} }] = documentsOf<Composed>('deploy/pair/compose.yml');
    const options = (name: string): string[] => [
      ...services[name]!.command,
      '--innodb-flush-log-at-trx-commit=2', // Survives a kill
    ];
    const primary = await DatabaseServer.create({ options: options('primary') });
    await primary.query(`CREATE DATABASE device_api; CREATE USER device_api@'%' IDENTIFIED BY '${PASSWORD}';
      GRANT ALL ON device_api.* TO device_api@'%'; CREATE USER replica@'%'; GRANT REPLICATION SLAVE ON *.* TO replica@'%'`);
    await primary.query(textOf('deploy/pair/primary.sql'));
    const replica = await DatabaseServer.create({ options: options('replica') });
    await replica.query(`CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${portOf(primary)},
      MASTER_USER = 'replica', MASTER_USE_GTID = slave_pos; START SLAVE`);
    const api = await freePort();
    const writer = await freePort();
    const reader = await freePort();
    const health = await freePort();
    const ports = {
      ':3000': api,
      ':3306': writer,
      ':3307': reader,
      ':8404': health,
      'primary:3306': portOf(primary),
      'replica:3306': portOf(replica),
      'api-1:3000': instances[0],
      'api-2:3000': instances[1],
    };
    const addresses = Object.entries(ports).map(([name, here]) => [name, `127.0.0.1:${here}`]);
    const files = ['1-api.cfg', '2-database.cfg'].map((name) => join('pair/haproxy', name));
    const proxy = startDeployed(files, Object.fromEntries(addresses) as Record<string, string>);
    return new PairStage(primary, replica, proxy, { api, writer, reader, health });
  }

  url(listener: 'writer' | 'reader'): string {
    return `mysql://device_api:${PASSWORD}@127.0.0.1:${this.ports[listener]}/device_api`;
  }

  get api(): string {
    return `http://127.0.0.1:${this.ports.api}`;
  }

  get health(): string {
    return `http://127.0.0.1:${this.ports.health}`;
  }

  async behind(listener: 'writer' | 'reader'): Promise<number> {
    const [row] = await query<{ id: number }>(this.url(listener), 'SELECT @@server_id AS id');
    return Number(row?.id);
  }

  async replication(): Promise<ReplicationStatus> {
    const [status] = await this.replica.query<ReplicationStatus>('SHOW SLAVE STATUS');
    return status!;
  }

  async hasReceivedEverything(): Promise<boolean> {
    const [master] = await this.primary.query<{ Position: number }>('SHOW MASTER STATUS');
    return (await this.replication()).Read_Master_Log_Pos === master?.Position;
  }

  async stop(): Promise<void> {
    await Promise.all([this.proxy.stop(), this.replica.stop('SIGKILL'), this.primary.stop('SIGKILL')]);
  }
}

const TIMEOUT_MS = 30_000;
const SETTINGS = { ADMIN_TOKEN, KEY_PEPPER, MIGRATE_AT_START: 'off' };

const haproxy = findBinary('haproxy');
const withHaproxy = haproxy === undefined ? it.skip : it;

withHaproxy.each([
  ['deploy/pair', ['pair/haproxy']],
  ['deploy/galera', ['pair/haproxy/1-api.cfg', 'galera/database.cfg']],
])('HAProxy takes the configuration of %s', async (_title, files) => {
  const { status, stderr } = await run([
    haproxy!,
    '-c',
    ...files.flatMap((file) => ['-f', join(DEPLOY, file)]),
  ]);
  expect(status).toBe(0);
  const warnings = stderr.split('\n').filter((line) => line.includes('[WARNING]'));
  expect(warnings.filter((line) => !line.includes('could not resolve address'))).toEqual([]);
});

// Needs only one run, since the test starts its own servers
const isPossible = haproxy !== undefined && findBinary('mariadbd') !== undefined && engine === 'mysql';
const onServers = isPossible ? describe : undefined;

onServers?.('The pair', () => {
  let stage: PairStage;
  let instances: Service[];
  let admin: ApiClient;
  let customer: Record<string, string>;

  beforeAll(async () => {
    const ports = [await freePort(), await freePort()];
    stage = await PairStage.start(ports);
    await eventually(async () => (await send(stage.health, { path: '/' })).status === 200, TIMEOUT_MS);
    const urls = { DATABASE_URL: stage.url('writer'), DATABASE_READ_URL: stage.url('reader') };
    const env = { ...SETTINGS, ...urls };
    const folder = await exportFolder({ enterprises: [anEnterprise()], devices: [aDevice()] });
    for (const command of [['migrate'], ['import', folder]])
      expect(await runCli(command, env)).toMatchObject({ status: 0 });
    await removeFolder(folder);
    instances = await Promise.all(ports.map((port) => Service.start({ ...env, PORT: String(port) })));
  }, 120_000);
  afterAll(async () => {
    await Promise.all(instances.map((instance) => instance.kill()));
    await stage.stop();
  });

  const isReady = async (): Promise<boolean> =>
    (await send(stage.api, { path: '/health/ready' })).status === 200;
  /** Returns the status of a request that looks up a key in one database and reads rows from the other. */
  const devices = async (): Promise<number> =>
    (await send(stage.api, { path: '/api/v1/device/', headers: customer })).status;
  const isBehind = (listener: 'writer' | 'reader', server: number): Promise<void> =>
    eventually(async () => (await stage.behind(listener)) === server, TIMEOUT_MS);

  it('writes to the primary and reads from the replica', async () => {
    await isBehind('writer', 1);
    await isBehind('reader', 2);
    await eventually(isReady, TIMEOUT_MS);
    const enterprise = { 'x-enterprise-id': ENTERPRISE_ID };
    admin = new ApiClient(stage.api, { ...enterprise, authorization: `Bearer ${ADMIN_TOKEN}` });
    const { key } = await new InternalClient(admin).create('Test', ['device:GetList']);
    customer = { ...enterprise, authorization: `Bearer ${key}` };
    expect(await devices()).toBe(200);
  });

  it('reads from the primary while the replica lags, and then from the replica again', async () => {
    await stage.replica.query('STOP SLAVE SQL_THREAD');
    await isBehind('reader', 1);
    await eventually(async () => (await devices()) === 200);
    await stage.replica.query('START SLAVE SQL_THREAD');
    await isBehind('reader', 2);
  });

  it('uses the replica as the primary after its promotion, not before, and with all that it had received', async () => {
    await stage.replica.query('STOP SLAVE SQL_THREAD');
    const { key } = await new InternalClient(admin).create('Last', ['device:GetList']);
    await eventually(() => stage.hasReceivedEverything(), TIMEOUT_MS);
    await stage.primary.stop('SIGKILL');
    await eventually(async () => (await send(stage.health, { path: '/' })).status === 503, TIMEOUT_MS);
    await expect(stage.behind('writer')).rejects.toThrow();
    await stage.replica.query('START SLAVE SQL_THREAD; STOP SLAVE IO_THREAD');
    const applied = 'Slave has read all relay log; waiting for more updates';
    await eventually(async () => (await stage.replication()).Slave_SQL_Running_State === applied, TIMEOUT_MS);
    await stage.replica.query(
      'STOP SLAVE; RESET SLAVE ALL; SET GLOBAL read_only = 0; ALTER EVENT monitor.beat ENABLE',
    );
    await isBehind('writer', 2);
    await isBehind('reader', 2);
    customer = { ...customer, authorization: `Bearer ${key}` };
    await eventually(async () => (await devices()) === 200, TIMEOUT_MS);
  });
});
