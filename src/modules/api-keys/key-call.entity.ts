import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import {
  IntegerColumn,
  PrimarySurrogateColumn,
  PrimaryTimeColumn,
  SurrogateColumn,
} from '../../database/schema/columns.js';

/** A call with a key that was refused or failed. */
@Entity('key_calls', { withoutRowid: true })
@Index('key_calls_request', ['enterpriseKey', 'requestId'])
export class KeyCall {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimaryColumn({ type: 'varchar', length: 36 })
  apiKeyId: string;

  /** When it arrived. */
  @PrimaryTimeColumn()
  calledAt: number;

  /** Tells calls of one moment apart. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  /** Callers choose it, and may do so twice. */
  @Column({ type: 'varchar', length: 128 })
  requestId: string;

  @Column({ type: 'varchar', length: 32 })
  method: string;

  /** The template of the route, never the path; empty where there is none. */
  @Column({ type: 'varchar', length: 128 })
  route: string;

  @SurrogateColumn()
  status: number;

  @Column({ type: 'varchar', length: 64 })
  code: string;

  /** Why the key opened nothing, if that was so. */
  @Column({ type: 'varchar', length: 16, nullable: true })
  keyState: string | null;

  /** As `networkOf` shortens addresses. */
  @Column({ type: 'varchar', length: 64 })
  network: string;

  @IntegerColumn()
  milliseconds: number;
}
