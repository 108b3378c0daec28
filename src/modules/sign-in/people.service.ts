import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, MoreThan, Not, Repository, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { sealingsFor } from '../../auth/crypto.js';
import { CONFIG, type Config } from '../../config/config.js';
import { ApiError } from '../../http/api-error.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { tidyName } from '../../http/validators.js';
import { AuditService, type AuditEntry, type Change } from '../audit/audit.service.js';
import {
  actorOf,
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
import {
  emailProblem,
  nameProblem,
  passwordProblem,
  tidyEmail,
  toPerson,
  type PersonDto,
  type PersonWithLinkDto,
} from './people.dto.js';
import { PasswordHashes } from './password-hashes.js';
import { SignInLimits } from './sign-in-limits.js';
import type { Caller, Origin } from '../../auth/access.js';

export { actorOf, hasSecondFactor, type Administrator } from './administrator.entity.js';

/** Includes invited users. */
const MAX_PEOPLE = 200;
const LINK_LASTS_MS = 72 * 3_600_000;

/** An error of the command line. */
export class AdministratorProblem extends Error {}

type Operator = Omit<Caller, 'enterpriseKey'>;
type NewPerson = Pick<Administrator, 'email' | 'name'> & { readonly role: Role };
type Work<T> = (manager: EntityManager, person: Administrator) => Promise<T>;

/**
 * Manages the users of an enterprise and their password links (decision 0033), for the portal and the command line. Changes
 * of an enterprise run one after the other (`AuditService`), so two administrators cannot remove each other at the same time.
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

  async list({ key, timeZone }: CallerEnterprise): Promise<PersonDto[]> {
    const people = await this.people.find({ where: { enterpriseKey: key }, order: { email: 'ASC' } });
    return people.map((person) => toPerson(person, timeZone));
  }

  listAll(): Promise<Administrator[]> {
    return this.people.find({ order: { email: 'ASC' } });
  }

  find(email: string, manager = this.people.manager): Promise<Administrator | null> {
    return manager.findOneBy(Administrator, { email: tidyEmail(email) });
  }

  async hasPassword(email: string, password: string): Promise<boolean> {
    const person = await this.find(email);
    return person !== null && this.hashes.matches(password, person.passwordHash);
  }

  invite(caller: Caller, wanted: NewPerson, timeZone: string): Promise<PersonWithLinkDto> {
    const { enterpriseKey } = caller;
    const { url, ...link } = this.newLink();
    return this.audit.recorded(caller, async (manager) => {
      const person = { ...newAdministrator(enterpriseKey, wanted), ...link };
      await this.freeAddress(manager, caller, person.email);
      if ((await manager.countBy(Administrator, { enterpriseKey })) >= MAX_PEOPLE)
        throw new ApiError('limit_reached', `An enterprise may have up to ${MAX_PEOPLE} users.`);
      await manager.insert(Administrator, person);
      const result = { ...toPerson(person, timeZone), link: url };
      return { result, entry: auditEntry('administrator.invited', person) };
    });
  }

  /** Keeps the current password valid until the link is used. */
  makeLink(caller: Caller, id: string, timeZone: string): Promise<PersonWithLinkDto> {
    const { url, ...link } = this.newLink();
    return this.change(caller, id, async (manager, before) => {
      const person = { ...before, ...link };
      if (caller.actor === actorOf(person.email)) throw new ApiError('own_link');
      await manager.update(Administrator, primaryKeyOf(person), { ...link, updatedAt: Date.now() });
      const result = { ...toPerson(person, timeZone), link: url };
      return { result, entry: auditEntry('administrator.link_made', person) };
    });
  }

  changeRole(caller: Caller, id: string, role: Role, timeZone: string): Promise<PersonDto> {
    return this.change(caller, id, async (manager, before) => {
      const person = { ...before, role };
      const result = toPerson(person, timeZone);
      if (role === before.role) return { result };
      if (role !== 'admin') await refuseLastAdministrator(manager, before);
      await manager.update(Administrator, primaryKeyOf(person), { role, updatedAt: Date.now() });
      await signOut(manager, person);
      const details = { previous_role: before.role };
      return { result, entry: auditEntry('administrator.role_changed', person, details) };
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
      return { result: undefined, entry: await remove(manager, person) };
    });
  }

  /** Counts an invalid token as a failed sign-in from the address. */
  async requireByLink(token: string, { address }: Origin): Promise<Administrator> {
    const hashes = this.sealings.map((sealing) => sealing.derive('token', token));
    const valid = { linkHash: In(hashes), linkExpiresAt: MoreThan(Date.now()) };
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

  /** For the command line, like all methods that take an operator. */
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
      const person = { ...newAdministrator(enterpriseKey, wanted), passwordHash };
      await manager.insert(Administrator, person);
      return { result: undefined, entry: auditEntry('administrator.added', person) };
    });
  }

  async setPassword(operator: Operator, email: string, password: string): Promise<void> {
    const passwordHash = await this.hash(password);
    await this.changeByEmail(operator, email, async (manager, person) => {
      await setPassword(manager, person, passwordHash);
      return auditEntry('administrator.password_set', person);
    });
  }

  removeByEmail(operator: Operator, email: string): Promise<void> {
    return this.changeByEmail(operator, email, remove);
  }

  resetSecondFactorByEmail(operator: Operator, email: string): Promise<void> {
    return this.changeByEmail(operator, email, (manager, person) => {
      if (!hasSecondFactor(person)) throw new AdministratorProblem('This administrator has no second factor');
      return resetSecondFactor(manager, person);
    });
  }

  private change<T>(caller: Caller, id: string, work: Work<Change<T>>): Promise<T> {
    return this.audit.recorded(caller, async (manager) => {
      const person = await manager.findOneBy(Administrator, { enterpriseKey: caller.enterpriseKey, id });
      if (!person) throw new ApiError('person_not_found');
      return work(manager, person);
    });
  }

  private async changeByEmail(operator: Operator, email: string, work: Work<AuditEntry>): Promise<void> {
    const { enterpriseKey } = await this.require(email);
    await this.audit.recorded({ ...operator, enterpriseKey }, async (manager) => {
      const person = await this.require(email, manager);
      return { result: undefined, entry: await work(manager, person) };
    });
  }

  private async require(email: string, manager?: EntityManager): Promise<Administrator> {
    const person = await this.find(email, manager);
    if (!person) throw new AdministratorProblem('There is no administrator with this e-mail address');
    return person;
  }

  private async hash(password: string): Promise<string> {
    refuse('A password', passwordProblem(password));
    return this.hashes.make(password);
  }

  /** The token is in the URL fragment, which browsers do not send. The base is `PUBLIC_URL`. */
  private newLink() {
    const token = randomBytes(32).toString('base64url');
    const url = `${this.config.publicUrl}/portal#link=${token}`;
    const linkHash = this.sealings[0].derive('token', token);
    return { url, linkHash, linkExpiresAt: Date.now() + LINK_LASTS_MS };
  }

  /** Removes an expired invitation with this address, even from another enterprise. */
  private async freeAddress(manager: EntityManager, caller: Caller, email: string): Promise<void> {
    const taken = await manager.findOneBy(Administrator, { email });
    if (!taken) return;
    const linkExpiresAt = taken.linkExpiresAt ?? 0;
    if (taken.passwordHash !== NO_PASSWORD || linkExpiresAt > Date.now()) throw new ApiError('person_exists');
    await manager.delete(Administrator, primaryKeyOf(taken));
    if (taken.enterpriseKey === caller.enterpriseKey) return;
    const service = { ...caller, enterpriseKey: taken.enterpriseKey, actor: 'service', address: '' };
    const expired = { expires_at: new Date(linkExpiresAt).toISOString() };
    await this.audit.add(manager, service, auditEntry('administrator.removed', taken, expired));
  }
}

function refuse(subject: string, problem: string | undefined): void {
  if (problem !== undefined) throw new AdministratorProblem(`${subject} ${problem}`);
}

function newAdministrator(enterpriseKey: number, { email, name, role }: NewPerson): Administrator {
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

/** Does not count invited users as administrators, because they may never sign in. */
async function refuseLastAdministrator(manager: EntityManager, person: Administrator): Promise<void> {
  const { enterpriseKey, id, role, passwordHash } = person;
  if (role !== 'admin' || passwordHash === NO_PASSWORD) return;
  const other = { enterpriseKey, id: Not(id), role, passwordHash: Not(NO_PASSWORD) };
  if (!(await manager.existsBy(Administrator, other))) throw new ApiError('last_administrator');
}

async function remove(manager: EntityManager, person: Administrator): Promise<AuditEntry> {
  await manager.delete(Administrator, primaryKeyOf(person));
  await signOut(manager, person);
  return auditEntry('administrator.removed', person);
}

async function resetSecondFactor(manager: EntityManager, person: Administrator): Promise<AuditEntry> {
  await manager.update(Administrator, primaryKeyOf(person), NO_SECOND_FACTOR);
  await signOut(manager, person);
  return auditEntry('administrator.second_factor_reset', person);
}

export const newPassword = (): string => randomBytes(18).toString('base64url');

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
