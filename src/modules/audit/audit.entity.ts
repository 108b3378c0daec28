import { Column, Entity, Index } from 'typeorm';
import {
  IntegerColumn,
  LabelColumn,
  PrimaryIntegerColumn,
  PrimarySurrogateColumn,
  TextColumn,
  TimeColumn,
} from '../../database/schema/columns.js';

/**
 * What a user did to an API key or a setting. The events of an enterprise are numbered without gaps. Each has a keyed hash
 * over itself and the event before, so that `audit verify` finds removed and altered rows.
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

  /** The user or program, such as `admin-token`. */
  @LabelColumn()
  actor: string;

  /** Such as `api_key.created`. */
  @Column({ type: 'varchar', length: 64 })
  action: string;

  /** Empty if the event is about no API key. */
  @Column({ type: 'varchar', length: 64 })
  apiKeyId: string;

  @LabelColumn()
  application: string;

  /** JSON. */
  @TextColumn()
  details: string;

  @Column({ type: 'varchar', length: 64 })
  address: string;

  @Column({ type: 'varchar', length: 128 })
  requestId: string;

  @Column({ type: 'varchar', length: 64 })
  hash: string;
}

/** The last event of an enterprise. Each transaction that adds an event locks this row and updates it, so the verification finds events removed from the end. */
@Entity('audit_heads')
export class AuditHead {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @IntegerColumn()
  sequence: number;

  @Column({ type: 'varchar', length: 64 })
  hash: string;

  /** A keyed hash over the other columns. */
  @Column({ type: 'varchar', length: 64, default: '' })
  seal: string;
}

/** The pepper of this database: one row, inserted by the first start (decision 0019). */
@Entity('pepper_record')
export class PepperRecord {
  @PrimarySurrogateColumn()
  id: number;

  /** Derived from the pepper alone. */
  @Column({ type: 'varchar', length: 64 })
  checkValue: string;

  /** The audit log's keys of earlier peppers, encrypted under the current one. Empty if there are none. */
  @TextColumn()
  earlierSeals: string;
}
