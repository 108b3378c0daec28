import { Table, TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnBuilders, PRIMARY } from './column-builders.js';
import { makeColumn, makeTables } from './repeatable.js';

/** What each key read per hour, and a seal on the end of each audit trail. */
export class KeyActivity1763650000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const column = columnBuilders(queryRunner);
    await makeTables(queryRunner, [
      new Table({
        name: 'key_activity',
        withoutRowid: true,
        columns: [
          column.surrogate('enterprise_key', PRIMARY),
          column.integer('hour', PRIMARY),
          column.varchar('api_key_id', 36, PRIMARY),
          column.varchar('scope', 64, PRIMARY),
          column.varchar('application', 100),
          column.integer('requests'),
          column.integer('errors'),
          column.integer('refused'),
          column.integer('records'),
          column.integer('bytes'),
        ],
      }),
    ]);
    await makeColumn(
      queryRunner,
      'audit_heads',
      new TableColumn(column.varchar('seal', 64, { default: "''" })),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropColumn('audit_heads', 'seal');
    await queryRunner.dropTable('key_activity');
  }
}
