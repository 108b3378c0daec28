import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tablesOf120 } from './1763780000000-tables-of-1.2.0.js';
import { columnBuilders } from './table-builders.js';

/** Other migrations of 1.2.0. A new database records them, so that 1.2.0 can run on it too. */
export const EARLIER_MIGRATIONS = [
  'InitialSchema1763640000000',
  'KeyActivity1763650000000',
  'Administrators1763660000000',
  'AuditFilters1763670000000',
  'AuditPages1763684000000',
  'PepperRecord1763690000000',
  'ChangeLedger1763695000000',
  'RetentionDays1763700000000',
  'ChangeFloors1763701000000',
  'Erasures1763702000000',
  'KeyFeeds1763702500000',
  'DailyRuns1763703000000',
  'KeyTerms1763705000000',
  'People1763715000000',
  'KeyCalls1763725000000',
  'SecondFactor1763730000000',
  'EndedKeys1763735000000',
];

/**
 * Has the name of the last migration of 1.2.0, so that a database of 1.2.0 skips it. Each step skips what exists, because
 * MySQL and MariaDB have no transactional DDL and a start repeats an interrupted migration.
 */
export class UntoldRemovals1763780000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of tablesOf120(columnBuilders(queryRunner))) await queryRunner.createTable(table, true);
    const ran = (await queryRunner.query('SELECT name FROM migrations')) as { name: string }[];
    const missing = EARLIER_MIGRATIONS.filter((name) => !ran.some((other) => other.name === name));
    if (missing.length === 0) return;
    const values = missing.map((name) => `(${name.slice(-13)}, '${name}')`);
    await queryRunner.query(`INSERT INTO migrations (timestamp, name) VALUES ${values.join(', ')}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    const tables = tablesOf120(columnBuilders(queryRunner));
    for (const table of tables.reverse()) await queryRunner.dropTable(table);
    const names = EARLIER_MIGRATIONS.map((name) => `'${name}'`);
    await queryRunner.query(`DELETE FROM migrations WHERE name IN (${names.join(', ')})`);
  }
}
