import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { IdColumn, LabelColumn, PrimarySurrogateColumn, TimeColumn } from '../../database/schema/columns.js';

/**
 * Somebody signed in at the portal. The row says all that the session may do; whoever has no password here, because a
 * provider vouches for them, has no row among the administrators.
 */
@Entity('portal_sessions')
@Index('portal_sessions_token', ['tokenHash'], { unique: true })
export class PortalSession {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  /** The keyed hash of the token in the cookie. */
  @PrimaryColumn({ type: 'varchar', length: 64 })
  tokenHash: string;

  @IdColumn()
  email: string;

  @LabelColumn()
  name: string;

  @Column({ type: 'varchar', length: 16 })
  role: string;

  @TimeColumn()
  createdAt: number;

  /** At most a minute behind. */
  @TimeColumn()
  lastUsedAt: number;

  /** When it ends at the latest. */
  @TimeColumn()
  expiresAt: number;

  /** From where somebody signed in; empty where it was not kept yet. */
  @Column({ type: 'varchar', length: 64, default: '' })
  address: string;
}
