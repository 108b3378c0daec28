import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { makeIndex } from './repeatable.js';

const TABLE = 'audit_events';
const INDICES = {
  audit_events_actor: ['enterprise_key', 'actor', 'sequence'],
  audit_events_action: ['enterprise_key', 'action', 'sequence'],
  audit_events_key: ['enterprise_key', 'api_key_id', 'sequence'],
};

/** Finds the events of one person, action or key in a long trail without reading all of it. */
export class AuditFilters1763670000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, columnNames] of Object.entries(INDICES))
      await makeIndex(queryRunner, TABLE, new TableIndex({ name, columnNames }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDICES)) await queryRunner.dropIndex(TABLE, name);
  }
}
