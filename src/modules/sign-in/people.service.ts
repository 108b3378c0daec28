import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, MoreThan, Not, Repository, type EntityManager } from 'typeorm';
import type { Caller, Origin } from '../../auth/access.js';
import { sealingsFor } from '../../auth/crypto.js';
import { CONFIG, type Config } from '../../config/config.js';
import { ApiError } from '../../http/api-error.js';
import { AuditService, type Change } from '../audit/audit.service.js';
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
  removeAdministrator,
  resetSecondFactor,
  setPassword,
  signOut,
  type NewPerson,
} from './administrators.service.js';
import { PasswordHashes } from './password-hashes.js';
import { SignInLimits } from './sign-in-limits.js';

/** Includes invited users. */
const MAX_PEOPLE = 200;
const LINK_LASTS_MS = 72 * 3_600_000;

export interface LinkedPerson {
  readonly person: Administrator;
  readonly url: string;
}

/**
 * Manages the users of an enterprise and their password links (decision 0033). Changes of an enterprise run one after the
 * other (`AuditService`), so two administrators cannot remove each other at the same time.
 */
@Injectable()
export class PeopleService {
  private readonly sealings = sealingsFor(this.config, 'password link');

  constructor(
    @InjectRepository(Administrator) private readonly people: Repository<Administrator>,
    private readonly audit: AuditService,
    private readonly hashes: PasswordHashes,
    private readonly limits: SignInLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  list(enterpriseKey: number): Promise<Administrator[]> {
    return this.people.find({ where: { enterpriseKey }, order: { email: 'ASC' } });
  }

  async invite(caller: Caller, wanted: NewPerson): Promise<LinkedPerson> {
    const { url, ...link } = this.newLink();
    return this.audit.recorded(caller, async (manager) => {
      const person = { ...newAdministrator(caller.enterpriseKey, wanted), ...link };
      await this.freeAddress(manager, caller, person.email);
      if ((await manager.countBy(Administrator, { enterpriseKey: caller.enterpriseKey })) >= MAX_PEOPLE)
        throw new ApiError('limit_reached', `An enterprise may have up to ${MAX_PEOPLE} users.`);
      await manager.insert(Administrator, person);
      return { result: { person, url }, entry: auditEntry('administrator.invited', person) };
    });
  }

  /** Keeps the current password valid until the link is used. */
  makeLink(caller: Caller, id: string): Promise<LinkedPerson> {
    const { url, ...link } = this.newLink();
    return this.change(caller, id, async (manager, before) => {
      const person = { ...before, ...link };
      if (caller.actor === actorOf(person.email)) throw new ApiError('own_link');
      await manager.update(Administrator, primaryKeyOf(person), { ...link, updatedAt: Date.now() });
      return { result: { person, url }, entry: auditEntry('administrator.link_made', person) };
    });
  }

  changeRole(caller: Caller, id: string, role: Role): Promise<Administrator> {
    return this.change(caller, id, async (manager, before) => {
      const person = { ...before, role };
      if (role === before.role) return { result: person };
      if (role !== 'admin') await refuseLastAdministrator(manager, before);
      await manager.update(Administrator, primaryKeyOf(person), { role, updatedAt: Date.now() });
      await signOut(manager, person);
      const entry = auditEntry('administrator.role_changed', person, { previous_role: before.role });
      return { result: person, entry };
    });
  }

  resetSecondFactor(caller: Caller, id: string): Promise<void> {
    return this.change(caller, id, async (manager, person) => {
      if (caller.actor === actorOf(person.email)) throw new ApiError('own_second_factor');
      if (!hasSecondFactor(person)) return { result: undefined };
      return { result: undefined, entry: await resetSecondFactor(manager, person) };
    });
  }

  remove(caller: Caller, id: string): Promise<void> {
    return this.change(caller, id, async (manager, person) => {
      await refuseLastAdministrator(manager, person);
      return { result: undefined, entry: await removeAdministrator(manager, person) };
    });
  }

  /** Counts an invalid token as a failed sign-in from the address. */
  async requireByLink(token: string, { address }: Origin): Promise<Administrator> {
    const valid = { linkHash: In(this.linkHashesOf(token)), linkExpiresAt: MoreThan(Date.now()) };
    const person = await this.limits.attempt({ address }, () => this.people.findOneBy(valid));
    if (!person) throw new ApiError('invalid_link');
    return person;
  }

  async choosePassword(token: string, password: string, origin: Origin): Promise<void> {
    const person = await this.requireByLink(token, origin);
    const { enterpriseKey, email, linkHash } = person;
    const passwordHash = await this.hashes.make(password);
    await this.audit.recorded({ enterpriseKey, actor: actorOf(email), ...origin }, async (manager) => {
      const expected = { linkHash: linkHash ?? '', linkExpiresAt: MoreThan(Date.now()) };
      if (!(await setPassword(manager, person, passwordHash, expected))) throw new ApiError('invalid_link');
      const entry = auditEntry('administrator.password_set', person, { method: 'link' });
      return { result: undefined, entry };
    });
    await this.limits.forget(email);
  }

  /** The token is in the URL fragment, which browsers do not send. The base is `PUBLIC_URL`. */
  private newLink() {
    const token = randomBytes(32).toString('base64url');
    const [linkHash = ''] = this.linkHashesOf(token);
    const url = `${this.config.publicUrl}/portal#link=${token}`;
    return { url, linkHash, linkExpiresAt: Date.now() + LINK_LASTS_MS };
  }

  private linkHashesOf(token: string): string[] {
    return this.sealings.map((sealing) => sealing.derive('token', token));
  }

  private change<T>(
    caller: Caller,
    id: string,
    work: (manager: EntityManager, person: Administrator) => Promise<Change<T>>,
  ): Promise<T> {
    return this.audit.recorded(caller, async (manager) => {
      const person = await manager.findOneBy(Administrator, { enterpriseKey: caller.enterpriseKey, id });
      if (!person) throw new ApiError('person_not_found');
      return work(manager, person);
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
}

/** Does not count invited users as administrators, because they may never sign in. */
async function refuseLastAdministrator(manager: EntityManager, person: Administrator): Promise<void> {
  if (person.role !== 'admin' || person.passwordHash === NO_PASSWORD) return;
  const { enterpriseKey, id } = person;
  const other = { enterpriseKey, id: Not(id), role: 'admin', passwordHash: Not(NO_PASSWORD) };
  if (!(await manager.existsBy(Administrator, other))) throw new ApiError('last_administrator');
}
