import { join } from 'node:path';
import { exportFolder } from '../importer/export-folder.js';
import { aDevice, anEnterprise, ENTERPRISE_ID } from '../kit/app/builders.js';
import { engine } from '../kit/database/engines.js';
import { ApiClient } from '../kit/http/api-client.js';
import { send } from '../kit/http/http.js';
import { InternalClient } from '../kit/http/internal-client.js';
import { findBinary } from '../kit/process/find-binary.js';
import { freePort } from '../kit/process/free-port.js';
import { eventually } from '../kit/process/patience.js';
import { run, runCli } from '../kit/process/program.js';
import { ADMIN_TOKEN, KEY_PEPPER, Service } from '../kit/process/service.js';
import { removeFolder } from '../kit/process/workplace.js';
import { DEPLOY } from './deploy-files.js';
import { PairStage } from './pair-stage.js';

const PATIENCE_MS = 30_000;
const SETTINGS = { ADMIN_TOKEN, KEY_PEPPER, MIGRATE_AT_START: 'off' };

const haproxy = findBinary('haproxy');
const withHaproxy = haproxy === undefined ? it.skip : it;

withHaproxy.each([
  ['deploy/pair', ['pair/haproxy']],
  ['deploy/galera', ['pair/haproxy/1-api.cfg', 'galera/database.cfg']],
])('HAProxy takes the configuration of %s', async (_where, files) => {
  const { status, stderr } = await run([
    haproxy!,
    '-c',
    ...files.flatMap((file) => ['-f', join(DEPLOY, file)]),
  ]);
  expect(status).toBe(0);
  const said = stderr.split('\n').filter((line) => line.includes('[WARNING]'));
  expect(said.filter((line) => !line.includes('could not resolve address'))).toEqual([]);
});

// Needs only one run, since the test starts its own servers
const isPossible = haproxy !== undefined && findBinary('mariadbd') !== undefined && engine === 'mysql';
const onServers = isPossible ? describe : undefined;

onServers?.('The pair', () => {
  let stage: PairStage;
  let instances: Service[];
  let customer: Record<string, string>;

  beforeAll(async () => {
    const ports = [await freePort(), await freePort()];
    stage = await PairStage.start(ports);
    await eventually(async () => (await send(stage.health, { path: '/' })).status === 200, PATIENCE_MS);
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
    eventually(async () => (await stage.behind(listener)) === server, PATIENCE_MS);

  it('writes to the primary and reads from the replica', async () => {
    await isBehind('writer', 1);
    await isBehind('reader', 2);
    await eventually(isReady, PATIENCE_MS);
    const enterprise = { 'x-enterprise-id': ENTERPRISE_ID };
    const admin = new ApiClient(stage.api, { ...enterprise, authorization: `Bearer ${ADMIN_TOKEN}` });
    const { key } = await new InternalClient(admin).create('Test', ['device:GetList']);
    customer = { ...enterprise, authorization: `Bearer ${key}` };
    expect(await devices()).toBe(200);
  });

  it('loses no request when an instance stops', async () => {
    const [first] = instances;
    const stopped = first!.stop('SIGTERM');
    for (let at = 0; at < 200; at++) expect(await devices()).toBe(200);
    expect(await stopped).toBe(0);
    expect(await devices()).toBe(200);
  });

  it('reads from the primary while the replica is behind, and from the replica again when it is not', async () => {
    await stage.replica.ask('STOP SLAVE SQL_THREAD');
    await isBehind('reader', 1);
    await eventually(async () => (await devices()) === 200);
    await stage.replica.ask('START SLAVE SQL_THREAD');
    await isBehind('reader', 2);
  });

  it('goes on with the replica once it is made the primary, and never before', async () => {
    await stage.primary.stop('SIGKILL');
    await eventually(async () => (await send(stage.health, { path: '/' })).status === 503, PATIENCE_MS);
    await expect(stage.behind('writer')).rejects.toThrow();
    await stage.replica.ask(
      'STOP SLAVE; RESET SLAVE ALL; SET GLOBAL read_only = 0; ALTER EVENT monitor.beat ENABLE',
    );
    await isBehind('writer', 2);
    await isBehind('reader', 2);
    await eventually(async () => (await devices()) === 200, PATIENCE_MS);
  });
});
