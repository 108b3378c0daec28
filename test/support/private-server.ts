import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ask } from './throwaway.js';
import { freePort } from './free-port.js';

const START_LIMIT_MS = 60_000;

/** Debian keeps the servers in /usr/sbin, which is not in everyone's PATH. */
export function findBinary(...names: string[]): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/**
 * The commands that fill the data folder and that run the server; root gets in without a password. Only a durable server keeps
 * its last transactions when it is killed; the other is faster.
 */
export function commands(
  server: string,
  folder: string,
  port: number,
  isDurable = false,
): { install: string[]; run: string[] } {
  const common = ['--no-defaults', `--datadir=${join(folder, 'data')}`];
  if (process.getuid?.() === 0) common.push('--user=root'); // refused without, as root
  const options = [
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    `--socket=${join(folder, 'socket')}`,
    `--pid-file=${join(folder, 'pid')}`,
    '--character-set-server=utf8mb4',
    '--skip-log-bin',
    '--innodb-buffer-pool-size=64M',
    `--innodb-flush-log-at-trx-commit=${isDurable ? 1 : 0}`,
  ];
  if (execFileSync(server, ['--version'], { encoding: 'utf8' }).includes('MariaDB')) {
    const installer = findBinary('mariadb-install-db', 'mysql_install_db');
    if (!installer) throw new Error('mariadb-install-db is missing');
    return {
      install: [installer, ...common, '--auth-root-authentication-method=normal', '--skip-test-db'],
      run: [server, ...common, ...options],
    };
  }
  common.push('--secure-file-priv=NULL', '--mysqlx=OFF');
  return { install: [server, ...common, '--initialize-insecure'], run: [server, ...common, ...options] };
}

const quoted = (...words: string[]) => words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

/**
 * A shell that runs the server until its standard input closes, and then removes every trace. The end of our own
 * process closes it too, however it comes. In a session of its own, so that Ctrl-C reaches the tests only.
 */
function launchGuarded(folder: string, install: string[], run: string[]): ChildProcess {
  const script = `
    exec 3<&0
    mkdir -m 700 ${quoted(folder)} && ${quoted(...install)} >&2 && {
      ${quoted(...run)} & server=$!
      exec 2>/dev/null
      { read -r _ <&3; kill -9 $server; } &
      wait $server
    }
    rm -rf ${quoted(folder)}`;
  return spawn('/bin/sh', ['-c', script], { detached: true, stdio: ['pipe', 'ignore', 'pipe'] });
}

async function untilReady(url: string, guard: ChildProcess): Promise<void> {
  let lastWords = '';
  guard.stderr?.on('data', (text: Buffer) => {
    lastWords = (lastWords + text.toString()).slice(-1000);
  });
  const answers = () =>
    ask(url, 'SELECT 1').then(
      () => true,
      () => false,
    );
  const deadline = Date.now() + START_LIMIT_MS;
  while (!(await answers())) {
    if (guard.exitCode !== null || Date.now() > deadline) throw new Error(lastWords || 'it does not answer');
    await wait(100);
  }
}

/** A server of our own on a free port with its data in the temporary folder, or undefined where none is installed. */
export async function startPrivateServer(): Promise<{ url: string; stop(): Promise<void> } | undefined> {
  const server = process.platform === 'win32' ? undefined : findBinary('mariadbd', 'mysqld');
  if (!server) return undefined;

  const port = await freePort();
  const folder = join(tmpdir(), `cda-test-server-${process.pid}-${port}`);
  const { install, run } = commands(server, folder, port);
  const guard = launchGuarded(folder, install, run);
  const stop = async () => {
    guard.stdin?.end();
    if (guard.exitCode === null) await once(guard, 'exit');
  };
  try {
    const url = `mysql://root@127.0.0.1:${port}`;
    await untilReady(url, guard);
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
