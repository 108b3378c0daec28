import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { LabelColumn, PrimarySurrogateColumn, TimeColumn } from '../../database/schema/columns.js';

/** A customer's key: whose it is and what it opens. The key itself is kept only as a keyed hash. */
@Entity('api_keys')
@Index('api_keys_hash', ['keyHash'], { unique: true })
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
}
