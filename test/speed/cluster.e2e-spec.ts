import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, type TestDatabase } from '../support/engines.js';
import { freePort } from '../support/private-server.js';

const MAIN = join(__dirname, '../../src/main.js');

/** The processes that another has started. */
function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 50_000;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('It did not happen in time');
    await wait(50);
  }
}

describe('Several processes in one start', () => {
  let database: TestDatabase;
  let service: ChildProcess;
  let origin: string;

  beforeAll(async () => {
    database = await createDatabase();
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    service = spawn(process.execPath, [MAIN], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        WEB_CONCURRENCY: '2',
        DATABASE_URL: database.url,
        ADMIN_TOKEN: 'an-admin-token-for-the-cluster-tests-only',
        KEY_PEPPER: 'a-key-pepper-for-the-cluster-tests-only',
        DEMO_DATA: 'off',
      },
    });
    let output = '';
    service.stdout!.on('data', (text: Buffer) => (output += text.toString()));
    await until(() => output.split('"listening"').length === 3);
  }, 80_000);
  afterAll(async () => {
    service.kill('SIGKILL');
    await database.drop();
  });

  const answers = (): Promise<boolean> =>
    fetch(`${origin}/health/live`, { headers: { connection: 'close' } }).then(
      ({ ok }) => ok,
      () => false,
    );

  it('share one port', async () => {
    expect(childrenOf(service.pid!)).toHaveLength(2);
    expect(await Promise.all([answers(), answers(), answers()])).toEqual([true, true, true]);
  });

  it('replace one that ended by itself', async () => {
    const [first = 0] = childrenOf(service.pid!);
    process.kill(first, 'SIGKILL');
    await until(() => {
      const children = childrenOf(service.pid!);
      return children.length === 2 && !children.includes(first);
    });
    await until(answers);
  }, 80_000);

  it('stop together, with status 0', async () => {
    const children = childrenOf(service.pid!);
    service.kill('SIGTERM');
    await once(service, 'exit');
    expect(service.exitCode).toBe(0);
    for (const pid of children) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  }, 80_000);
});
