import { DatabaseServer } from './database-server.js';
import { query, withDatabase } from './throwaway.js';

export interface TestServer {
  url?: string;
  title: string;
  stop(): Promise<void>;
}

const RESTART_EVERY_MS = 1_000;
const LOCAL_URL = 'mysql://root@127.0.0.1:3306';
const OLDEST = { MySQL: 8.0, MariaDB: 10.06 };
const nothingToStop = () => Promise.resolve();
const noServer = (reason: string): TestServer => ({ title: reason, stop: nothingToStop });

async function titleOf(url: string): Promise<string | undefined> {
  const [row] = await query<{ version: string }>(url, 'SELECT VERSION() AS version');
  const [version = '', major, minor] = /^(\d+)\.(\d+)\.\d+/.exec(row?.version ?? '') ?? [];
  const name = row?.version.includes('MariaDB') ? 'MariaDB' : 'MySQL';
  return Number(major) + Number(minor) / 100 >= OLDEST[name] ? `${name} ${version}` : undefined;
}

async function existingServer(address: string): Promise<TestServer> {
  const url = withDatabase(address);
  const title = await titleOf(url);
  if (!title) throw new Error('the server is older than MySQL 8.0 or MariaDB 10.6');
  return { url, title, stop: nothingToStop };
}

async function localServer(): Promise<TestServer> {
  try {
    if (DatabaseServer.isInstalled) {
      const server = await DatabaseServer.create({ hasTls: true });
      // MariaDB 10.11 can crash under many schema changes, which must not fail the rest of the run
      const restarts = setInterval(() => void server.start().catch(() => undefined), RESTART_EVERY_MS);
      const stop = (): Promise<void> => {
        clearInterval(restarts);
        return server.stop('SIGKILL');
      };
      return { ...(await existingServer(server.url())), stop };
    }
  } catch (error) {
    console.warn(`A private database server did not start: ${(error as Error).message}`);
  }
  const local = await existingServer(LOCAL_URL).catch(() => undefined);
  if (local) return local;
  return noServer(
    'no MySQL-compatible server found: set TEST_MYSQL_URL, or install mariadb-server, to test on one',
  );
}

/**
 * Uses the server in TEST_MYSQL_URL, else a private one, else one on the usual port that accepts root.
 * TEST_ENGINES=both requires a server. TEST_ENGINES=sqlite needs none.
 */
export async function serverFor(env: NodeJS.ProcessEnv): Promise<TestServer> {
  const { TEST_ENGINES: engines = '', TEST_MYSQL_URL: url } = env;
  if (!['', 'both', 'sqlite'].includes(engines))
    throw new Error('TEST_ENGINES must be both, sqlite or not set');
  if (engines === 'sqlite') return noServer('nothing else (TEST_ENGINES=sqlite)');
  if (url) {
    return existingServer(url).catch((error: unknown) => {
      throw new Error(`TEST_MYSQL_URL: ${(error as Error).message}`);
    });
  }
  const server = await localServer();
  if (engines === 'both' && !server.url) throw new Error(`TEST_ENGINES=both, but ${server.title}`);
  return server;
}
