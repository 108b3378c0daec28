import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import {
  IdColumn,
  IntegerColumn,
  LabelColumn,
  PrimarySurrogateColumn,
  TimeColumn,
} from '../../database/schema/columns.js';

/** Administrators read and change everything. Viewers only read. */
export const ROLES = ['admin', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Password hash of invited users until they choose a password. It matches no password. */
export const NO_PASSWORD = '';

export const NO_LINK = { linkHash: null, linkExpiresAt: null } as const;

export const NO_SECOND_FACTOR = {
  totpSecret: '',
  newTotpSecret: '',
  totpStep: 0,
  recoveryCodes: '',
} as const;

/** Set by a right code, so the next wrong one starts a new window. */
export const NO_CODE_TRIES = { codeTries: 0, codeTriesUntil: 0 } as const;

/** A user who signs in to the portal with a password, for one enterprise. */
@Entity('administrators')
@Index('administrators_email', ['email'], { unique: true })
@Index('administrators_link', ['linkHash'], { unique: true })
export class Administrator {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  /** In lower case and unique across all enterprises, because users sign in with it alone. */
  @IdColumn()
  email: string;

  @LabelColumn()
  name: string;

  /** `admin` or `viewer`. */
  @Column({ type: 'varchar', length: 16 })
  role: string;

  /** The scrypt hash with its salt and cost, or `NO_PASSWORD`. */
  @LabelColumn()
  passwordHash: string;

  /** The keyed hash of the token of an unused password link. */
  @Column({ type: 'varchar', length: 64, nullable: true })
  linkHash: string | null;

  @TimeColumn({ nullable: true })
  linkExpiresAt: number | null;

  /** The encrypted secret of the second factor (decision 0039). Empty if there is none. */
  @Column({ type: 'varchar', length: 128, default: '' })
  totpSecret: string;

  /** The encrypted secret of a second factor that is not confirmed yet. */
  @Column({ type: 'varchar', length: 128, default: '' })
  newTotpSecret: string;

  /** The time step of the last used code. Codes up to this step are refused. */
  @IntegerColumn({ default: 0 })
  totpStep: number;

  /** The hashes of the unused recovery codes. */
  @LabelColumn({ default: '' })
  recoveryCodes: string;

  /** The number of codes tried in the current window. */
  @IntegerColumn({ default: 0 })
  codeTries: number;

  /** The end of the window. */
  @TimeColumn({ default: 0 })
  codeTriesUntil: number;

  @TimeColumn()
  createdAt: number;

  @TimeColumn()
  updatedAt: number;

  @TimeColumn({ nullable: true })
  lastSignInAt: number | null;
}

export const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

/** Treats unknown roles in the database as `viewer`. */
export const roleOf = (text: string): Role => (isRole(text) ? text : 'viewer');

/** Returns the name of a user in logs and in the audit log. */
export const actorOf = (email: string): string => `admin:${email}`;

export const hasSecondFactor = ({ totpSecret }: Administrator): boolean => totpSecret !== '';

export const primaryKeyOf = ({
  enterpriseKey,
  id,
}: Administrator): Pick<Administrator, 'enterpriseKey' | 'id'> => ({ enterpriseKey, id });
