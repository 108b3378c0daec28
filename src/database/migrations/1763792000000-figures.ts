import type { MigrationInterface, QueryRunner } from 'typeorm';
import { storeRows } from '../engine/upsert.js';
import { clusteredTable, columnBuilders, PRIMARY } from './table-builders.js';

const KINDS = ['devices', 'datausage', 'screentime', 'applications', 'locations'];

/** Creates the table of times for metrics, and fills in the times that an existing database contains. */
export class Figures1763792000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const column = columnBuilders(queryRunner);
    const parts = [column.varchar('name', 64, PRIMARY), column.integer('noted_at')];
    await queryRunner.createTable(clusteredTable('figures', parts), true);
    const upsert = {
      table: 'figures',
      columns: ['name', 'noted_at'],
      identity: ['name'],
      replaced: ['noted_at'],
    };
    await storeRows(queryRunner.manager, upsert, await knownFigures(queryRunner));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('figures');
  }
}

/** Lines without records are purges, which add no data. */
async function knownFigures(queryRunner: QueryRunner): Promise<[name: string, notedAt: number][]> {
  const changes = (await queryRunner.query(
    'SELECT kind, MAX(recorded_at) AS notedAt FROM changes WHERE records > 0 GROUP BY kind',
  )) as { kind: number; notedAt: number | string }[];
  const runs = (await queryRunner.query(
    "SELECT name, done_at AS notedAt FROM daily_runs WHERE name = 'retention' AND done_at > 0",
  )) as { name: string; notedAt: number | string }[];
  return [
    ...changes.map(({ kind, notedAt }): [string, number] => [KINDS[kind - 1] ?? '', Number(notedAt)]),
    ...runs.map(({ name, notedAt }): [string, number] => [name, Number(notedAt)]),
  ];
}
