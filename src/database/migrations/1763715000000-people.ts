import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnBuilders, NULLABLE } from './column-builders.js';
import { makeColumn, makeIndex } from './repeatable.js';

/** The links by which people choose a password (decision 0033), and from where a session began. */
export class People1763715000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const column = columnBuilders(queryRunner);
    await makeColumn(queryRunner, 'administrators', column.varchar('link_hash', 64, NULLABLE));
    await makeColumn(queryRunner, 'administrators', column.integer('link_expires_at', NULLABLE));
    await makeColumn(queryRunner, 'portal_sessions', column.varchar('address', 64, { default: "''" }));
    await makeIndex(
      queryRunner,
      'administrators',
      new TableIndex({ name: 'administrators_link', columnNames: ['link_hash'], isUnique: true }),
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropIndex('administrators', 'administrators_link');
    await queryRunner.dropColumn('portal_sessions', 'address');
    for (const name of ['link_expires_at', 'link_hash']) await queryRunner.dropColumn('administrators', name);
  }
}
