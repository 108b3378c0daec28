import type { MigrationInterface, QueryRunner } from 'typeorm';
import { columnBuilders } from './column-builders.js';
import { makeColumn } from './repeatable.js';

const PEOPLE = 'administrators';
const TEXT = { default: "''" };

/** Second factors (decision 0039). Nobody has one yet, and no enterprise requires it. */
export class SecondFactor1763730000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const column = columnBuilders(queryRunner);
    const columns = [
      column.varchar('totp_secret', 128, TEXT),
      column.varchar('new_totp_secret', 128, TEXT),
      column.integer('totp_step', { default: 0 }),
      column.label('recovery_codes', TEXT),
    ];
    for (const each of columns) await makeColumn(queryRunner, PEOPLE, each);
    await makeColumn(queryRunner, 'enterprises', column.boolean('second_factor_required', { default: 0 }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropColumn('enterprises', 'second_factor_required');
    for (const name of ['recovery_codes', 'totp_step', 'new_totp_secret', 'totp_secret'])
      await queryRunner.dropColumn(PEOPLE, name);
  }
}
