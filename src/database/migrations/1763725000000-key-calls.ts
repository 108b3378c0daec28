import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnBuilders, NULLABLE, PRIMARY, type ColumnBuilders } from './column-builders.js';
import { makeTables } from './repeatable.js';

/** The last calls of each key that failed, and how many there were of each kind (decision 0038). */
export class KeyCalls1763725000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const column = columnBuilders(queryRunner);
    await makeTables(queryRunner, [calls(column), counts(column)]);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['key_call_counts', 'key_calls']) await queryRunner.dropTable(table);
  }
}

function calls(column: ColumnBuilders): Table {
  return new Table({
    name: 'key_calls',
    withoutRowid: true,
    columns: [
      column.surrogate('enterprise_key', PRIMARY),
      column.varchar('api_key_id', 36, PRIMARY),
      column.integer('called_at', PRIMARY),
      column.varchar('id', 36, PRIMARY),
      column.varchar('request_id', 128),
      column.varchar('method', 32),
      column.varchar('route', 128),
      column.surrogate('status'),
      column.varchar('code', 64),
      column.varchar('key_state', 16, NULLABLE),
      column.varchar('network', 64),
      column.integer('milliseconds'),
    ],
    indices: [{ name: 'key_calls_request', columnNames: ['enterprise_key', 'request_id'] }],
  });
}

function counts(column: ColumnBuilders): Table {
  return new Table({
    name: 'key_call_counts',
    withoutRowid: true,
    columns: [
      column.surrogate('enterprise_key', PRIMARY),
      column.varchar('api_key_id', 36, PRIMARY),
      column.integer('hour', PRIMARY),
      column.surrogate('status', PRIMARY),
      column.varchar('code', 64, PRIMARY),
      column.integer('calls'),
    ],
  });
}
