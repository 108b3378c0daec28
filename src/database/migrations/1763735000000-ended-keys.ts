import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnBuilders, NULLABLE } from './column-builders.js';
import { makeColumn, makeIndex } from './repeatable.js';

const TABLE = 'api_keys';
const INDEX = 'api_keys_ended_hash';

/** The key that was replaced last (decision 0038). Of those that were replaced before nothing is known. */
export class EndedKeys1763735000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await makeColumn(queryRunner, TABLE, columnBuilders(queryRunner).varchar('ended_key_hash', 64, NULLABLE));
    const index = new TableIndex({ name: INDEX, columnNames: ['ended_key_hash'], isUnique: true });
    await makeIndex(queryRunner, TABLE, index);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropIndex(TABLE, INDEX);
    await queryRunner.dropColumn(TABLE, 'ended_key_hash');
  }
}
