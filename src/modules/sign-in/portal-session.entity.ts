import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { IdColumn, LabelColumn, PrimarySurrogateColumn, TimeColumn } from '../../database/schema/columns.js';

/** A session of the portal. Users who sign in with SSO have no row in `administrators`, so this one has their name and role. */
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

  /** Up to one minute late. */
  @TimeColumn()
  lastUsedAt: number;

  /** The end of the session, however often it is used. */
  @TimeColumn()
  expiresAt: number;

  /** The client address at sign-in. Empty in sessions of older versions. */
  @Column({ type: 'varchar', length: 64, default: '' })
  address: string;
}
