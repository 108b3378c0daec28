import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnBuilders, NULLABLE, PRIMARY } from './column-builders.js';
import { makeColumn, makeTables } from './repeatable.js';

/** How far keys have read where they follow feeds, and how many of their requests did. */
export class KeyFeeds1763702500000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const column = columnBuilders(queryRunner);
    await makeTables(queryRunner, [
      new Table({
        name: 'key_feeds',
        withoutRowid: true,
        columns: [
          column.surrogate('enterprise_key', PRIMARY),
          column.varchar('api_key_id', 36, PRIMARY),
          column.surrogate('kind', PRIMARY),
          column.integer('read_until', NULLABLE),
          column.integer('asked_at'),
        ],
      }),
    ]);
    await makeColumn(queryRunner, 'key_activity', column.integer('feeds', { default: 0 }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropColumn('key_activity', 'feeds');
    await queryRunner.dropTable('key_feeds');
  }
}
