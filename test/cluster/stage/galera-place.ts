import { join } from 'node:path';
import { textOf } from '../../deploy/deploy-files.js';
import type { Export } from '../../kit/app/builders.js';
import type { DatabaseServer } from '../../kit/database/database-server.js';
import { GaleraCluster } from '../../kit/database/galera-cluster.js';
import { PrivateRedis } from '../../kit/database/private-redis.js';
import { ask } from '../../kit/database/throwaway.js';
import { freePort } from '../../kit/process/free-port.js';
import type { Program } from '../../kit/process/program.js';
import { startDeployed, withInstances } from '../../kit/proxy/deployed.js';
import { RestartableProxy } from '../../kit/proxy/restartable-proxy.js';
import { DeployedPlace, INSTANCES, type Addresses } from './deployed-place.js';
import { loadKnownFleet } from './known-fleet.js';

const DATABASE = 'device_api';
const USER = 'device_api';
const API = join('pair', 'haproxy', '1-api.cfg');

/** Where the instances find the database: at one node for keys and writes and at all for answers, or at any node for everything. */
export const LAYOUTS = ['writer and readers', 'round robin'] as const;
export type Layout = (typeof LAYOUTS)[number];
type Listener = 'writer' | 'reader';

/** Three nodes, three instances, a Redis, and the HAProxy of deploy/galera: before the instances one process, and before the nodes another. */
export class GaleraPlace extends DeployedPlace<Layout> {
  private constructor(
    readonly cluster: GaleraCluster,
    private readonly proxy: Program,
    readonly proxyOfNodes: RestartableProxy,
    private readonly listeners: Readonly<Record<Listener, number>>,
    ...[addresses, redis, known]: [Addresses, PrivateRedis, Export]
  ) {
    super(addresses, redis, known);
  }

  static async start(): Promise<GaleraPlace> {
    const cluster = await GaleraCluster.start();
    const [first] = cluster.nodes as [DatabaseServer];
    await first.ask(textOf('deploy/galera/cluster.sql'));
    await first.ask(`CREATE USER ${USER}@'%'; GRANT ALL ON \`device_api%\`.* TO ${USER}@'%'`);
    await first.ask(`CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4`);
    const known = await loadKnownFleet({ DATABASE_URL: first.url(DATABASE) });
    const [port, writer, reader] = [await freePort(), await freePort(), await freePort()];
    const instances = await Promise.all(Array.from({ length: INSTANCES }, () => freePort()));
    const proxy = startDeployed([API], { ':3000': `127.0.0.1:${port}` }, withInstances(instances));
    const unused = await freePort();
    const proxyOfNodes = new RestartableProxy(() => proxyOf(cluster, { unused, writer, reader }));
    const redis = await PrivateRedis.start();
    const listeners = { writer, reader };
    return new GaleraPlace(cluster, proxy, proxyOfNodes, listeners, { port, instances }, redis, known);
  }

  databaseOf(layout: Layout): Record<string, string> {
    if (layout === 'round robin') return { DATABASE_URL: this.url('reader') };
    return { DATABASE_URL: this.url('writer'), DATABASE_READ_URL: this.url('reader') };
  }

  /** That of one node, with no proxy before it. */
  readonly databaseOfNode = (node: DatabaseServer, name = DATABASE): string => node.url(name);

  /** The node that is behind the address for keys and writes. */
  async writer(): Promise<DatabaseServer> {
    const [row] = await ask<{ name: string }>(this.url('writer'), 'SELECT @@wsrep_node_name AS name');
    return this.cluster.nodes[Number(row?.name.replace('node-', '')) - 1]!;
  }

  /** How many connections of instances lead to the node. */
  async usersOf(node: DatabaseServer): Promise<number> {
    const list = `SELECT id FROM information_schema.processlist WHERE user = '${USER}'`;
    return (await node.ask(list)).length;
  }

  protected async stopDatabases(): Promise<void> {
    await this.proxy.kill();
    await this.proxyOfNodes.kill();
    await this.cluster.stop();
  }

  private url(listener: Listener): string {
    return `mysql://${USER}@127.0.0.1:${this.listeners[listener]}/${DATABASE}`;
  }
}

/** As deployed: the two files belong together, so it has a port for the instances as well, at which nobody asks. */
function proxyOf(
  { nodes }: GaleraCluster,
  { unused, writer, reader }: Readonly<Record<Listener | 'unused', number>>,
): Program {
  const addresses = [
    [':3000', unused],
    [':3306', writer],
    [':3307', reader],
    ...nodes.map((node, at) => [`node-${at + 1}:3306`, new URL(node.url()).port]),
  ].map(([name, here]) => [name, `127.0.0.1:${here}`]);
  const files = [API, join('galera', 'database.cfg')];
  return startDeployed(files, Object.fromEntries(addresses) as Record<string, string>);
}
