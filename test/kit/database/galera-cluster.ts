import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBinary } from '../process/find-binary.js';
import { freePort } from '../process/free-port.js';
import { eventually } from '../process/patience.js';
import { DatabaseServer } from './database-server.js';

/** Where distributions put it. */
const PROVIDERS = ['galera', 'galera-4'].map((name) => `/usr/lib/${name}/libgalera_smm.so`);
/** Debian's user for the server: as root no node takes the state of another. */
const USER = 'mysql';
const SYNCED = 4;
const PATIENCE_MS = 60_000;
const SETTINGS = join(__dirname, '../../../../deploy/galera/node.cnf');

interface Ports {
  readonly group: number;
  readonly state: number;
  readonly missed: number;
}

/** Nodes of one Galera cluster, each a server of its own. */
export class GaleraCluster {
  private constructor(readonly nodes: readonly DatabaseServer[]) {}

  /** What there is not on this machine and must be; empty where nothing is missing. */
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

  /** Brings back a node that was lost. */
  async rejoin(node: DatabaseServer, position?: string, ...more: readonly string[]): Promise<void> {
    // what it has missed comes from another node's memory then, and nobody has to hand over all of its state
    const from = `--wsrep-start-position=${position ?? (await positionOf(node))}`;
    await node.start([from, ...more]);
    await this.synced(node);
  }

  /** Begins the cluster anew, where all were lost, with the node that has come furthest. Gives that. */
  async begin(): Promise<DatabaseServer> {
    const positions = await Promise.all(this.nodes.map(positionOf));
    const numbers = positions.map((position) => Number(position.split(':')[1]));
    const at = numbers.indexOf(Math.max(...numbers));
    const node = this.nodes[at]!;
    const file = join(node.data, 'grastate.dat');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^(safe_to_bootstrap): 0/m, '$1: 1'));
    await this.rejoin(node, positions[at], '--wsrep-new-cluster');
    return node;
  }

  /** Waits until the node has what the others have. */
  synced(node: DatabaseServer): Promise<void> {
    return eventually(async () => Number(await this.state(node, 'local_state')) === SYNCED, PATIENCE_MS);
  }

  /** Waits until every node knows all the others, and has what they have. */
  whole(): Promise<void> {
    return this.agree(this.nodes);
  }

  /** Waits until the others have put out the node. */
  without(lost: DatabaseServer): Promise<void> {
    return this.agree(this.nodes.filter((node) => node !== lost));
  }

  private agree(nodes: readonly DatabaseServer[]): Promise<void> {
    const isSo = async (node: DatabaseServer) =>
      Number(await this.state(node, 'cluster_size')) === nodes.length &&
      Number(await this.state(node, 'local_state')) === SYNCED;
    return eventually(async () => (await Promise.all(nodes.map(isSo))).every((so) => so), PATIENCE_MS);
  }

  async state(node: DatabaseServer, name: string): Promise<string | undefined> {
    const [row] = await node.ask<{ Value: string }>(`SHOW STATUS LIKE 'wsrep_${name}'`);
    return row?.Value;
  }

  async stop(): Promise<void> {
    for (const node of this.nodes) await node.stop('SIGKILL');
  }
}

/** Those of deploy/galera, with names and addresses of this machine. */
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
    innodb_flush_log_at_trx_commit: 2, // a kill loses nothing
  };
  return [...deployed, ...Object.entries(here)].map(([key, value]) => `--${key}=${value}`);
}

/** The last change that a node has which was killed. */
async function positionOf(node: DatabaseServer): Promise<string> {
  const said = await node.saysTo('--wsrep-recover');
  return /Recovered position: ([\w-]+:-?\d+)/.exec(said)?.[1] ?? '00000000-0000-0000-0000-000000000000:-1';
}
