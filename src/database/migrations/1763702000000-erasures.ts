import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { columnBuilders, PRIMARY, type ColumnBuilders } from './column-builders.js';
import { makeTables } from './repeatable.js';

/** Erasures that are under way, and the names of erased devices (decision 0031). */
export class Erasures1763702000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const column = columnBuilders(queryRunner);
    await makeTables(queryRunner, [erasedDevices(column), erasures(column)]);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['erasures', 'erased_devices']) await queryRunner.dropTable(table);
  }
}

function erasedDevices(column: ColumnBuilders): Table {
  return new Table({
    name: 'erased_devices',
    withoutRowid: true,
    columns: [
      column.surrogate('enterprise_key', PRIMARY),
      column.surrogate('device_key', PRIMARY),
      column.id('id'),
      column.integer('change_number'),
    ],
    indices: [{ name: 'erased_devices_change', columnNames: ['enterprise_key', 'change_number'] }],
  });
}

function erasures(column: ColumnBuilders): Table {
  return new Table({
    name: 'erasures',
    withoutRowid: true,
    columns: [
      column.surrogate('enterprise_key', PRIMARY),
      column.surrogate('device_key', PRIMARY),
      column.varchar('id', 64),
      column.id('enterprise_id'),
      column.text('removed'),
    ],
  });
}
