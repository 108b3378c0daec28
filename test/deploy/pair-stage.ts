import { join } from 'node:path';
import { DatabaseServer } from '../kit/database/database-server.js';
import { ask } from '../kit/database/throwaway.js';
import { freePort } from '../kit/process/free-port.js';
import type { Program } from '../kit/process/program.js';
import { startDeployed } from '../kit/proxy/deployed.js';
import { documentsOf, textOf } from './deploy-files.js';

const PASSWORD = 'password';
const portOf = (server: DatabaseServer): string => new URL(server.url()).port;

/** What of deploy/pair/compose.yml is looked at here. */
interface Composed {
  readonly services: Readonly<Record<string, { readonly command: readonly string[] }>>;
}

/** The databases and the proxy of deploy/pair, as processes: started as its compose.yml starts them, on ports of their own. */
export class PairStage {
  private constructor(
    readonly primary: DatabaseServer,
    readonly replica: DatabaseServer,
    private readonly proxy: Program,
    private readonly ports: Readonly<Record<'api' | 'writer' | 'reader' | 'health', number>>,
  ) {}

  static async start(instances: readonly number[]): Promise<PairStage> {
    const [{ services } = { services: {} }] = documentsOf<Composed>('deploy/pair/compose.yml');
    const options = (name: string): readonly string[] => services[name]!.command;
    const primary = await DatabaseServer.create({ options: options('primary') });
    await primary.ask(`CREATE DATABASE device_api; CREATE USER device_api@'%' IDENTIFIED BY '${PASSWORD}';
      GRANT ALL ON device_api.* TO device_api@'%'; CREATE USER replica@'%'; GRANT REPLICATION SLAVE ON *.* TO replica@'%'`);
    await primary.ask(textOf('deploy/pair/primary.sql'));
    const replica = await DatabaseServer.create({ options: options('replica') });
    await replica.ask(`CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${portOf(primary)},
      MASTER_USER = 'replica', MASTER_USE_GTID = slave_pos; START SLAVE`);
    const ports = {
      api: await freePort(),
      writer: await freePort(),
      reader: await freePort(),
      health: await freePort(),
    };
    const files = ['1-api.cfg', '2-database.cfg'].map((name) => join('pair/haproxy', name));
    const proxy = startDeployed(files, {
      ':3000': `127.0.0.1:${ports.api}`,
      ':3306': `127.0.0.1:${ports.writer}`,
      ':3307': `127.0.0.1:${ports.reader}`,
      ':8404': `127.0.0.1:${ports.health}`,
      'primary:3306': `127.0.0.1:${portOf(primary)}`,
      'replica:3306': `127.0.0.1:${portOf(replica)}`,
      'api-1:3000': `127.0.0.1:${instances[0]}`,
      'api-2:3000': `127.0.0.1:${instances[1]}`,
    });
    return new PairStage(primary, replica, proxy, ports);
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
    await this.replica.stop('SIGKILL');
    await this.primary.stop('SIGKILL');
  }
}
