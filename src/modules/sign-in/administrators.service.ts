import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Not, Repository, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type { Caller } from '../../auth/access.js';
import { tidyName } from '../../http/validators.js';
import { AuditService, type AuditEntry } from '../audit/audit.service.js';
import {
  Administrator,
  hasSecondFactor,
  NO_CODE_TRIES,
  NO_LINK,
  NO_PASSWORD,
  NO_SECOND_FACTOR,
  PortalSession,
  primaryKeyOf,
  type Role,
} from './administrator.entity.js';
import { PasswordHashes } from './password-hashes.js';
import { emailProblem, nameProblem, passwordProblem, tidyEmail } from './people.dto.js';

export { actorOf, hasSecondFactor, type Administrator } from './administrator.entity.js';

export class AdministratorProblem extends Error {}

export type Operator = Omit<Caller, 'enterpriseKey'>;

export interface NewPerson {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

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
    refuse('The e-mail address', emailProblem(tidyEmail(wanted.email)));
    refuse('The name', nameProblem(wanted.name));
    const passwordHash = await this.hash(wanted.password);
    await this.audit.recorded({ ...operator, enterpriseKey }, async (manager) => {
      if (await this.find(wanted.email, manager))
        throw new AdministratorProblem('Another administrator already has this e-mail address');
      const administrator = { ...newAdministrator(enterpriseKey, wanted), passwordHash };
      await manager.insert(Administrator, administrator);
      return { result: undefined, entry: auditEntry('administrator.added', administrator) };
    });
  }

  async setPassword(operator: Operator, email: string, password: string): Promise<void> {
    const passwordHash = await this.hash(password);
    await this.change(operator, email, async (manager, administrator) => {
      await setPassword(manager, administrator, passwordHash);
      return auditEntry('administrator.password_set', administrator);
    });
  }

  async remove(operator: Operator, email: string): Promise<void> {
    await this.change(operator, email, removeAdministrator);
  }

  async withSecondFactor(): Promise<string[]> {
    return (await this.list()).filter(hasSecondFactor).map(({ email }) => email);
  }

  async resetSecondFactor(operator: Operator, email: string): Promise<void> {
    await this.change(operator, email, (manager, administrator) => {
      if (!hasSecondFactor(administrator))
        throw new AdministratorProblem('This administrator has no second factor');
      return resetSecondFactor(manager, administrator);
    });
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
    refuse('A password', passwordProblem(password));
    return this.hashes.make(password);
  }
}

function refuse(subject: string, problem: string | undefined): void {
  if (problem !== undefined) throw new AdministratorProblem(`${subject} ${problem}`);
}

export function newPassword(): string {
  return randomBytes(18).toString('base64url');
}

export function newAdministrator(enterpriseKey: number, { email, name, role }: NewPerson): Administrator {
  const now = Date.now();
  return {
    enterpriseKey,
    id: randomUUID(),
    email: tidyEmail(email),
    name: tidyName(name),
    role,
    passwordHash: NO_PASSWORD,
    ...NO_LINK,
    ...NO_SECOND_FACTOR,
    ...NO_CODE_TRIES,
    createdAt: now,
    updatedAt: now,
    lastSignInAt: null,
  };
}

export function auditEntry(
  action: AuditEntry['action'],
  { email, name, role }: Administrator,
  more: AuditEntry['details'] = {},
): AuditEntry {
  return { action, details: { email, name, role, ...more } };
}

/** Checks and changes an account in one UPDATE. Only one of two concurrent changes succeeds. */
export async function updateIfUnchanged(
  manager: EntityManager,
  person: Administrator,
  expected: FindOptionsWhere<Administrator>,
  change: Partial<Administrator>,
): Promise<boolean> {
  const { affected } = await manager.update(Administrator, { ...primaryKeyOf(person), ...expected }, change);
  return affected === 1;
}

export async function signOut(
  manager: EntityManager,
  { enterpriseKey, email }: Pick<PortalSession, 'enterpriseKey' | 'email'>,
  keptTokenHash?: string,
): Promise<void> {
  const others = keptTokenHash === undefined ? {} : { tokenHash: Not(keptTokenHash) };
  await manager.delete(PortalSession, { enterpriseKey, email, ...others });
}

/** Also ends sessions and password link. Returns false if the account is not as expected. */
export async function setPassword(
  manager: EntityManager,
  person: Administrator,
  passwordHash: string,
  expected: FindOptionsWhere<Administrator> = {},
  keptTokenHash?: string,
): Promise<boolean> {
  const change = { passwordHash, ...NO_LINK, updatedAt: Date.now() };
  const isDone = await updateIfUnchanged(manager, person, expected, change);
  if (isDone) await signOut(manager, person, keptTokenHash);
  return isDone;
}

export async function resetSecondFactor(manager: EntityManager, person: Administrator): Promise<AuditEntry> {
  await manager.update(Administrator, primaryKeyOf(person), NO_SECOND_FACTOR);
  await signOut(manager, person);
  return auditEntry('administrator.second_factor_reset', person);
}

export async function removeAdministrator(
  manager: EntityManager,
  person: Administrator,
): Promise<AuditEntry> {
  await manager.delete(Administrator, primaryKeyOf(person));
  await signOut(manager, person);
  return auditEntry('administrator.removed', person);
}
