import { join } from 'node:path';
import { DatabaseServer } from '../kit/database/database-server.js';
import { ask } from '../kit/database/throwaway.js';
import { freePort } from '../kit/process/free-port.js';
import type { Program } from '../kit/process/program.js';
import { startDeployed, withServer } from '../kit/proxy/proxy.js';
import { documentsOf, textOf } from './deploy-files.js';

const PASSWORD = 'password';
const CATCHES_UP_WITHIN_S = 60;
const portOf = (server: DatabaseServer): string => new URL(server.url()).port;

/** What of deploy/pair/compose.yml is looked at here. */
interface Composed {
  readonly services: Readonly<Record<string, { readonly command: readonly string[] }>>;
}

/** The databases and the proxy of deploy/pair, as processes: started as its compose.yml starts them, on ports of their own. */
export class PairStage {
  private constructor(
    readonly primary: DatabaseServer,
    readonly replicas: readonly DatabaseServer[],
    private readonly proxy: Program,
    private readonly ports: Readonly<Record<'api' | 'writer' | 'reader' | 'health', number>>,
  ) {}

  /** As deployed, or with another instance and another replica. */
  static async start(instances: readonly number[], replicas = 1): Promise<PairStage> {
    const [{ services } = { services: {} }] = documentsOf<Composed>('deploy/pair/compose.yml');
    const options = (name: string, number: number): string[] => [
      ...services[name]!.command.map((word) => word.replace('--server-id=2', `--server-id=${number + 1}`)),
      '--innodb-flush-log-at-trx-commit=2', // a kill loses nothing
    ];
    const primary = await DatabaseServer.create({ options: options('primary', 0) });
    await primary.ask(`CREATE DATABASE device_api; CREATE USER device_api@'%' IDENTIFIED BY '${PASSWORD}';
      GRANT ALL ON device_api.* TO device_api@'%'; CREATE USER replica@'%'; GRANT REPLICATION SLAVE ON *.* TO replica@'%'`);
    await primary.ask(textOf('deploy/pair/primary.sql'));
    const followers: DatabaseServer[] = [];
    while (followers.length < replicas) {
      const replica = await DatabaseServer.create({ options: options('replica', followers.length + 1) });
      await replica.ask(`CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${portOf(primary)},
        MASTER_USER = 'replica', MASTER_USE_GTID = slave_pos; START SLAVE`);
      followers.push(replica);
    }
    const ports = {
      api: await freePort(),
      writer: await freePort(),
      reader: await freePort(),
      health: await freePort(),
    };
    const files = ['1-api.cfg', '2-database.cfg'].map((name) => join('pair/haproxy', name));
    const [, ...further] = followers;
    const addresses = {
      ':3000': `127.0.0.1:${ports.api}`,
      ':3306': `127.0.0.1:${ports.writer}`,
      ':3307': `127.0.0.1:${ports.reader}`,
      ':8404': `127.0.0.1:${ports.health}`,
      'primary:3306': `127.0.0.1:${portOf(primary)}`,
      'replica:3306': `127.0.0.1:${portOf(followers[0]!)}`,
      ...Object.fromEntries(
        further.map((replica, at) => [`replica-${at + 2}:3306`, `127.0.0.1:${portOf(replica)}`]),
      ),
      ...Object.fromEntries(instances.map((port, at) => [`api-${at + 1}:3000`, `127.0.0.1:${port}`])),
    };
    const edits = [
      ...further.map((_replica, at) => withServer('replica', `replica-${at + 2}`)),
      ...instances.slice(2).map((_port, at) => withServer('api-2', `api-${at + 3}`)),
    ];
    const proxy = startDeployed(files, addresses, (text) =>
      edits.reduce((edited, edit) => edit(edited), text),
    );
    return new PairStage(primary, followers, proxy, ports);
  }

  get replica(): DatabaseServer {
    return this.replicas[0]!;
  }

  /** Whether both listeners have somebody behind them. */
  async isComplete(): Promise<boolean> {
    return (await fetch(this.health)).ok;
  }

  /** Waits until the replica has what the primary has now. */
  async caughtUp(replica: DatabaseServer): Promise<void> {
    const [has] = await this.primary.ask<{ position: string }>('SELECT @@gtid_binlog_pos AS position');
    const [waited] = await replica.ask<{ failed: string }>(
      `SELECT MASTER_GTID_WAIT('${has?.position}', ${CATCHES_UP_WITHIN_S}) AS failed`,
    );
    if (Number(waited?.failed) !== 0) throw new Error('The replica does not catch up');
  }

  /** As in DATABASE_URL and DATABASE_READ_URL. */
  url(listener: 'writer' | 'reader'): string {
    return `mysql://device_api:${PASSWORD}@127.0.0.1:${this.ports[listener]}/device_api`;
  }

  /** Where clients find the instances. */
  get api(): string {
    return `http://127.0.0.1:${this.ports.api}`;
  }

  /** What the health check of compose.yml asks. */
  get health(): string {
    return `http://127.0.0.1:${this.ports.health}`;
  }

  /** The server that is behind a listener: 1 is the primary, 2 the replica. */
  async behind(listener: 'writer' | 'reader'): Promise<number> {
    const [row] = await ask<{ id: number }>(this.url(listener), 'SELECT @@server_id AS id');
    return Number(row?.id);
  }

  async stop(): Promise<void> {
    await this.proxy.stop();
    await Promise.all(this.replicas.map((replica) => replica.stop('SIGKILL')));
    await this.primary.stop('SIGKILL');
  }
}
