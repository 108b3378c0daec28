import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../auth/current-caller.js';
import type { Role } from '../sessions/session.js';
import { isVisibleThroughout, tidyName } from '../../../http/parameters/visible-text.js';
import { AuditTrail, type AuditEntry } from '../../audit/trail/audit-trail.service.js';
import type { Administrator } from './administrator.entity.js';
import { AdministratorsRepository } from './administrators.repository.js';
import { PasswordHashes } from './password-hashes.js';
import { PortalSessionsRepository } from '../sessions/portal-sessions.repository.js';

export const LEAST_PASSWORD_CHARACTERS = 12;
export const MOST_PASSWORD_CHARACTERS = 1000;
const MOST_EMAIL_CHARACTERS = 254;
const MOST_NAME_CHARACTERS = 500;

/** Why an administrator cannot be made or changed, in words for an operator. */
export class AdministratorProblem extends Error {}

export interface NewAdministrator {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly password: string;
}

/** Who acts on administrators: their enterprise follows from the administrator. */
export type Operator = Omit<Caller, 'enterpriseKey'>;

/** Makes and ends the accounts that sign in with a password. Whoever loses one is signed out by the same change. */
@Injectable()
export class AdministratorsService {
  constructor(
    private readonly administrators: AdministratorsRepository,
    private readonly sessions: PortalSessionsRepository,
    private readonly hashes: PasswordHashes,
    private readonly audit: AuditTrail,
  ) {}

  list(): Promise<Administrator[]> {
    return this.administrators.list();
  }

  async has(email: string): Promise<boolean> {
    return (await this.administrators.findByEmail(email)) !== null;
  }

  /** Whether somebody could sign in so. */
  async hasPassword(email: string, password: string): Promise<boolean> {
    const administrator = await this.administrators.findByEmail(email);
    return administrator !== null && this.hashes.matches(password, administrator.passwordHash);
  }

  async add(operator: Operator, enterpriseKey: number, wanted: NewAdministrator): Promise<void> {
    refuseBadEmail(wanted.email);
    if (!isPersonName(wanted.name))
      throw new AdministratorProblem(
        'The name should have 1 to 500 characters, none of them a control, zero-width or direction character',
      );
    const passwordHash = await this.hash(wanted.password);
    await this.audit.recorded({ ...operator, enterpriseKey }, async (manager) => {
      if (await this.administrators.findByEmail(wanted.email, manager))
        throw new AdministratorProblem('There is an administrator with this e-mail address already');
      const now = Date.now();
      const administrator: Administrator = {
        enterpriseKey,
        id: randomUUID(),
        email: wanted.email.toLowerCase(),
        name: tidyName(wanted.name),
        role: wanted.role,
        passwordHash,
        createdAt: now,
        updatedAt: now,
        lastSignInAt: null,
      };
      await this.administrators.insert(manager, administrator);
      return { result: undefined, entry: describe('administrator.added', administrator) };
    });
  }

  async setPassword(operator: Operator, email: string, password: string): Promise<void> {
    const { enterpriseKey } = await this.require(email);
    const passwordHash = await this.hash(password);
    await this.audit.recorded({ ...operator, enterpriseKey }, async (manager) => {
      const administrator = await this.require(email, manager);
      await this.administrators.update(manager, administrator, { passwordHash, updatedAt: Date.now() });
      await this.sessions.deleteOf(manager, enterpriseKey, administrator.email);
      return { result: undefined, entry: describe('administrator.password_set', administrator) };
    });
  }

  async remove(operator: Operator, email: string): Promise<void> {
    const { enterpriseKey } = await this.require(email);
    await this.audit.recorded({ ...operator, enterpriseKey }, async (manager) => {
      const administrator = await this.require(email, manager);
      await this.administrators.delete(manager, administrator);
      await this.sessions.deleteOf(manager, enterpriseKey, administrator.email);
      return { result: undefined, entry: describe('administrator.removed', administrator) };
    });
  }

  private async require(
    ...which: Parameters<AdministratorsRepository['findByEmail']>
  ): Promise<Administrator> {
    const administrator = await this.administrators.findByEmail(...which);
    if (!administrator) throw new AdministratorProblem('There is no administrator with this e-mail address');
    return administrator;
  }

  private async hash(password: string): Promise<string> {
    const { length } = [...password];
    if (length < LEAST_PASSWORD_CHARACTERS)
      throw new AdministratorProblem(
        `A password should have at least ${LEAST_PASSWORD_CHARACTERS} characters`,
      );
    if (length > MOST_PASSWORD_CHARACTERS)
      throw new AdministratorProblem(`A password should have at most ${MOST_PASSWORD_CHARACTERS} characters`);
    return this.hashes.make(password);
  }
}

/** A password that a person can copy and nobody can guess. */
export function newPassword(): string {
  return randomBytes(18).toString('base64url');
}

export function isEmail(text: string): boolean {
  return /^[^\s\p{Cc}\p{Cs}@]+@[^\s\p{Cc}\p{Cs}@]+$/u.test(text) && text.length <= MOST_EMAIL_CHARACTERS;
}

export function isPersonName(text: string): boolean {
  return isVisibleThroughout(text) && text.trim() !== '' && text.length <= MOST_NAME_CHARACTERS;
}

function refuseBadEmail(email: string): void {
  if (!isEmail(email)) throw new AdministratorProblem('The e-mail address should be like name@example.com');
}

function describe(action: AuditEntry['action'], { email, name, role }: Administrator): AuditEntry {
  return { action, apiKeyId: '', application: '', details: { email, name, role } };
}
