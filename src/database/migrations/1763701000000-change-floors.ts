import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnBuilders, PRIMARY } from './column-builders.js';
import { makeTables } from './repeatable.js';

/** Up to where removals are forgotten (decision 0029): nowhere yet. */
export class ChangeFloors1763701000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const column = columnBuilders(queryRunner);
    await makeTables(queryRunner, [
      new Table({
        name: 'change_floors',
        withoutRowid: true,
        columns: [
          column.surrogate('enterprise_key', PRIMARY),
          column.surrogate('kind', PRIMARY),
          column.integer('change_number'),
          column.integer('raised_at'),
        ],
      }),
    ]);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('change_floors');
  }
}
