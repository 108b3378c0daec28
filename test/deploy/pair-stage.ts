import { join } from 'node:path';
import { DatabaseServer } from '../kit/database/database-server.js';
import { ask } from '../kit/database/throwaway.js';
import { freePort } from '../kit/process/free-port.js';
import type { Program } from '../kit/process/program.js';
import { startDeployed } from '../kit/proxy/proxy.js';
import { documentsOf, textOf } from './deploy-files.js';

const PASSWORD = 'password';
const portOf = (server: DatabaseServer): string => new URL(server.url()).port;

interface Composed {
  readonly services: Readonly<Record<string, { readonly command: readonly string[] }>>;
}

/** Runs the databases and the proxy of deploy/pair as processes, with the options of its compose.yml. */
export class PairStage {
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
    await primary.ask(`CREATE DATABASE device_api; CREATE USER device_api@'%' IDENTIFIED BY '${PASSWORD}';
      GRANT ALL ON device_api.* TO device_api@'%'; CREATE USER replica@'%'; GRANT REPLICATION SLAVE ON *.* TO replica@'%'`);
    await primary.ask(textOf('deploy/pair/primary.sql'));
    const replica = await DatabaseServer.create({ options: options('replica') });
    await replica.ask(`CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = ${portOf(primary)},
      MASTER_USER = 'replica', MASTER_USE_GTID = slave_pos; START SLAVE`);
    const [api, writer, reader, health] = [
      await freePort(),
      await freePort(),
      await freePort(),
      await freePort(),
    ];
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
    const [row] = await ask<{ id: number }>(this.url(listener), 'SELECT @@server_id AS id');
    return Number(row?.id);
  }

  async stop(): Promise<void> {
    await Promise.all([this.proxy.stop(), this.replica.stop('SIGKILL'), this.primary.stop('SIGKILL')]);
  }
}
