import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnBuilders, NULLABLE } from './column-builders.js';
import { makeColumn } from './repeatable.js';

/** How long an enterprise keeps what grows with time (decision 0029); those that are there keep it for ever. */
export class RetentionDays1763700000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const column = columnBuilders(queryRunner);
    await makeColumn(queryRunner, 'enterprises', column.surrogate('retention_days', NULLABLE));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropColumn('enterprises', 'retention_days');
  }
}
