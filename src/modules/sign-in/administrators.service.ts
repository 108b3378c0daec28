import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import { AuditService, type AuditEntry } from '../audit/audit.service.js';
import { Administrator } from './administrator.entity.js';
import {
  changeAsFound,
  entryOf,
  hasSecondFactor,
  newAdministrator,
  type NewPerson,
  resetSecondFactor,
  rowOf,
  setPassword,
  signOut,
} from './administrator-rows.js';
import { PasswordHashes } from './password-hashes.js';
import {
  isEmail,
  isPersonName,
  passwordProblem,
  tidyEmail,
  WRONG_EMAIL,
  WRONG_NAME,
} from './person-rules.js';

/** Why an administrator cannot be made or changed, in words for an operator. */
export class AdministratorProblem extends Error {}

/** Who acts on administrators: their enterprise follows from the administrator. */
export type Operator = Omit<Caller, 'enterpriseKey'>;

/** Makes and ends the accounts that sign in with a password. Whoever loses one is signed out by the same change. */
@Injectable()
export class AdministratorsService {
  constructor(
    @InjectRepository(Administrator) private readonly administrators: Repository<Administrator>,
    private readonly hashes: PasswordHashes,
    private readonly audit: AuditService,
  ) {}

  list(): Promise<Administrator[]> {
    return this.administrators.find({ order: { email: 'ASC' } });
  }

  /** In any case of letters: an address is stored in lower case. */
  find(email: string, manager = this.administrators.manager): Promise<Administrator | null> {
    return manager.findOneBy(Administrator, { email: tidyEmail(email) });
  }

  async hasPassword(email: string, password: string): Promise<boolean> {
    const administrator = await this.find(email);
    return administrator !== null && this.hashes.matches(password, administrator.passwordHash);
  }

  async add(
    operator: Operator,
    enterpriseKey: number,
    wanted: NewPerson & { readonly password: string },
  ): Promise<void> {
    if (!isEmail(wanted.email)) throw new AdministratorProblem(`The e-mail address ${WRONG_EMAIL}`);
    if (!isPersonName(wanted.name)) throw new AdministratorProblem(`The name ${WRONG_NAME}`);
    const passwordHash = await this.hash(wanted.password);
    await this.audit.recorded({ ...operator, enterpriseKey }, async (manager) => {
      if (await this.find(wanted.email, manager))
        throw new AdministratorProblem('There is an administrator with this e-mail address already');
      const administrator = { ...newAdministrator(enterpriseKey, wanted), passwordHash };
      await manager.insert(Administrator, administrator);
      return { result: undefined, entry: entryOf('administrator.added', administrator) };
    });
  }

  async setPassword(operator: Operator, email: string, password: string): Promise<void> {
    await this.require(email);
    const passwordHash = await this.hash(password);
    await this.change(operator, email, async (manager, administrator) => {
      await setPassword(manager, administrator, passwordHash);
      return entryOf('administrator.password_set', administrator);
    });
  }

  async remove(operator: Operator, email: string): Promise<void> {
    await this.change(operator, email, async (manager, administrator) => {
      await manager.delete(Administrator, rowOf(administrator));
      await signOut(manager, administrator);
      return entryOf('administrator.removed', administrator);
    });
  }

  async withSecondFactor(): Promise<string[]> {
    return (await this.list()).filter(hasSecondFactor).map(({ email }) => email);
  }

  /** For administrators whose second factor is lost or unusable. */
  async resetSecondFactor(operator: Operator, email: string): Promise<void> {
    await this.change(operator, email, (manager, administrator) => {
      if (!hasSecondFactor(administrator))
        throw new AdministratorProblem('This administrator has no second factor');
      return resetSecondFactor(manager, administrator);
    });
  }

  /** With the session that the sign-in begins, unless password or role have changed since they were checked, or a second factor was turned on. */
  async noteSignIn(manager: EntityManager, administrator: Administrator): Promise<boolean> {
    const { passwordHash, role } = administrator;
    const asChecked = { passwordHash, role, ...(!hasSecondFactor(administrator) && { totpSecret: '' }) };
    return changeAsFound(manager, administrator, asChecked, { lastSignInAt: Date.now() });
  }

  private async change(
    operator: Operator,
    email: string,
    work: (manager: EntityManager, administrator: Administrator) => Promise<AuditEntry>,
  ): Promise<void> {
    const { enterpriseKey } = await this.require(email);
    await this.audit.recorded({ ...operator, enterpriseKey }, async (manager) => {
      const administrator = await this.require(email, manager);
      return { result: undefined, entry: await work(manager, administrator) };
    });
  }

  private async require(email: string, manager?: EntityManager): Promise<Administrator> {
    const administrator = await this.find(email, manager);
    if (!administrator) throw new AdministratorProblem('There is no administrator with this e-mail address');
    return administrator;
  }

  private async hash(password: string): Promise<string> {
    const problem = passwordProblem(password);
    if (problem !== undefined) throw new AdministratorProblem(`A password ${problem}`);
    return this.hashes.make(password);
  }
}

/** A password that a person can copy and nobody can guess. */
export function newPassword(): string {
  return randomBytes(18).toString('base64url');
}
