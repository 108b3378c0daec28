import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnBuilders, NULLABLE, PRIMARY, table, unique } from './table-builders.js';

const RESTRICTED = 'restricted_api_keys';
const ZERO = { default: 0 };
const EMPTY = { default: "''" };

/** Adds a table for keys with `hidden_data`, which 1.2.0 must not find. Has the columns of `api_keys` and its own. */
export class RestrictedApiKeys1763790000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const column = columnBuilders(queryRunner);
    const keys = table(RESTRICTED, [
      column.surrogate('enterprise_key', PRIMARY),
      column.varchar('id', 36, PRIMARY),
      column.varchar('application', 100),
      column.label('scopes'),
      column.varchar('key_hash', 64),
      column.varchar('key_hint', 32),
      column.integer('created_at updated_at'),
      column.integer('last_used_at', NULLABLE),
      column.varchar('last_used_address', 64, NULLABLE),
      column.integer('expires_at', NULLABLE),
      column.varchar('allowed_networks', 2200, EMPTY),
      column.boolean('paused', ZERO),
      column.varchar('note', 500, EMPTY),
      column.varchar('old_key_hash', 64, NULLABLE),
      column.integer('old_key_until old_key_last_used_at', NULLABLE),
      column.varchar('ended_key_hash', 64, NULLABLE),
      column.varchar('hidden_data', 100),
      unique(`${RESTRICTED}_hash`, 'key_hash'),
      unique(`${RESTRICTED}_application`, 'enterprise_key application'),
      unique(`${RESTRICTED}_old_hash`, 'old_key_hash'),
      unique(`${RESTRICTED}_ended_hash`, 'ended_key_hash'),
    ]);
    await queryRunner.createTable(keys, true);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable(RESTRICTED);
  }
}
