import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import {
  BooleanColumn,
  LabelColumn,
  PrimarySurrogateColumn,
  TimeColumn,
} from '../../database/schema/columns.js';

/** A customer's key: whose it is and what it opens. The key itself is kept only as a keyed hash. */
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

  /** Names of scopes, separated by spaces, in the specification's order. */
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

  /** From then on, by the database's clock, the key is unknown. */
  @TimeColumn({ nullable: true })
  expiresAt: number | null;

  /** Networks as `networks/networks.ts` writes them, separated by spaces; empty where requests may come from anywhere. */
  @Column({ type: 'varchar', length: 2200, default: '' })
  allowedNetworks: string;

  @BooleanColumn({ default: false })
  paused: boolean;

  @Column({ type: 'varchar', length: 500, default: '' })
  note: string;

  /** The key before, which works beside the new one until `oldKeyUntil`. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  oldKeyHash: string | null;

  @TimeColumn({ nullable: true })
  oldKeyUntil: number | null;

  @TimeColumn({ nullable: true })
  oldKeyLastUsedAt: number | null;

  /** The last key of the entry that works no more. No look-up asks for it: it tells whose calls fail since. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  endedKeyHash: string | null;
}
