import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import {
  IdColumn,
  IntegerColumn,
  LabelColumn,
  PrimarySurrogateColumn,
  TimeColumn,
} from '../../database/schema/columns.js';

/** With the most permissions first. */
export const ROLES = ['admin', 'key_manager', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Password hash of an invited user. Matches no password. */
export const NO_PASSWORD = '';

export const NO_LINK = { linkHash: null, linkExpiresAt: null } as const;

export const NO_SECOND_FACTOR = {
  totpSecret: '',
  newTotpSecret: '',
  totpStep: 0,
  recoveryCodes: '',
} as const;

/** Stored after a valid code, so that the next code starts a new window. */
export const NO_CODE_TRIES = { codeTries: 0, codeTriesUntil: 0 } as const;

export abstract class Account {
  @PrimarySurrogateColumn()
  enterpriseKey: number;

  /** In the form of `tidyEmail`. */
  @IdColumn()
  email: string;

  @LabelColumn()
  name: string;

  @Column({ type: 'varchar', length: 16 })
  role: Role;
}

/**
 * A user with a password. `tableOf` says which table has the row. The e-mail address is unique across enterprises and both
 * tables, because users sign in with it alone.
 */
export abstract class Person extends Account {
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @LabelColumn()
  passwordHash: string;

  @Column({ type: 'varchar', length: 64, nullable: true })
  linkHash: string | null;

  @TimeColumn({ nullable: true })
  linkExpiresAt: number | null;

  @Column({ type: 'varchar', length: 128, default: '' })
  totpSecret: string;

  @Column({ type: 'varchar', length: 128, default: '' })
  newTotpSecret: string;

  /** Time step of the last used code. Codes up to this step are refused. */
  @IntegerColumn({ default: 0 })
  totpStep: number;

  @LabelColumn({ default: '' })
  recoveryCodes: string;

  @IntegerColumn({ default: 0 })
  codeTries: number;

  @TimeColumn({ default: 0 })
  codeTriesUntil: number;

  @TimeColumn()
  createdAt: number;

  @TimeColumn()
  updatedAt: number;

  @TimeColumn({ nullable: true })
  lastSignInAt: number | null;
}

@Entity('administrators')
@Index('administrators_email', ['email'], { unique: true })
@Index('administrators_link', ['linkHash'], { unique: true })
export class Administrator extends Person {}

/** Has its own table, because 1.2.0 signs in a user with an unknown role as a viewer, who can read data. */
@Entity('key_managers')
@Index('key_managers_email', ['email'], { unique: true })
@Index('key_managers_link', ['linkHash'], { unique: true })
export class KeyManager extends Person {}

/**
 * Contains name and role, because users who sign in with SSO have no row in a table of users. 1.2.0 ignores sessions with
 * the role `key_manager`.
 */
@Entity('portal_sessions')
@Index('portal_sessions_token', ['tokenHash'], { unique: true })
export class PortalSession extends Account {
  @PrimaryColumn({ type: 'varchar', length: 64 })
  tokenHash: string;

  @TimeColumn()
  createdAt: number;

  /** Updated up to one minute late. */
  @TimeColumn()
  lastUsedAt: number;

  @TimeColumn()
  expiresAt: number;

  @Column({ type: 'varchar', length: 64, default: '' })
  address: string;

  @Column({ type: 'varchar', length: 32, default: '' })
  browser: string;

  @Column({ type: 'varchar', length: 32, default: '' })
  system: string;
}

export const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

/**
 * Also identifies users who sign in with SSO, who have no row in a table of users. Contains the role, because a key manager
 * can invite another user with the address of an administrator who signs in with SSO.
 */
export type UserKey = Pick<Account, 'enterpriseKey' | 'email' | 'role'>;

export const userKeyOf = ({ enterpriseKey, email, role }: UserKey): UserKey => ({
  enterpriseKey,
  email,
  role,
});

export const actorOf = (email: string): string => `admin:${email}`;

export const tableOf = ({ role }: { readonly role: string }): new () => Person =>
  role === 'key_manager' ? KeyManager : Administrator;

export const hasSecondFactor = ({ totpSecret }: Person): boolean => totpSecret !== '';

export const primaryKeyOf = ({ enterpriseKey, id }: Person) => ({ enterpriseKey, id });
