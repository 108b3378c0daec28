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
 * A change or a refused call, numbered per enterprise without gaps. The keyed hash covers the event and the previous
 * hash, so that `audit verify` finds removed and altered rows.
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

  @LabelColumn()
  actor: string;

  @Column({ type: 'varchar', length: 64 })
  action: string;

  @Column({ type: 'varchar', length: 64 })
  apiKeyId: string;

  @LabelColumn()
  application: string;

  @TextColumn()
  details: string;

  @Column({ type: 'varchar', length: 64 })
  address: string;

  @Column({ type: 'varchar', length: 128 })
  requestId: string;

  @Column({ type: 'varchar', length: 64 })
  hash: string;
}

/**
 * Last event of an enterprise. Adding an event locks and updates this row, so that the verification finds events
 * removed from the end.
 */
@Entity('audit_heads')
export class AuditHead {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @IntegerColumn()
  sequence: number;

  @Column({ type: 'varchar', length: 64 })
  hash: string;

  @Column({ type: 'varchar', length: 64, default: '' })
  seal: string;
}

/** One row, inserted by the first start (decision 0019). */
@Entity('pepper_record')
export class PepperRecord {
  @PrimarySurrogateColumn()
  id: number;

  /** Identifies the pepper without revealing it. */
  @Column({ type: 'varchar', length: 64 })
  checkValue: string;

  /** Chain keys of earlier peppers, encrypted under the current one. */
  @TextColumn()
  earlierSeals: string;
}

/** The portal has a label for each action. */
export const AUDIT_ACTIONS = [
  'api_key.created',
  'api_key.updated',
  'api_key.regenerated',
  'api_key.old_key_ended',
  'api_key.deleted',
  'settings.updated',
  'retention.applied',
  'import.applied',
  'sign_in.succeeded',
  'sign_in.failed',
  'sign_out.succeeded',
  'sign_out.everywhere',
  'administrator.added',
  'administrator.invited',
  'administrator.link_made',
  'administrator.renamed',
  'administrator.role_changed',
  'administrator.removed',
  'administrator.password_set',
  'administrator.second_factor_on',
  'administrator.second_factor_off',
  'administrator.second_factor_reset',
  'administrator.recovery_codes_made',
  'administrator.recovery_code_used',
  'track.viewed',
  'device.erased',
  'enterprise.erased',
  'call.refused',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const OUTCOMES = ['done', 'refused'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const REFUSED: readonly string[] = ['sign_in.failed', 'call.refused'] satisfies AuditAction[];

export const outcomeOf = (action: string): Outcome => (REFUSED.includes(action) ? 'refused' : 'done');

export const AUDIT_DETAILS = [
  'method',
  'role',
  'previous_role',
  'email',
  'name',
  'previous_name',
  'scopes',
  'previous_scopes',
  'previous_application',
  'expires_at',
  'previous_expires_at',
  'allowed_networks',
  'previous_allowed_networks',
  'paused',
  'mcp',
  'note',
  'previous_note',
  'hidden_data',
  'previous_hidden_data',
  'overlap_hours',
  'key_hint',
  'previous_key_hint',
  'retention_days',
  'previous_retention_days',
  'time_zone',
  'previous_time_zone',
  'second_factor_required',
  'data_pages',
  'previous_data_pages',
  'recovery_codes_left',
  'kept_from',
  'datausage',
  'screentime',
  'locations',
  'route',
  'status',
  'code',
  'calls',
  'enterprise_id',
  'device_id',
  'devices',
  'applications',
  'api_keys',
  'administrators',
] as const;

export type AuditDetails = Readonly<Partial<Record<(typeof AUDIT_DETAILS)[number], unknown>>>;
