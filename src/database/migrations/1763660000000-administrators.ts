import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnBuilders, NULLABLE, PRIMARY, type ColumnBuilders } from './column-builders.js';
import { makeTables } from './repeatable.js';

/** Who may sign in at the portal, and who is signed in. */
export class Administrators1763660000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const column = columnBuilders(queryRunner);
    await makeTables(queryRunner, [administrators(column), portalSessions(column)]);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('portal_sessions');
    await queryRunner.dropTable('administrators');
  }
}

function administrators(column: ColumnBuilders): Table {
  return new Table({
    name: 'administrators',
    columns: [
      column.surrogate('enterprise_key', PRIMARY),
      column.varchar('id', 36, PRIMARY),
      column.id('email'),
      column.label('name'),
      column.varchar('role', 16),
      column.label('password_hash'),
      column.integer('created_at'),
      column.integer('updated_at'),
      column.integer('last_sign_in_at', NULLABLE),
    ],
    indices: [{ name: 'administrators_email', columnNames: ['email'], isUnique: true }],
  });
}

function portalSessions(column: ColumnBuilders): Table {
  return new Table({
    name: 'portal_sessions',
    columns: [
      column.surrogate('enterprise_key', PRIMARY),
      column.varchar('token_hash', 64, PRIMARY),
      column.id('email'),
      column.label('name'),
      column.varchar('role', 16),
      column.integer('created_at'),
      column.integer('last_used_at'),
      column.integer('expires_at'),
    ],
    indices: [{ name: 'portal_sessions_token', columnNames: ['token_hash'], isUnique: true }],
  });
}
