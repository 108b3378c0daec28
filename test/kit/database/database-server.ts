import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinary } from '../process/find-binary.js';
import { freePort } from '../process/free-port.js';
import { Program, run } from '../process/program.js';
import { query, withDatabase } from './throwaway.js';

/** Existing data is reused. Options override the defaults. */
export interface DatabaseServerOptions {
  readonly folder?: string;
  readonly options?: readonly string[];
  readonly firstStartOptions?: readonly string[];
  readonly user?: string;
  readonly hasTls?: boolean;
}

/** A private MySQL-compatible server that tests stop, freeze and restart. Root has no password. */
export class DatabaseServer {
  private program: Program | undefined;

  private constructor(
    private readonly port: number,
    private readonly folder: string,
    private readonly command: readonly string[],
  ) {}

  static get isInstalled(): boolean {
    return findBinary('mariadbd', 'mysqld') !== undefined;
  }

  static async create({
    folder,
    options = [],
    firstStartOptions = [],
    user = 'root',
    hasTls = false,
  }: DatabaseServerOptions = {}): Promise<DatabaseServer> {
    const binary = findBinary('mariadbd', 'mysqld');
    if (!binary) throw new Error('mariadbd or mysqld is not installed');
    const serverFolder = folder ?? mkdtempSync(join(tmpdir(), 'cda-test-server-'));
    if (!folder)
      process.on('exit', () => rmSync(serverFolder, { recursive: true, force: true, maxRetries: 3 }));
    const port = await freePort();
    const server = new DatabaseServer(port, serverFolder, [
      ...prepare(binary, serverFolder, port, user),
      ...(hasTls ? makeCertificate(serverFolder) : []),
      ...options,
    ]);
    await server.start(firstStartOptions);
    return server;
  }

  get pid(): number {
    return this.program?.pid ?? 0;
  }

  get socket(): string {
    return join(this.folder, 'socket');
  }

  url(name = ''): string {
    return withDatabase(`mysql://root@127.0.0.1:${this.port}`, name);
  }

  query<Row>(sql: string, database = ''): Promise<Row[]> {
    return query<Row>(this.url(database), sql);
  }

  async start(extraOptions: readonly string[] = []): Promise<void> {
    this.thaw();
    if (this.isStopping) await this.program?.exit();
    // A separate session, so that Ctrl-C does not reach the server
    if (!this.program?.isRunning)
      // In a zone with daylight saving time, on which nothing may depend
      this.program = new Program([...this.command, ...extraOptions], {
        detached: true,
        env: { TZ: 'Europe/Berlin' },
      });
    this.isStopping = false;
    await this.program.waitUntil(() => this.query('SELECT 1').then(() => true));
  }

  async outputOf(option: string): Promise<string> {
    const { stdout, stderr } = await run([...this.command, option]);
    return stdout + stderr;
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.isStopping = true;
    await this.program?.stop(signal);
  }

  kill(): Promise<void> {
    return this.stop('SIGKILL');
  }

  freeze(): void {
    this.program?.signal('SIGSTOP');
  }

  thaw(): void {
    this.program?.signal('SIGCONT');
  }

  private isStopping = false;
}

/** Returns the options of a server that offers TLS. */
function makeCertificate(folder: string): string[] {
  const key = join(folder, 'key.pem');
  const certificate = join(folder, 'certificate.pem');
  const files = ['-keyout', key, '-out', certificate];
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', ...files];
  execFileSync('openssl', request, { stdio: 'ignore' });
  return [`--ssl-key=${key}`, `--ssl-cert=${certificate}`];
}

/** Fills an empty data folder. Returns the command of the server. setpriv kills the server when this process ends. */
function prepare(server: string, folder: string, port: number, user: string): string[] {
  const dataFolder = join(folder, 'data');
  const commonOptions = ['--no-defaults', `--datadir=${dataFolder}`];
  const isRoot = process.getuid?.() === 0;
  if (isRoot) commonOptions.push(`--user=${user}`); // Required for root
  const isMariadb = execFileSync(server, ['--version'], { encoding: 'utf8' }).includes('MariaDB');
  if (!isMariadb) commonOptions.push('--secure-file-priv=NULL', '--mysqlx=OFF');
  if (!existsSync(dataFolder)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isRoot) execFileSync('chown', [user, folder]);
    const installer = isMariadb ? findBinary('mariadb-install-db', 'mysql_install_db') : server;
    if (!installer) throw new Error('mariadb-install-db is not installed');
    const installOptions = isMariadb
      ? ['--auth-root-authentication-method=normal', '--skip-test-db']
      : ['--initialize-insecure'];
    // The server's user cannot write to this process's TMPDIR
    execFileSync(installer, [...commonOptions, ...installOptions], {
      stdio: 'ignore',
      env: { PATH: process.env.PATH },
    });
  }
  const setpriv = findBinary('setpriv');
  return [
    ...(setpriv ? [setpriv, '--pdeathsig', 'KILL', ...(isRoot ? setprivOptions(user) : [])] : []),
    server,
    ...commonOptions,
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    `--socket=${join(folder, 'socket')}`,
    `--pid-file=${join(folder, 'pid')}`,
    '--character-set-server=utf8mb4',
    '--skip-log-bin',
    '--innodb-buffer-pool-size=64M',
    // Faster, but a kill of the server loses commits
    '--innodb-flush-log-at-trx-commit=0',
  ];
}

/** Changes the user with setpriv, because a server that changes the user itself loses `--pdeathsig`. */
const setprivOptions = (user: string): string[] =>
  user === 'root' ? [] : [`--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
