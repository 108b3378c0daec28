import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import {
  IdColumn,
  IntegerColumn,
  LabelColumn,
  PrimarySurrogateColumn,
  TimeColumn,
} from '../../database/schema/columns.js';

/** Somebody who signs in at the portal with a password, for one enterprise. */
@Entity('administrators')
@Index('administrators_email', ['email'], { unique: true })
@Index('administrators_link', ['linkHash'], { unique: true })
export class Administrator {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  /** In lower case, unique over all enterprises: it alone says who signs in. */
  @IdColumn()
  email: string;

  @LabelColumn()
  name: string;

  /** `admin` or `viewer`. */
  @Column({ type: 'varchar', length: 16 })
  role: string;

  /** The password's scrypt hash with its salt and costs; empty until somebody who was invited has chosen one. */
  @LabelColumn()
  passwordHash: string;

  /** The keyed hash of the token of the link by which a password can be chosen, as long as none was. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  linkHash: string | null;

  @TimeColumn({ nullable: true })
  linkExpiresAt: number | null;

  /** The secret of the second factor, encrypted (decision 0039); empty where there is none. */
  @Column({ type: 'varchar', length: 128, default: '' })
  totpSecret: string;

  /** One that is being set up and was not confirmed yet. */
  @Column({ type: 'varchar', length: 128, default: '' })
  newTotpSecret: string;

  /** The step of the last code that was used: neither it nor one before is good again. */
  @IntegerColumn({ default: 0 })
  totpStep: number;

  /** The hashes of the recovery codes that are left. */
  @LabelColumn({ default: '' })
  recoveryCodes: string;

  /** The second-factor codes that were tried since the window began. */
  @IntegerColumn({ default: 0 })
  codeTries: number;

  /** The end of that window. */
  @TimeColumn({ default: 0 })
  codeTriesUntil: number;

  @TimeColumn()
  createdAt: number;

  @TimeColumn()
  updatedAt: number;

  @TimeColumn({ nullable: true })
  lastSignInAt: number | null;
}
