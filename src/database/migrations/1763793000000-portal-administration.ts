import type { MigrationInterface, QueryRunner } from 'typeorm';
import { engineOf } from '../engine/engine.js';
import { columnBuilders, makeColumns, NULLABLE, PRIMARY, table, unique } from './table-builders.js';

const ZERO = { default: 0 };
const ONE = { default: 1 };
const EMPTY = { default: "''" };
const KEY_TABLES = ['api_keys', 'restricted_api_keys'];
const CALLS_BY_TIME = 'key_calls_time';

/** Adds the table of key managers, and columns that the portal shows for keys, failed calls and sessions. */
export class PortalAdministration1763793000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const column = columnBuilders(queryRunner);
    await makeColumns(queryRunner, 'enterprises', column.boolean('data_pages', ONE));
    for (const keys of KEY_TABLES) await makeColumns(queryRunner, keys, column.id('created_by', NULLABLE));
    await makeColumns(queryRunner, 'portal_sessions', column.varchar('browser system', 32, EMPTY));
    await makeColumns(queryRunner, 'key_calls', [
      ...column.text('refused_parameters', NULLABLE),
      ...column.label('detail', EMPTY),
    ]);
    const calls = await queryRunner.getTable('key_calls');
    if (!calls?.indices.some(({ name }) => name === CALLS_BY_TIME))
      await queryRunner.query(
        `CREATE INDEX ${CALLS_BY_TIME} ON key_calls (enterprise_key, called_at, id)${engineOf(queryRunner.dataSource).onlineIndex}`,
      );
    const keyManagers = table('key_managers', [
      column.surrogate('enterprise_key', PRIMARY),
      column.varchar('id', 36, PRIMARY),
      column.id('email'),
      column.label('name'),
      column.varchar('role', 16),
      column.label('password_hash'),
      column.integer('created_at updated_at'),
      column.integer('last_sign_in_at link_expires_at', NULLABLE),
      column.varchar('link_hash', 64, NULLABLE),
      column.varchar('totp_secret new_totp_secret', 128, EMPTY),
      column.integer('totp_step code_tries code_tries_until', ZERO),
      column.label('recovery_codes', EMPTY),
      unique('key_managers_email', 'email'),
      unique('key_managers_link', 'link_hash'),
    ]);
    await queryRunner.createTable(keyManagers, true);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('key_managers');
    await queryRunner.dropIndex('key_calls', CALLS_BY_TIME);
    await queryRunner.dropColumns('key_calls', ['refused_parameters', 'detail']);
    await queryRunner.dropColumns('portal_sessions', ['browser', 'system']);
    for (const keys of KEY_TABLES) await queryRunner.dropColumn(keys, 'created_by');
    await queryRunner.dropColumn('enterprises', 'data_pages');
  }
}
