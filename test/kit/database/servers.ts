import { DatabaseServer } from './database-server.js';
import { ask, withDatabase } from './throwaway.js';

/** The MySQL-compatible server of a test run, if there is one. */
export interface TestServer {
  /** Absent when the run does without. */
  url?: string;
  /** What the closing lines say of it: name and version, or why it is missing. */
  title: string;
  stop(): Promise<void>;
}

const RESTART_EVERY_MS = 1_000;
const LOCAL_URL = 'mysql://root@127.0.0.1:3306';
const OLDEST = { MySQL: 8.0, MariaDB: 10.06 };
const nothingToStop = () => Promise.resolve();
const without = (reason: string): TestServer => ({ title: reason, stop: nothingToStop });

/** The server's name and version as in "MariaDB 10.11.6", or undefined if it is older than what is supported. */
async function titleOf(url: string): Promise<string | undefined> {
  const [row] = await ask<{ version: string }>(url, 'SELECT VERSION() AS version');
  const [version = '', major, minor] = /^(\d+)\.(\d+)\.\d+/.exec(row?.version ?? '') ?? [];
  const name = row?.version.includes('MariaDB') ? 'MariaDB' : 'MySQL';
  return Number(major) + Number(minor) / 100 >= OLDEST[name] ? `${name} ${version}` : undefined;
}

async function existing(address: string): Promise<TestServer> {
  const url = withDatabase(address);
  const title = await titleOf(url);
  if (!title) throw new Error('the server is older than MySQL 8.0 or MariaDB 10.6');
  return { url, title, stop: nothingToStop };
}

async function ofThisMachine(): Promise<TestServer> {
  try {
    if (DatabaseServer.isInstalled) {
      const server = await DatabaseServer.create();
      // MariaDB 10.11 has crashed under many changes of schemas: a crash must not fail the rest of the run
      const restarts = setInterval(() => void server.start().catch(() => undefined), RESTART_EVERY_MS);
      const stop = (): Promise<void> => {
        clearInterval(restarts);
        return server.stop('SIGKILL');
      };
      return { ...(await existing(server.url())), stop };
    }
  } catch (error) {
    console.warn(`A private database server did not start: ${(error as Error).message}`);
  }
  const local = await existing(LOCAL_URL).catch(() => undefined);
  if (local) return local;
  return without(
    'no MySQL-compatible server found: set TEST_MYSQL_URL, or install mariadb-server, to test on one',
  );
}

/**
 * Which server to test on: the one named by TEST_MYSQL_URL, else a private one for this run, else one on this machine's
 * usual port that lets root in. A private one keeps its data where the run keeps its files, which is faster. TEST_ENGINES=both insists on a server, TEST_ENGINES=sqlite does without.
 */
export async function serverFor(env: NodeJS.ProcessEnv): Promise<TestServer> {
  const { TEST_ENGINES: engines = '', TEST_MYSQL_URL: url } = env;
  if (!['', 'both', 'sqlite'].includes(engines))
    throw new Error('TEST_ENGINES must be both, sqlite or not set');
  if (engines === 'sqlite') return without('nothing else (TEST_ENGINES=sqlite)');
  if (url) {
    return existing(url).catch((error: unknown) => {
      throw new Error(`TEST_MYSQL_URL: ${(error as Error).message}`);
    });
  }
  const server = await ofThisMachine();
  if (engines === 'both' && !server.url) throw new Error(`TEST_ENGINES=both, but ${server.title}`);
  return server;
}
