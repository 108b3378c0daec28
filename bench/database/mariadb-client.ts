import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DATABASE } from '../lab.js';
import type { DatabaseServer } from '../../test/kit/database/database-server.js';

/** Returns the milliseconds in which MariaDB's client reads and discards the rows, without its start. */
export async function timeToReadRows(server: DatabaseServer, sql: string): Promise<number> {
  const startOnly = await timeOfClient(server, 'DO 1');
  return (await timeOfClient(server, sql)) - startOnly;
}

async function timeOfClient(server: DatabaseServer, sql: string): Promise<number> {
  const start = performance.now();
  const options = ['--no-defaults', '-u', 'root', `--socket=${server.socket}`, '--quick', '-BN'];
  const client = spawn('mariadb', [...options, '-e', sql, DATABASE], { stdio: 'ignore' });
  await once(client, 'exit');
  return performance.now() - start;
}
