import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import {
  BooleanColumn,
  IntegerColumn,
  LabelColumn,
  PrimarySurrogateColumn,
  PrimaryTimeColumn,
  SurrogateColumn,
  TimeColumn,
} from '../../database/schema/columns.js';

/** An application of a customer, with its key and what the key opens. Of the key only a keyed hash is stored. */
@Entity('api_keys')
@Index('api_keys_hash', ['keyHash'], { unique: true })
@Index('api_keys_old_hash', ['oldKeyHash'], { unique: true })
@Index('api_keys_ended_hash', ['endedKeyHash'], { unique: true })
@Index('api_keys_application', ['enterpriseKey', 'application'], { unique: true })
export class ApiKey {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ type: 'varchar', length: 100 })
  application: string;

  /** Names separated by spaces, in the specification's order. */
  @LabelColumn()
  scopes: string;

  @Column({ type: 'varchar', length: 64 })
  keyHash: string;

  /** The first and last few characters, to tell keys apart. */
  @Column({ type: 'varchar', length: 32 })
  keyHint: string;

  @TimeColumn()
  createdAt: number;

  @TimeColumn()
  updatedAt: number;

  @TimeColumn({ nullable: true })
  lastUsedAt: number | null;

  @Column({ type: 'varchar', length: 64, nullable: true })
  lastUsedAddress: string | null;

  /** Expiration, by the database's clock. */
  @TimeColumn({ nullable: true })
  expiresAt: number | null;

  /** Networks in the form of `networks.ts`, separated by spaces; empty for any address. */
  @Column({ type: 'varchar', length: 2200, default: '' })
  allowedNetworks: string;

  @BooleanColumn({ default: false })
  paused: boolean;

  @Column({ type: 'varchar', length: 500, default: '' })
  note: string;

  /** The previous key, which works in addition to the current one until `oldKeyUntil`. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  oldKeyHash: string | null;

  @TimeColumn({ nullable: true })
  oldKeyUntil: number | null;

  @TimeColumn({ nullable: true })
  oldKeyLastUsedAt: number | null;

  /** The last key that stopped working. It identifies the application of failed calls; no request is authenticated by it. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  endedKeyHash: string | null;
}

/** How far a key has read one change feed. */
@Entity('key_feeds', { withoutRowid: true })
export class FeedProgress {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimaryColumn({ type: 'varchar', length: 36 })
  apiKeyId: string;

  /** A number of `CHANGE_KINDS`. */
  @PrimarySurrogateColumn()
  kind: number;

  /** The key has all changes until then; null while it reads everything for the first time. */
  @TimeColumn({ nullable: true })
  readUntil: number | null;

  @TimeColumn()
  askedAt: number;
}

/** A call with a key that was refused or failed. */
@Entity('key_calls', { withoutRowid: true })
@Index('key_calls_request', ['enterpriseKey', 'requestId'])
export class FailedCall {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimaryColumn({ type: 'varchar', length: 36 })
  apiKeyId: string;

  @PrimaryTimeColumn()
  calledAt: number;

  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  /** Chosen by the caller, so not unique. */
  @Column({ type: 'varchar', length: 128 })
  requestId: string;

  @Column({ type: 'varchar', length: 32 })
  method: string;

  /** The template of the route, never the path; empty for an unknown path. */
  @Column({ type: 'varchar', length: 128 })
  route: string;

  @SurrogateColumn()
  status: number;

  @Column({ type: 'varchar', length: 64 })
  code: string;

  /** Why the key opened nothing, if that was the reason. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  keyState: string | null;

  /** The address as `networkOf` shortens it. */
  @Column({ type: 'varchar', length: 64 })
  network: string;

  @IntegerColumn()
  milliseconds: number;
}

/** Counts the calls with a key that had the same outcome in one hour. */
@Entity('key_call_counts', { withoutRowid: true })
export class CallCount {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimaryColumn({ type: 'varchar', length: 36 })
  apiKeyId: string;

  /** Start of the hour in UTC. */
  @PrimaryTimeColumn()
  hour: number;

  @PrimarySurrogateColumn()
  status: number;

  /** Error code; empty for success. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  code: string;

  @IntegerColumn()
  calls: number;
}
