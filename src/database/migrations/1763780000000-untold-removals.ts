import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnBuilders, PRIMARY } from './column-builders.js';
import { makeTables } from './repeatable.js';

/** What retention has removed and the audit trail does not tell yet (decision 0029). */
export class UntoldRemovals1763780000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const column = columnBuilders(queryRunner);
    await makeTables(queryRunner, [
      new Table({
        name: 'untold_removals',
        withoutRowid: true,
        columns: [
          column.surrogate('enterprise_key', PRIMARY),
          column.integer('datausage'),
          column.integer('screentime'),
          column.integer('locations'),
        ],
      }),
    ]);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('untold_removals');
  }
}
