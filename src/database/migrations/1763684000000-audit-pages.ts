import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { makeIndex } from './repeatable.js';

const TABLE = 'audit_events';
const INDICES = {
  audit_events_at: ['enterprise_key', 'at', 'sequence'],
  audit_events_application: ['enterprise_key', 'application', 'api_key_id', 'sequence'],
  audit_events_actor_action: ['enterprise_key', 'actor', 'action', 'sequence'],
  audit_events_key_action: ['enterprise_key', 'api_key_id', 'action', 'sequence'],
  audit_events_key_actor: ['enterprise_key', 'api_key_id', 'actor', 'sequence'],
};

/** Finds a page of any filter in a trail of any length, and the days and names that there are (decision 0016). */
export class AuditPages1763684000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, columnNames] of Object.entries(INDICES))
      await makeIndex(queryRunner, TABLE, new TableIndex({ name, columnNames }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(INDICES)) await queryRunner.dropIndex(TABLE, name);
  }
}
