import { Column, Entity, Index } from 'typeorm';
import {
  LabelColumn,
  PrimaryIntegerColumn,
  PrimarySurrogateColumn,
  TextColumn,
  TimeColumn,
} from '../../database/schema/columns.js';

/**
 * Who did what to which key. The events of an enterprise are numbered without gaps and each carries a keyed hash over
 * itself and the one before, so that a removed or altered row shows.
 */
@Entity('audit_events')
@Index('audit_events_actor', ['enterpriseKey', 'actor', 'sequence'])
@Index('audit_events_action', ['enterpriseKey', 'action', 'sequence'])
@Index('audit_events_key', ['enterpriseKey', 'apiKeyId', 'sequence'])
@Index('audit_events_actor_action', ['enterpriseKey', 'actor', 'action', 'sequence'])
@Index('audit_events_key_action', ['enterpriseKey', 'apiKeyId', 'action', 'sequence'])
@Index('audit_events_key_actor', ['enterpriseKey', 'apiKeyId', 'actor', 'sequence'])
@Index('audit_events_at', ['enterpriseKey', 'at', 'sequence'])
@Index('audit_events_application', ['enterpriseKey', 'application', 'apiKeyId', 'sequence'])
export class AuditEvent {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimaryIntegerColumn()
  sequence: number;

  @TimeColumn()
  at: number;

  /** Who acted, such as `admin-token`. */
  @LabelColumn()
  actor: string;

  /** What was done, such as `api_key.created`. */
  @Column({ type: 'varchar', length: 64 })
  action: string;

  /** The key it was done to; empty where there was none. */
  @Column({ type: 'varchar', length: 64 })
  apiKeyId: string;

  @LabelColumn()
  application: string;

  /** JSON of what changed. */
  @TextColumn()
  details: string;

  @Column({ type: 'varchar', length: 64 })
  address: string;

  @Column({ type: 'varchar', length: 128 })
  requestId: string;

  @Column({ type: 'varchar', length: 64 })
  hash: string;
}
