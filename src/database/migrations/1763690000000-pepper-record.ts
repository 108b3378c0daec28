import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnBuilders, PRIMARY } from './column-builders.js';
import { makeTables } from './repeatable.js';

/** Which pepper the database belongs to (decision 0019). */
export class PepperRecord1763690000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const column = columnBuilders(queryRunner);
    await makeTables(queryRunner, [
      new Table({
        name: 'pepper_record',
        columns: [
          column.surrogate('id', PRIMARY),
          column.varchar('check_value', 64),
          column.text('earlier_seals'),
        ],
      }),
    ]);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('pepper_record');
  }
}
