import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnBuilders, makeColumns } from './table-builders.js';

const PEOPLE = 'administrators';

/** Adds columns that count second-factor attempts (decision 0039). */
export class CodeTries1763785000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const column = columnBuilders(queryRunner);
    await makeColumns(queryRunner, PEOPLE, column.integer('code_tries code_tries_until', { default: 0 }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropColumn(PEOPLE, 'code_tries_until');
    await queryRunner.dropColumn(PEOPLE, 'code_tries');
  }
}
