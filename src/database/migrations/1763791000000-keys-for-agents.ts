import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnBuilders, makeColumns } from './table-builders.js';

const KEYS = 'api_keys';

/** Adds the column that opens `/mcp` to a key. */
export class KeysForAgents1763791000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await makeColumns(queryRunner, KEYS, columnBuilders(queryRunner).boolean('mcp', { default: 0 }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropColumn(KEYS, 'mcp');
  }
}
