import { setTimeout as wait } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/app/data-source.js';
import { loadDatabaseConfig } from '../../src/config/load-config.js';
import { engineOf } from '../../src/database/engine/engine.js';
import { migrate } from '../../src/database/migrate.js';
import { createEmptyDatabase, engine, type TestDatabase } from '../kit/database/engines.js';

jest.setTimeout(60_000);

/** An embedded database belongs to one process. */
const ofServers = engine === 'mysql' ? describe : describe.skip;

ofServers('The lock of the migrations', () => {
  let database: TestDatabase;
  let dataSources: DataSource[];

  const open = async (): Promise<DataSource> => {
    const options = await dataSourceOptions(loadDatabaseConfig({ DATABASE_URL: database.url }));
    const dataSource = await new DataSource(options).initialize();
    dataSources.push(dataSource);
    return dataSource;
  };
  /** Works under the lock, and notes when. */
  const work = async (notes: string[], name: string, takesMs: number): Promise<void> => {
    const dataSource = await open();
    await engineOf(dataSource).whileLocked(dataSource, async () => {
      notes.push(`${name} begins`);
      await wait(takesMs);
      notes.push(`${name} ends`);
    });
  };

  beforeEach(async () => {
    dataSources = [];
    database = await createEmptyDatabase();
  });
  afterEach(async () => {
    for (const dataSource of dataSources) await dataSource.destroy();
    await database.drop();
  });

  it('is held by one of many that want it at once, each in its turn', async () => {
    const notes: string[] = [];
    await Promise.all(Array.from({ length: 6 }, (_, at) => work(notes, String(at), 30)));
    const turns = Array.from({ length: 6 }, (_, at) => notes.slice(2 * at, 2 * at + 2));
    for (const [begins = '', ends = ''] of turns) expect(ends).toBe(begins.replace('begins', 'ends'));
  });

  it('is waited for while whoever holds it lives, however long that takes', async () => {
    const notes: string[] = [];
    const first = work(notes, 'first', 14_000);
    await wait(1_000);
    await Promise.all([first, work(notes, 'second', 0)]);
    expect(notes).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  it('is taken over from a process that was killed', async () => {
    const dataSource = await open();
    await engineOf(dataSource).whileLocked(dataSource, () => Promise.resolve());
    await dataSource.query("UPDATE migration_lock SET holder = 'killed'");
    const began = performance.now();
    expect(await migrate(dataSource)).not.toEqual([]);
    expect(performance.now() - began).toBeGreaterThan(9_000);
    expect(await migrate(dataSource)).toEqual([]);
  });

  it('is not asked for where nothing is missing', async () => {
    const dataSource = await open();
    await migrate(dataSource);
    await dataSource.query("UPDATE migration_lock SET holder = 'somebody'");
    expect(await migrate(dataSource)).toEqual([]);
  });
});
