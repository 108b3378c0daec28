import { statSync } from 'node:fs';
import { SqliteReader } from '../../src/database/sqlite/sqlite-reader.js';
import { aLocation, aDevice, anEnterprise } from '../kit/app/builders.js';
import { TestApp } from '../kit/app/test-app.js';
import { engine } from '../kit/database/engines.js';
import { steadyPace } from '../kit/database/watched-reads.js';

const MB = 1024 * 1024;

const embedded = engine === 'sqlite' ? describe : describe.skip;

embedded('The log of the embedded database', () => {
  let app: TestApp;
  let file: string;

  beforeEach(async () => {
    app = await TestApp.start();
    file = app.databaseUrl.replace(/^sqlite:/, '');
    await app.load({ enterprises: [anEnterprise()], devices: [aDevice()], locations: locations(500) });
    await app.dataSource.query('PRAGMA wal_autocheckpoint = 20');
  });
  afterEach(() => app.close());

  const locations = (count: number) => Array.from({ length: count }, () => aLocation());
  const logBytes = () => statSync(`${file}-wal`).size;

  /** Reads all locations, pauses after each of them, and returns their number. */
  const read = async (
    limits: { forMs: number; bytes: number },
    atPause: (rows: number) => Promise<void>,
  ): Promise<number> => {
    let rows = 0;
    const reader = new SqliteReader(file, limits);
    const query = { sql: 'SELECT id FROM locations', parameters: [] };
    const pace = steadyPace(() => atPause(rows));
    await reader
      .withConnection((node) => node.stream(query, () => ++rows > 0, pace))
      .finally(() => reader.close());
    return rows;
  };

  it('a response holds the write-ahead log back until the log is too large, and the log then shrinks', async () => {
    const write = () => app.load({ locations: locations(200) });
    await expect(read({ forMs: 0, bytes: MB }, write)).rejects.toMatchObject({ reason: 'log_held_back' });
    expect(logBytes()).toBeGreaterThan(MB);
    expect(logBytes()).toBeLessThan(2 * MB);
    const held = logBytes();
    for (let at = 0; at < 20; at++) await app.load({ locations: locations(200) });
    expect(logBytes()).toBeLessThan(held + MB / 2); // SQLite has restarted the log at its beginning
  });

  it('the service resets no new response, and none while few changes are written', async () => {
    const write = (rows: number) =>
      rows % 100 === 1 ? app.load({ locations: locations(200) }) : Promise.resolve();
    expect(await read({ forMs: 60_000, bytes: 0 }, write)).toBe(500);
    expect(await read({ forMs: 0, bytes: 100 * MB }, () => Promise.resolve())).toBeGreaterThan(500);
  });
});
