import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Not, Repository, type EntityManager } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import { ApiError } from '../../http/api-error.js';
import { AuditService } from '../audit/audit.service.js';
import {
  actorOf,
  Administrator,
  hasSecondFactor,
  NO_PASSWORD,
  primaryKeyOf,
  type Role,
} from './administrator.entity.js';
import {
  auditEntry,
  newAdministrator,
  resetSecondFactor,
  signOut,
  type NewPerson,
} from './administrators.service.js';
import { PasswordLinksService } from './password-links.service.js';

/** Includes invited users. */
const MAX_PEOPLE = 200;

export interface LinkedPerson {
  readonly person: Administrator;
  readonly url: string;
}

/**
 * Changes of an enterprise run one after the other (`AuditService`). Two administrators cannot remove each other at the
 * same time.
 */
@Injectable()
export class PeopleService {
  constructor(
    @InjectRepository(Administrator) private readonly people: Repository<Administrator>,
    private readonly audit: AuditService,
    private readonly links: PasswordLinksService,
  ) {}

  list(enterpriseKey: number): Promise<Administrator[]> {
    return this.people.find({ where: { enterpriseKey }, order: { email: 'ASC' } });
  }

  async invite(caller: Caller, wanted: NewPerson): Promise<LinkedPerson> {
    const { url, ...link } = this.links.make();
    return this.audit.recorded(caller, async (manager) => {
      const person = { ...newAdministrator(caller.enterpriseKey, wanted), ...link };
      await this.freeAddress(manager, caller, person.email);
      if ((await manager.countBy(Administrator, { enterpriseKey: caller.enterpriseKey })) >= MAX_PEOPLE)
        throw new ApiError('limit_reached', `An enterprise may have up to ${MAX_PEOPLE} people.`);
      await manager.insert(Administrator, person);
      return { result: { person, url }, entry: auditEntry('administrator.invited', person) };
    });
  }

  /** Removes an expired invitation with this address, even from another enterprise. */
  private async freeAddress(manager: EntityManager, caller: Caller, email: string): Promise<void> {
    const taken = await manager.findOneBy(Administrator, { email });
    if (!taken) return;
    const isExpired = taken.passwordHash === NO_PASSWORD && (taken.linkExpiresAt ?? 0) <= Date.now();
    if (!isExpired) throw new ApiError('person_exists');
    await manager.delete(Administrator, primaryKeyOf(taken));
    if (taken.enterpriseKey === caller.enterpriseKey) return;
    const service = { ...caller, enterpriseKey: taken.enterpriseKey, actor: 'service', address: '' };
    const expired = { expires_at: new Date(taken.linkExpiresAt ?? 0).toISOString() };
    await this.audit.add(manager, service, auditEntry('administrator.removed', taken, expired));
  }

  /** Keeps the current password valid until the link is used. */
  async makeLink(caller: Caller, id: string): Promise<LinkedPerson> {
    const { url, ...link } = this.links.make();
    return this.audit.recorded(caller, async (manager) => {
      const person = { ...(await requirePerson(manager, caller, id)), ...link };
      if (caller.actor === actorOf(person.email)) throw new ApiError('own_link');
      await manager.update(Administrator, primaryKeyOf(person), { ...link, updatedAt: Date.now() });
      return { result: { person, url }, entry: auditEntry('administrator.link_made', person) };
    });
  }

  async changeRole(caller: Caller, id: string, role: Role): Promise<Administrator> {
    return this.audit.recorded(caller, async (manager) => {
      const before = await requirePerson(manager, caller, id);
      const person = { ...before, role };
      if (role === before.role) return { result: person };
      if (role !== 'admin') await refuseLastAdministrator(manager, before);
      await manager.update(Administrator, primaryKeyOf(person), { role, updatedAt: Date.now() });
      await signOut(manager, person);
      const entry = auditEntry('administrator.role_changed', person, { previous_role: before.role });
      return { result: person, entry };
    });
  }

  async resetSecondFactor(caller: Caller, id: string): Promise<void> {
    await this.audit.recorded(caller, async (manager) => {
      const person = await requirePerson(manager, caller, id);
      if (caller.actor === actorOf(person.email)) throw new ApiError('own_second_factor');
      if (!hasSecondFactor(person)) return { result: undefined };
      return { result: undefined, entry: await resetSecondFactor(manager, person) };
    });
  }

  async remove(caller: Caller, id: string): Promise<void> {
    await this.audit.recorded(caller, async (manager) => {
      const person = await requirePerson(manager, caller, id);
      await refuseLastAdministrator(manager, person);
      await manager.delete(Administrator, primaryKeyOf(person));
      await signOut(manager, person);
      return { result: undefined, entry: auditEntry('administrator.removed', person) };
    });
  }
}

async function requirePerson(
  manager: EntityManager,
  { enterpriseKey }: Caller,
  id: string,
): Promise<Administrator> {
  const person = await manager.findOneBy(Administrator, { enterpriseKey, id });
  if (!person) throw new ApiError('person_not_found');
  return person;
}

/** Does not count invited users as administrators, because they may never sign in. */
async function refuseLastAdministrator(manager: EntityManager, person: Administrator): Promise<void> {
  if (person.role !== 'admin' || person.passwordHash === NO_PASSWORD) return;
  const { enterpriseKey, id } = person;
  const other = { enterpriseKey, id: Not(id), role: 'admin', passwordHash: Not(NO_PASSWORD) };
  if (!(await manager.existsBy(Administrator, other))) throw new ApiError('last_administrator');
}
