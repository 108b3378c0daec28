import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBinary } from '../process/find-binary.js';
import { freePort } from '../process/free-port.js';
import { eventually } from '../process/retry.js';
import { DatabaseServer } from './database-server.js';

const PROVIDERS = ['galera', 'galera-4'].map((name) => `/usr/lib/${name}/libgalera_smm.so`);
/** Debian's user for the server. State transfers between Galera nodes fail as root. */
const USER = 'mysql';
const SYNCED = 4;
const TIMEOUT_MS = 60_000;
const SETTINGS = join(__dirname, '../../../../deploy/galera/node.cnf');

interface Ports {
  readonly group: number;
  readonly sst: number;
  readonly ist: number;
}

export class GaleraCluster {
  private constructor(readonly nodes: readonly DatabaseServer[]) {}

  static get missingPrograms(): string {
    const programs = ['mariadbd', 'wsrep_sst_rsync', 'rsync', 'setpriv'].filter(
      (name) => findBinary(name) === undefined,
    );
    const provider = PROVIDERS.some((file) => existsSync(file)) ? [] : ['galera-4'];
    return [...programs, ...provider].join(', ');
  }

  static async start(size = 3): Promise<GaleraCluster> {
    const ports = await Promise.all(
      Array.from({ length: size }, async (): Promise<Ports> => {
        const group = await freePort();
        const sst = await freePort();
        const ist = await freePort();
        return { group, sst, ist };
      }),
    );
    const members = ports.map(({ group }) => `127.0.0.1:${group}`).join(',');
    const cluster = new GaleraCluster([]);
    for (const [at, nodePorts] of ports.entries()) {
      const options = optionsOf(`node-${at + 1}`, members, nodePorts);
      const firstStartOptions = at === 0 ? ['--wsrep-new-cluster'] : [];
      const node = await DatabaseServer.create({ user: USER, options, firstStartOptions });
      (cluster.nodes as DatabaseServer[]).push(node);
      await cluster.waitUntilSynced(node);
    }
    return cluster;
  }

  async rejoin(node: DatabaseServer): Promise<void> {
    // With its position, a node receives only the missing changes instead of the whole state
    const output = await node.outputOf('--wsrep-recover');
    const [, position] = /Recovered position: ([\w-]+:-?\d+)/.exec(output) ?? [];
    await node.start(position ? [`--wsrep-start-position=${position}`] : []);
    await this.waitUntilSynced(node);
  }

  waitUntilComplete(): Promise<void> {
    const isInFullCluster = async (node: DatabaseServer): Promise<boolean> =>
      Number(await this.state(node, 'cluster_size')) === this.nodes.length &&
      Number(await this.state(node, 'local_state')) === SYNCED;
    return eventually(
      async () => (await Promise.all(this.nodes.map(isInFullCluster))).every(Boolean),
      TIMEOUT_MS,
    );
  }

  private waitUntilSynced(node: DatabaseServer): Promise<void> {
    return eventually(async () => Number(await this.state(node, 'local_state')) === SYNCED, TIMEOUT_MS);
  }

  private async state(node: DatabaseServer, name: string): Promise<string | undefined> {
    const [row] = await node.query<{ Value: string }>(`SHOW STATUS LIKE 'wsrep_${name}'`);
    return row?.Value;
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) await node.stop('SIGKILL');
  }
}

/** Returns the settings of deploy/galera with names and addresses of this machine. */
function optionsOf(name: string, members: string, { group, sst, ist }: Ports): string[] {
  const lines = readFileSync(SETTINGS, 'utf8').matchAll(/^(\w+) = "?([^"\n]+)"?$/gm);
  const deployed = new Map(Array.from(lines, ([, key = '', value = '']) => [key, value]));
  const providerOptions = `base_host=127.0.0.1; base_port=${group}; ist.recv_addr=127.0.0.1:${ist}; gcache.size=32M`;
  const localSettings = {
    wsrep_provider: PROVIDERS.find((file) => existsSync(file)),
    wsrep_provider_options: `${deployed.get('wsrep_provider_options')}; ${providerOptions}`,
    wsrep_cluster_address: `gcomm://${members}`,
    wsrep_node_name: name,
    wsrep_node_address: `127.0.0.1:${group}`,
    wsrep_sst_receive_address: `127.0.0.1:${sst}`,
    innodb_flush_log_at_trx_commit: 2, // Commits survive a kill of the server
  };
  return [...deployed, ...Object.entries(localSettings)].map(([key, value]) => `--${key}=${value}`);
}
