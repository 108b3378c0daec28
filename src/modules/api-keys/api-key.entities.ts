import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import {
  BooleanColumn,
  IdColumn,
  IntegerColumn,
  LabelColumn,
  PrimarySurrogateColumn,
  PrimaryTimeColumn,
  SurrogateColumn,
  TextColumn,
  TimeColumn,
} from '../../database/schema/columns.js';

/** Stores only a keyed hash of the key. */
abstract class StoredKey {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ type: 'varchar', length: 100 })
  application: string;

  @LabelColumn()
  scopes: string;

  @Column({ type: 'varchar', length: 64 })
  keyHash: string;

  @Column({ type: 'varchar', length: 32 })
  keyHint: string;

  @TimeColumn()
  createdAt: number;

  /** E-mail address of a user. */
  @IdColumn({ nullable: true })
  createdBy: string | null;

  @TimeColumn()
  updatedAt: number;

  @TimeColumn({ nullable: true })
  lastUsedAt: number | null;

  @Column({ type: 'varchar', length: 64, nullable: true })
  lastUsedAddress: string | null;

  /** Compared with the clock of the database. */
  @TimeColumn({ nullable: true })
  expiresAt: number | null;

  /** Separated by spaces, in the form of `canonicalNetwork`. Empty for any address. */
  @Column({ type: 'varchar', length: 2200, default: '' })
  allowedNetworks: string;

  @BooleanColumn({ default: false })
  paused: boolean;

  /** True if the key may use `/mcp`. */
  @BooleanColumn({ default: false })
  mcp: boolean;

  @Column({ type: 'varchar', length: 500, default: '' })
  note: string;

  @Column({ type: 'varchar', length: 64, nullable: true })
  oldKeyHash: string | null;

  @TimeColumn({ nullable: true })
  oldKeyUntil: number | null;

  @TimeColumn({ nullable: true })
  oldKeyLastUsedAt: number | null;

  /** The last key that stopped working. It identifies failed calls and authenticates none. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  endedKeyHash: string | null;
}

/** A key that sees everything. */
@Entity('api_keys')
@Index('api_keys_hash', ['keyHash'], { unique: true })
@Index('api_keys_old_hash', ['oldKeyHash'], { unique: true })
@Index('api_keys_ended_hash', ['endedKeyHash'], { unique: true })
@Index('api_keys_application', ['enterpriseKey', 'application'], { unique: true })
export class ApiKey extends StoredKey {}

/** A key with `hidden_data`. Has its own table, because 1.2.0 would show everything to a key that it finds. */
@Entity('restricted_api_keys')
@Index('restricted_api_keys_hash', ['keyHash'], { unique: true })
@Index('restricted_api_keys_old_hash', ['oldKeyHash'], { unique: true })
@Index('restricted_api_keys_ended_hash', ['endedKeyHash'], { unique: true })
@Index('restricted_api_keys_application', ['enterpriseKey', 'application'], { unique: true })
export class RestrictedApiKey extends StoredKey {
  /** Separated by spaces, in alphabetical order. Never empty. */
  @Column({ type: 'varchar', length: 100 })
  hiddenData: string;
}

export const KEY_TABLES = [ApiKey, RestrictedApiKey] as const;

export type KeyEntry = StoredKey & Partial<Pick<RestrictedApiKey, 'hiddenData'>>;

/** SQL for the identifiers of all keys of the enterprise in the parameter `enterpriseKey`. */
export const KEY_IDS =
  '(SELECT id FROM api_keys WHERE enterprise_key = :enterpriseKey UNION ALL SELECT id FROM restricted_api_keys WHERE enterprise_key = :enterpriseKey)';

/** Primary key of the tables whose rows belong to an API key. */
abstract class RowOfKey {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimaryColumn({ type: 'varchar', length: 36 })
  apiKeyId: string;
}

@Entity('key_feeds', { withoutRowid: true })
export class FeedProgress extends RowOfKey {
  /** A number of `CHANGE_KINDS`. */
  @PrimarySurrogateColumn()
  kind: number;

  /** The key has all changes up to this time. Null during the first full read. */
  @TimeColumn({ nullable: true })
  readUntil: number | null;

  @TimeColumn()
  askedAt: number;
}

@Entity('key_calls', { withoutRowid: true })
@Index('key_calls_request', ['enterpriseKey', 'requestId'])
@Index('key_calls_time', ['enterpriseKey', 'calledAt', 'id'])
export class FailedCall extends RowOfKey {
  @PrimaryTimeColumn()
  calledAt: number;

  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  /** Chosen by the caller, so not unique. */
  @Column({ type: 'varchar', length: 128 })
  requestId: string;

  @Column({ type: 'varchar', length: 32 })
  method: string;

  /** Template of the route, because paths contain identifiers. Empty for an unknown path. */
  @Column({ type: 'varchar', length: 128 })
  route: string;

  @SurrogateColumn()
  status: number;

  @Column({ type: 'varchar', length: 64 })
  code: string;

  @Column({ type: 'varchar', length: 16, nullable: true })
  keyState: string | null;

  @Column({ type: 'varchar', length: 64 })
  network: string;

  @IntegerColumn()
  milliseconds: number;

  /** JSON array of names. Null in rows of 1.2.0. */
  @TextColumn({ nullable: true })
  refusedParameters: string | null;

  /** `detail` of the error, without values of the request. */
  @LabelColumn({ default: '' })
  detail: string;
}

@Entity('key_call_counts', { withoutRowid: true })
export class CallCount extends RowOfKey {
  /** Start of the hour in UTC. */
  @PrimaryTimeColumn()
  hour: number;

  @PrimarySurrogateColumn()
  status: number;

  @PrimaryColumn({ type: 'varchar', length: 64 })
  code: string;

  @IntegerColumn()
  calls: number;
}
