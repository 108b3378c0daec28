import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnBuilders, NULLABLE } from './column-builders.js';
import { makeColumn, makeIndex } from './repeatable.js';

const TABLE = 'api_keys';
const INDEX = 'api_keys_old_hash';
const TEXT = { default: "''" };

/** What keys carry besides: an end, networks, a pause, a note, and the key before while it still works. Those that are there have none of it. */
export class KeyTerms1763705000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const column = columnBuilders(queryRunner);
    const columns = [
      column.integer('expires_at', NULLABLE),
      column.varchar('allowed_networks', 2200, TEXT),
      column.boolean('paused', { default: 0 }),
      column.varchar('note', 500, TEXT),
      column.varchar('old_key_hash', 64, NULLABLE),
      column.integer('old_key_until', NULLABLE),
      column.integer('old_key_last_used_at', NULLABLE),
    ];
    for (const each of columns) await makeColumn(queryRunner, TABLE, each);
    const index = new TableIndex({ name: INDEX, columnNames: ['old_key_hash'], isUnique: true });
    await makeIndex(queryRunner, TABLE, index);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropIndex(TABLE, INDEX);
    const names = ['expires_at', 'allowed_networks', 'paused', 'note'];
    for (const name of [...names, 'old_key_hash', 'old_key_until', 'old_key_last_used_at'])
      await queryRunner.dropColumn(TABLE, name);
  }
}
