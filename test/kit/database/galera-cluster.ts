import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBinary } from '../process/find-binary.js';
import { freePort } from '../process/free-port.js';
import { eventually } from '../process/patience.js';
import { DatabaseServer } from './database-server.js';

const PROVIDERS = ['galera', 'galera-4'].map((name) => `/usr/lib/${name}/libgalera_smm.so`);
/** Debian's user for the server. State transfers between Galera nodes fail as root. */
const USER = 'mysql';
const SYNCED = 4;
const PATIENCE_MS = 60_000;
const SETTINGS = join(__dirname, '../../../../deploy/galera/node.cnf');

interface Ports {
  readonly group: number;
  readonly state: number;
  readonly missed: number;
}

export class GaleraCluster {
  private constructor(readonly nodes: readonly DatabaseServer[]) {}

  static get missing(): string {
    const programs = ['mariadbd', 'wsrep_sst_rsync', 'rsync', 'setpriv'].filter(
      (name) => findBinary(name) === undefined,
    );
    const provider = PROVIDERS.some((file) => existsSync(file)) ? [] : ['galera-4'];
    return [...programs, ...provider].join(', ');
  }

  static async start(size = 3): Promise<GaleraCluster> {
    const ports = await Promise.all(
      Array.from({ length: size }, async (): Promise<Ports> => {
        const [group, state, missed] = [await freePort(), await freePort(), await freePort()];
        return { group, state, missed };
      }),
    );
    const members = ports.map(({ group }) => `127.0.0.1:${group}`).join(',');
    const cluster = new GaleraCluster([]);
    for (const [at, own] of ports.entries()) {
      const options = optionsOf(`node-${at + 1}`, members, own);
      const firstOptions = at === 0 ? ['--wsrep-new-cluster'] : [];
      const node = await DatabaseServer.create({ user: USER, options, firstOptions });
      (cluster.nodes as DatabaseServer[]).push(node);
      await cluster.synced(node);
    }
    return cluster;
  }

  async rejoin(node: DatabaseServer): Promise<void> {
    // With its position, a node receives only the missing changes instead of the whole state
    const said = await node.saysTo('--wsrep-recover');
    const [, position] = /Recovered position: ([\w-]+:-?\d+)/.exec(said) ?? [];
    await node.start(position ? [`--wsrep-start-position=${position}`] : []);
    await this.synced(node);
  }

  whole(): Promise<void> {
    const isWhole = async (node: DatabaseServer): Promise<boolean> =>
      Number(await this.state(node, 'cluster_size')) === this.nodes.length &&
      Number(await this.state(node, 'local_state')) === SYNCED;
    return eventually(async () => (await Promise.all(this.nodes.map(isWhole))).every(Boolean), PATIENCE_MS);
  }

  private synced(node: DatabaseServer): Promise<void> {
    return eventually(async () => Number(await this.state(node, 'local_state')) === SYNCED, PATIENCE_MS);
  }

  private async state(node: DatabaseServer, name: string): Promise<string | undefined> {
    const [row] = await node.ask<{ Value: string }>(`SHOW STATUS LIKE 'wsrep_${name}'`);
    return row?.Value;
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) await node.stop('SIGKILL');
  }
}

/** Returns the settings of deploy/galera with names and addresses of this machine. */
function optionsOf(name: string, members: string, { group, state, missed }: Ports): string[] {
  const lines = readFileSync(SETTINGS, 'utf8').matchAll(/^(\w+) = "?([^"\n]+)"?$/gm);
  const deployed = new Map(Array.from(lines, ([, key = '', value = '']) => [key, value]));
  const own = `base_host=127.0.0.1; base_port=${group}; ist.recv_addr=127.0.0.1:${missed}; gcache.size=32M`;
  const here = {
    wsrep_provider: PROVIDERS.find((file) => existsSync(file)),
    wsrep_provider_options: `${deployed.get('wsrep_provider_options')}; ${own}`,
    wsrep_cluster_address: `gcomm://${members}`,
    wsrep_node_name: name,
    wsrep_node_address: `127.0.0.1:${group}`,
    wsrep_sst_receive_address: `127.0.0.1:${state}`,
    innodb_flush_log_at_trx_commit: 2, // Commits survive a kill of the server
  };
  return [...deployed, ...Object.entries(here)].map(([key, value]) => `--${key}=${value}`);
}
