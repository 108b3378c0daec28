import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnBuilders, PRIMARY, type ColumnBuilders } from './column-builders.js';
import { makeColumn, makeTables } from './repeatable.js';

const NUMBERED = ['enterprises', 'devices', 'data_usage', 'screen_time', 'applications', 'locations'];

/** What the feeds follow (decision 0028). Rows that are there have the number 0: they came before every feed. */
export class ChangeLedger1763695000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const column = columnBuilders(queryRunner);
    for (const table of NUMBERED)
      await makeColumn(queryRunner, table, column.integer('change_number', { default: 0 }));
    await makeTables(queryRunner, [changes(column), removals(column)]);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['removals', 'changes']) await queryRunner.dropTable(table);
    for (const table of NUMBERED) await queryRunner.dropColumn(table, 'change_number');
  }
}

function changes(column: ColumnBuilders): Table {
  return new Table({
    name: 'changes',
    withoutRowid: true,
    columns: [
      column.surrogate('enterprise_key', PRIMARY),
      column.surrogate('kind', PRIMARY),
      column.integer('change_number', PRIMARY),
      column.surrogate('part', PRIMARY),
      column.integer('bits'),
      column.integer('recorded_at'),
      column.surrogate('records'),
      column.surrogate('removed'),
      column.text('ids'),
    ],
  });
}

function removals(column: ColumnBuilders): Table {
  return new Table({
    name: 'removals',
    withoutRowid: true,
    columns: [
      column.surrogate('enterprise_key', PRIMARY),
      column.surrogate('kind', PRIMARY),
      column.integer('id', PRIMARY),
      column.surrogate('device_key'),
      column.integer('change_number'),
    ],
    indices: [{ name: 'removals_change', columnNames: ['enterprise_key', 'kind', 'change_number'] }],
  });
}
