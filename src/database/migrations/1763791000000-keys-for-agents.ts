import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnBuilders, makeColumns } from './table-builders.js';

const TABLES = ['api_keys', 'restricted_api_keys'];

/** Adds the column that opens `/mcp` to a key. */
export class KeysForAgents1763791000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await makeColumns(queryRunner, table, columnBuilders(queryRunner).boolean('mcp', { default: 0 }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of TABLES) await queryRunner.dropColumn(table, 'mcp');
  }
}
