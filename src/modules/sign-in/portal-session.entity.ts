import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { IdColumn, LabelColumn, PrimarySurrogateColumn, TimeColumn } from '../../database/schema/columns.js';

/** Contains name and role, because users who sign in with SSO have no row in `administrators`. */
@Entity('portal_sessions')
@Index('portal_sessions_token', ['tokenHash'], { unique: true })
export class PortalSession {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

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

  /** Up to one minute late. */
  @TimeColumn()
  lastUsedAt: number;

  @TimeColumn()
  expiresAt: number;

  @Column({ type: 'varchar', length: 64, default: '' })
  address: string;
}
