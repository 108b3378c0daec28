import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnBuilders, PRIMARY } from './column-builders.js';
import { makeTables } from './repeatable.js';

/** Which process does what is done once a day (decision 0029). */
export class DailyRuns1763703000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const column = columnBuilders(queryRunner);
    await makeTables(queryRunner, [
      new Table({
        name: 'daily_runs',
        withoutRowid: true,
        columns: [
          column.varchar('name', 64, PRIMARY),
          column.varchar('holder', 64),
          column.integer('held_until'),
          column.integer('begun_at'),
          column.integer('done_at'),
        ],
      }),
    ]);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('daily_runs');
  }
}
