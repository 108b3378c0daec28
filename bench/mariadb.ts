import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { freePort } from '../test/support/free-port.js';

/** A MariaDB server of the benchmark's own, with a buffer pool of 1 GB and its data in a folder of its own. */
export class PrivateMariadb {
  private child: ChildProcess | undefined;
  private port = 0;

  constructor(private readonly folder: string) {}

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  get socket(): string {
    return join(this.folder, 'socket');
  }

  url(database = ''): string {
    return `mysql://root@127.0.0.1:${this.port}/${database}`;
  }

  async start(): Promise<void> {
    const data = join(this.folder, 'data');
    const common = [
      '--no-defaults',
      `--datadir=${data}`,
      ...(process.getuid?.() === 0 ? ['--user=root'] : []),
    ];
    if (!existsSync(data)) {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      execFileSync(
        'mariadb-install-db',
        [...common, '--auth-root-authentication-method=normal', '--skip-test-db'],
        { stdio: 'ignore' },
      );
    }
    this.port = await freePort();
    this.child = spawn('mariadbd', [...common, ...this.serverOptions()], {
      stdio: 'ignore',
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` },
    });
    await this.untilReady();
  }

  async stop(): Promise<void> {
    if (this.child?.exitCode === null) {
      this.child.kill('SIGTERM');
      await once(this.child, 'exit');
    }
  }

  /** After this nothing is in memory: the buffer pool is empty and, with O_DIRECT, the system keeps no pages either. */
  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  async ask<Row>(sql: string, database = ''): Promise<Row[]> {
    const connection = await createConnection({ uri: this.url(database), multipleStatements: true });
    try {
      return (await connection.query(sql))[0] as Row[];
    } finally {
      connection.destroy();
    }
  }

  private serverOptions(): string[] {
    return [
      '--bind-address=127.0.0.1',
      `--port=${this.port}`,
      `--socket=${this.socket}`,
      `--pid-file=${join(this.folder, 'pid')}`,
      '--character-set-server=utf8mb4',
      '--skip-log-bin',
      '--local-infile=1',
      '--innodb-buffer-pool-size=1G',
      '--innodb-log-file-size=512M',
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-flush-method=O_DIRECT',
      '--innodb-buffer-pool-dump-at-shutdown=OFF',
      '--innodb-buffer-pool-load-at-startup=OFF',
    ];
  }

  private async untilReady(): Promise<void> {
    const deadline = Date.now() + 60_000;
    for (;;) {
      try {
        await this.ask('SELECT 1');
        return;
      } catch (error) {
        if (this.child?.exitCode !== null || Date.now() > deadline) throw error;
      }
      await wait(100);
    }
  }
}
