import type { DataSource } from 'typeorm';

const LOCK = 'customer_device_api_migrations';
const LOCK_SECONDS = 120;

/** Brings the database to the current schema; several instances may start at once. Returns the names of what ran. */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  if (dataSource.options.type === 'better-sqlite3') return runPending(dataSource);
  // an advisory lock belongs to a connection: this one is held while the migrations run on another
  const holder = dataSource.createQueryRunner();
  try {
    const [{ locked }] = (await holder.query(`SELECT GET_LOCK('${LOCK}', ${LOCK_SECONDS}) AS locked`)) as [
      { locked: unknown },
    ];
    if (Number(locked) !== 1) throw new Error('Another process has been migrating the database for too long');
    return await runPending(dataSource);
  } finally {
    await holder.query(`DO RELEASE_LOCK('${LOCK}')`).catch(() => undefined); // closing the connection frees it too
    await holder.release();
  }
}

async function runPending(dataSource: DataSource): Promise<string[]> {
  const ran = await dataSource.runMigrations({ transaction: 'each' });
  return ran.map((migration) => migration.name);
}
