import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createDatabase, type TestDatabase } from '../kit/database/engines.js';
import { ADMIN_TOKEN, KEY_PEPPER, Service } from '../kit/process/service.js';

describe('Several processes in one start', () => {
  let database: TestDatabase;
  let service: Service;

  beforeAll(async () => {
    database = await createDatabase();
    await start();
  }, 80_000);
  afterAll(async () => {
    await service.kill();
    await database.drop();
  });

  async function start(): Promise<void> {
    service = await Service.start({
      WEB_CONCURRENCY: '2',
      DATABASE_URL: database.url,
      ADMIN_TOKEN,
      KEY_PEPPER,
    });
    await service.prints('"listening"', 2);
  }

  const answers = (): Promise<boolean> =>
    fetch(`${service.url}/health/live`, { headers: { connection: 'close' } }).then(
      ({ ok }) => ok,
      () => false,
    );

  it('share one port', async () => {
    expect(service.children).toHaveLength(2);
    expect(await Promise.all([answers(), answers(), answers()])).toEqual([true, true, true]);
  });

  it('answer in time whoever comes while one of them dies, and replace it', async () => {
    const [first = 0] = service.children;
    process.kill(first, 'SIGSTOP'); // it dies so slowly that connections come meanwhile
    const began = performance.now();
    const asked = Array.from({ length: 20 }, answers);
    await wait(200);
    process.kill(first, 'SIGKILL');
    expect(await Promise.all(asked)).toEqual(asked.map(() => true));
    expect(performance.now() - began).toBeLessThan(2_000);
    await service.prints('"listening"', 3);
  }, 80_000);

  it('stop together, with status 0', async () => {
    const children = service.children;
    expect(await service.stop()).toBe(0);
    for (const pid of children) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  }, 80_000);

  it('end at once on the second SIGTERM, with status 1', async () => {
    await start();
    const begun = connect(service.port, '127.0.0.1', () => begun.write('GET / HTTP/1.1\r\n'));
    begun.on('error', () => undefined);
    await wait(500); // a request that is still on its way keeps the worker that has it
    const children = service.children;
    service.signal('SIGTERM');
    await service.prints('"stopping"', 2);
    expect(await service.stop()).toBe(1);
    for (const pid of children) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  }, 80_000);
});
