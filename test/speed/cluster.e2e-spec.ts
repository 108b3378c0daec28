import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, type TestDatabase } from '../support/engines.js';
import { childrenOf } from '../support/processes.js';
import { freePort } from '../support/free-port.js';

const MAIN = join(__dirname, '../../src/main.js');

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
  let output = '';

  beforeAll(async () => {
    database = await createDatabase();
    await start();
  }, 80_000);
  afterAll(async () => {
    service.kill('SIGKILL');
    await database.drop();
  });

  async function start(): Promise<void> {
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    output = '';
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
    service.stdout!.on('data', (text: Buffer) => (output += text.toString()));
    await until(() => said('listening') === 2);
  }

  const said = (what: string): number => output.split(`"${what}"`).length - 1;

  const answers = (): Promise<boolean> =>
    fetch(`${origin}/health/live`, { headers: { connection: 'close' } }).then(
      ({ ok }) => ok,
      () => false,
    );

  it('share one port', async () => {
    expect(childrenOf(service.pid!)).toHaveLength(2);
    expect(await Promise.all([answers(), answers(), answers()])).toEqual([true, true, true]);
  });

  it('answer in time whoever comes while one of them dies', async () => {
    const [first = 0] = childrenOf(service.pid!);
    process.kill(first, 'SIGSTOP'); // it dies so slowly that connections come meanwhile
    const began = performance.now();
    const asked = Array.from({ length: 20 }, answers);
    await wait(200);
    process.kill(first, 'SIGKILL');
    expect(await Promise.all(asked)).toEqual(asked.map(() => true));
    expect(performance.now() - began).toBeLessThan(2_000);
    await until(() => said('listening') === 3);
  }, 80_000);

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

  it('end at once on the second SIGTERM, with status 1', async () => {
    await start();
    const begun = connect(Number(new URL(origin).port), '127.0.0.1', () => begun.write('GET / HTTP/1.1\r\n'));
    begun.on('error', () => undefined);
    await wait(500); // a request that is still on its way keeps the worker that has it
    const children = childrenOf(service.pid!);
    service.kill('SIGTERM');
    await until(() => said('stopping') === 2);
    service.kill('SIGTERM');
    await once(service, 'exit');
    expect(service.exitCode).toBe(1);
    for (const pid of children) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  }, 80_000);
});
