import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Not, Repository, type EntityManager } from 'typeorm';
import type { Caller } from '../../auth/caller.js';
import { ApiError } from '../../http/api-error.js';
import { AuditService } from '../audit/audit.service.js';
import { Administrator } from './administrator.entity.js';
import {
  entryOf,
  hasSecondFactor,
  newAdministrator,
  type NewPerson,
  NO_PASSWORD,
  resetSecondFactor,
  rowOf,
  signOut,
} from './administrator-rows.js';
import { actorOf, type Role } from './session.js';
import { PasswordLinksService } from './password-links.service.js';

/** The most people of an enterprise, invited ones included. */
const MOST_PEOPLE = 200;

/** Somebody together with the link for them, which is known only at this moment. */
export interface LinkedPerson {
  readonly person: Administrator;
  readonly url: string;
}

/**
 * Lets administrators say who else may come in. The changes of an enterprise take turns (AuditService): two who remove each
 * other at once do not leave an enterprise without an administrator. Whoever loses access or changes role is signed out by the
 * same change.
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
      if ((await manager.countBy(Administrator, { enterpriseKey: caller.enterpriseKey })) >= MOST_PEOPLE)
        throw new ApiError('limit_reached', `An enterprise may have up to ${MOST_PEOPLE} people.`);
      await manager.insert(Administrator, person);
      return { result: { person, url }, entry: entryOf('administrator.invited', person) };
    });
  }

  /**
   * An address signs in to one enterprise alone, so it may be taken in any of them. An invitation that has expired does not keep
   * it: the person is removed, and the log of their enterprise says so.
   */
  private async freeAddress(manager: EntityManager, caller: Caller, email: string): Promise<void> {
    const taken = await manager.findOneBy(Administrator, { email });
    if (!taken) return;
    const isExpired = taken.passwordHash === NO_PASSWORD && (taken.linkExpiresAt ?? 0) <= Date.now();
    if (!isExpired) throw new ApiError('person_exists');
    await manager.delete(Administrator, rowOf(taken));
    if (taken.enterpriseKey === caller.enterpriseKey) return; // the invitation that follows is the event
    const service = { ...caller, enterpriseKey: taken.enterpriseKey, actor: 'service', address: '' };
    const expired = { expires_at: new Date(taken.linkExpiresAt ?? 0).toISOString() };
    await this.audit.add(manager, service, entryOf('administrator.removed', taken, expired));
  }

  /** Another link, in place of the one before: to choose the first password, or a new one. The present one works until then. */
  async makeLink(caller: Caller, id: string): Promise<LinkedPerson> {
    const { url, ...link } = this.links.make();
    return this.audit.recorded(caller, async (manager) => {
      const person = { ...(await requirePerson(manager, caller, id)), ...link };
      if (caller.actor === actorOf(person.email)) throw new ApiError('own_link');
      await manager.update(Administrator, rowOf(person), { ...link, updatedAt: Date.now() });
      return { result: { person, url }, entry: entryOf('administrator.link_made', person) };
    });
  }

  async changeRole(caller: Caller, id: string, role: Role): Promise<Administrator> {
    return this.audit.recorded(caller, async (manager) => {
      const before = await requirePerson(manager, caller, id);
      const person = { ...before, role };
      if (role === before.role) return { result: person };
      if (role !== 'admin') await refuseLastAdministrator(manager, before);
      await manager.update(Administrator, rowOf(person), { role, updatedAt: Date.now() });
      await signOut(manager, person);
      const entry = entryOf('administrator.role_changed', person, { previous_role: before.role });
      return { result: person, entry };
    });
  }

  /** For who has lost it. One's own is turned off in the account, which takes a proof. */
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
      await manager.delete(Administrator, rowOf(person));
      await signOut(manager, person);
      return { result: undefined, entry: entryOf('administrator.removed', person) };
    });
  }
}

/** Somebody of another enterprise is as absent as somebody who never was. */
async function requirePerson(
  manager: EntityManager,
  { enterpriseKey }: Caller,
  id: string,
): Promise<Administrator> {
  const person = await manager.findOneBy(Administrator, { enterpriseKey, id });
  if (!person) throw new ApiError('person_not_found');
  return person;
}

/** Who was invited and has not come yet is none: nobody may ever come. */
async function refuseLastAdministrator(manager: EntityManager, person: Administrator): Promise<void> {
  if (person.role !== 'admin' || person.passwordHash === NO_PASSWORD) return;
  const { enterpriseKey, id } = person;
  const other = { enterpriseKey, id: Not(id), role: 'admin', passwordHash: Not(NO_PASSWORD) };
  if (!(await manager.existsBy(Administrator, other))) throw new ApiError('last_administrator');
}
