import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { textOf } from '../deploy/deploy-files.js';
import { startService } from '../faults/stage/stage.js';
import type { DatabaseServer } from '../kit/database/database-server.js';
import { GaleraCluster } from '../kit/database/galera-cluster.js';
import { query } from '../kit/database/throwaway.js';
import { freePort } from '../kit/process/free-port.js';
import { eventually } from '../kit/process/retry.js';
import type { Program } from '../kit/process/program.js';
import type { Service } from '../kit/process/service.js';
import { startDeployed } from '../kit/proxy/proxy.js';

const DATABASE = 'device_api';
const USER = 'device_api';
const FILES = [join('pair', 'haproxy', '1-api.cfg'), join('galera', 'database.cfg')];
const TIMEOUT_MS = 60_000;
/** The time in which HAProxy finds a Galera node again. */
const SETTLE_MS = 4_000;
const IN_USE = 2;

/** Runs deploy/galera: three Galera nodes, HAProxy, and two instances behind the same HAProxy. */
export class Deployment {
  private constructor(
    private readonly cluster: GaleraCluster,
    private readonly proxy: Program,
    readonly instances: readonly Service[],
    readonly port: number,
    readonly env: { readonly DATABASE_URL: string; readonly DATABASE_READ_URL: string },
  ) {}

  static async start(): Promise<Deployment> {
    const cluster = await GaleraCluster.start();
    const [first] = cluster.nodes as [DatabaseServer];
    await first.query(textOf('deploy/galera/cluster.sql'));
    await first.query(`CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4;
      CREATE USER ${USER}@'%'; GRANT ALL ON ${DATABASE}.* TO ${USER}@'%'`);
    const port = await freePort();
    const writer = await freePort();
    const reader = await freePort();
    const instances = [await freePort(), await freePort()];
    const ports = {
      ':3000': port,
      ':3306': writer,
      ':3307': reader,
      'api-1:3000': instances[0],
      'api-2:3000': instances[1],
      ...Object.fromEntries(
        cluster.nodes.map((node, at) => [`node-${at + 1}:3306`, new URL(node.url()).port]),
      ),
    };
    const addresses = Object.entries(ports).map(([name, here]) => [name, `127.0.0.1:${here}`]);
    const proxy = startDeployed(FILES, Object.fromEntries(addresses) as Record<string, string>);
    const urlOf = (listener: number): string => `mysql://${USER}@127.0.0.1:${listener}/${DATABASE}`;
    const env = { DATABASE_URL: urlOf(writer), DATABASE_READ_URL: urlOf(reader) };
    for (const url of Object.values(env)) await eventually(() => query(url, 'SELECT 1'), TIMEOUT_MS);
    const services = await Promise.all(instances.map((at) => startService('', env, at)));
    const deployment = new Deployment(cluster, proxy, services, port, env);
    await eventually(async () => (await fetch(`${deployment.origin}/health/ready`)).ok, TIMEOUT_MS);
    return deployment;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async writer(): Promise<DatabaseServer> {
    const [row] = await query<{ name: string }>(this.env.DATABASE_URL, 'SELECT @@wsrep_node_name AS name');
    return this.cluster.nodes[Number(row?.name.replace('node-', '')) - 1]!;
  }

  async reader(): Promise<DatabaseServer> {
    const writer = await this.writer();
    const node = this.cluster.nodes.find((candidate) => candidate !== writer)!;
    await this.waitUntilUsed(node);
    return node;
  }

  /** Waits for connections of the instances: those to other Galera nodes end after 20 to 40 s. */
  waitUntilUsed(node: DatabaseServer): Promise<void> {
    const list = `SELECT id FROM information_schema.processlist WHERE user = '${USER}'`;
    return eventually(async () => (await node.query(list)).length >= IN_USE, TIMEOUT_MS);
  }

  async rejoin(node: DatabaseServer): Promise<void> {
    await this.cluster.rejoin(node);
    await this.cluster.waitUntilComplete();
    await wait(SETTLE_MS);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.instances, this.proxy].map((program) => program.kill()));
    await this.cluster.stop();
  }
}
