import { randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan, Not, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type { Caller, Origin } from '../../auth/access.js';
import { sealingsFor } from '../../auth/crypto.js';
import { PasswordHashes } from '../../auth/password-hashes.js';
import { CONFIG, type Config } from '../../config/config.js';
import { Transactions } from '../../database/transactions.js';
import { ApiError } from '../../http/api-error.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { tidyName } from '../../http/validators.js';
import { AuditService, type AuditEntry, type AuditedChange } from '../audit/audit.service.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import {
  type Account,
  actorOf,
  Administrator,
  hasSecondFactor,
  KeyManager,
  NO_CODE_TRIES,
  NO_LINK,
  NO_PASSWORD,
  NO_SECOND_FACTOR,
  type Person,
  PortalSession,
  primaryKeyOf,
  ROLES,
  type Role,
  tableOf,
  userKeyOf,
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
import { callerFor } from './sessions.service.js';
import { SignInLimits } from './sign-in-limits.js';

export type { Person } from './administrator.entity.js';

/** Includes invited users. */
const MAX_PEOPLE = 200;
const LINK_LASTS_MS = 72 * 3_600_000;
const ADMINISTRATORS_ONLY = 'Only an administrator can grant, change or remove the role admin.';

type Operator = Omit<Caller, 'enterpriseKey'>;
type NewPerson = Pick<Person, 'email' | 'name' | 'role'>;
type Work<T> = (manager: EntityManager, person: Person) => Promise<T>;

/**
 * Manages the users of an enterprise and their password links (decision 0033), for the portal and the command line. Changes
 * of an enterprise run one after the other (`AuditService`), so two administrators cannot remove each other at the same time.
 */
@Injectable()
export class PeopleService {
  private readonly sealings = sealingsFor(this.config, 'password link');

  constructor(
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    private readonly hashes: PasswordHashes,
    private readonly enterprises: EnterprisesService,
    private readonly limits: SignInLimits,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list({ key, timeZone }: CallerEnterprise): Promise<PersonDto[]> {
    const people = await this.transactions.read((manager) => findPeople(manager, { enterpriseKey: key }));
    return people.map((person) => toPerson(person, timeZone));
  }

  listAll(): Promise<Person[]> {
    return this.transactions.read((manager) => findPeople(manager, {}));
  }

  find(email: string, manager?: EntityManager): Promise<Person | null> {
    const where = { email: tidyEmail(email) };
    return manager ? findPerson(manager, where) : this.findInOneState(where);
  }

  async hasPassword(email: string, password: string): Promise<boolean> {
    const person = await this.find(email);
    return person !== null && this.hashes.matches(password, person.passwordHash);
  }

  invite(caller: Caller, wanted: NewPerson, timeZone: string): Promise<PersonWithLinkDto> {
    const { enterpriseKey } = caller;
    const { url, ...link } = this.newLink();
    return this.audit.recorded(caller, async (manager) => {
      refuseAdministrator(caller, wanted);
      const person = { ...newPerson(enterpriseKey, wanted), ...link };
      await this.freeAddress(manager, caller, person.email);
      await insert(manager, person);
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
      await manager.update(tableOf(person), primaryKeyOf(person), { ...link, updatedAt: Date.now() });
      const result = { ...toPerson(person, timeZone), link: url };
      return { result, entry: auditEntry('administrator.link_made', person) };
    });
  }

  changeRole(caller: Caller, id: string, role: Role, timeZone: string): Promise<PersonDto> {
    return this.change(caller, id, async (manager, before) => {
      refuseAdministrator(caller, { role });
      if (role === before.role) return { result: toPerson(before, timeZone) };
      if (caller.person?.role === 'key_manager' && caller.person.email === before.email)
        throw new ApiError('insufficient_role', 'A key manager cannot change their own role.');
      await refuseLastAdministrator(manager, before);
      const now = Date.now();
      // a key manager may know the link, so it expires now. An expired invitation frees its address
      const revoked = role === 'admin' && { linkHash: null, linkExpiresAt: now };
      const change = { role, updatedAt: now, ...revoked };
      const person = { ...before, ...change };
      await manager.update(tableOf(before), primaryKeyOf(before), change);
      if (tableOf(person) !== tableOf(before)) await move(manager, before, person);
      await signOut(manager, before);
      if (ROLES.indexOf(role) > ROLES.indexOf(before.role)) await revokeLinks(manager, before);
      const details = { previous_role: before.role };
      const stored = await manager.findOneByOrFail(tableOf(person), primaryKeyOf(person));
      const result = toPerson(stored, timeZone);
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
  async requireByLink(token: string, { address }: Origin): Promise<Person> {
    const hashes = this.sealings.map((sealing) => sealing.derive('token', token));
    const valid = { linkHash: In(hashes), linkExpiresAt: MoreThan(Date.now()) };
    const person = await this.limits.attempt({ address }, () => this.findInOneState(valid));
    if (!person) throw new ApiError('invalid_link');
    return person;
  }

  async choosePassword(token: string, password: string, origin: Origin): Promise<void> {
    const person = await this.requireByLink(token, origin);
    const passwordHash = await this.hashFor(person, password);
    await this.audit.record(callerFor(person, origin), async (manager) => {
      const expected = { linkHash: person.linkHash ?? '', linkExpiresAt: MoreThan(Date.now()) };
      if (!(await setPassword(manager, person, passwordHash, expected))) throw new ApiError('invalid_link');
      return auditEntry('administrator.password_set', person, { method: 'link' });
    });
    await this.limits.resetAccount(person.email);
  }

  /** Throws if the password is easy to guess. */
  async hashFor({ enterpriseKey, name, email }: Account, password: string): Promise<string> {
    const enterprise = await this.enterprises.findByKey(enterpriseKey);
    return this.hashes.make(password, [name, email, enterprise?.name ?? '', enterprise?.id ?? '']);
  }

  /** For the command line, like all methods that take an operator. */
  async add(
    operator: Operator,
    enterpriseKey: number,
    wanted: NewPerson & { readonly password: string },
  ): Promise<void> {
    refuse('The e-mail address', emailProblem(tidyEmail(wanted.email)));
    refuse('The name', nameProblem(wanted.name));
    refuse('A password', passwordProblem(wanted.password));
    const passwordHash = await this.hashFor({ ...wanted, enterpriseKey }, wanted.password);
    await this.audit.record({ ...operator, enterpriseKey }, async (manager) => {
      if (await this.find(wanted.email, manager))
        throw new Error('Another user already has this e-mail address');
      const person = { ...newPerson(enterpriseKey, wanted), passwordHash };
      await insert(manager, person);
      return auditEntry('administrator.added', person);
    });
  }

  async setPassword(operator: Operator, email: string, password: string): Promise<void> {
    refuse('A password', passwordProblem(password));
    const passwordHash = await this.hashFor(await this.require(email), password);
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
      if (!hasSecondFactor(person)) throw new Error('This user has no second factor');
      return resetSecondFactor(manager, person);
    });
  }

  /** Finds a user whose change of role moves the row to the other table at the same time. */
  private findInOneState(where: FindOptionsWhere<Person>): Promise<Person | null> {
    return this.transactions.read((manager) => findPerson(manager, where));
  }

  private change<T>(caller: Caller, id: string, work: Work<AuditedChange<T>>): Promise<T> {
    return this.audit.recorded(caller, async (manager) => {
      const person = await findPerson(manager, { enterpriseKey: caller.enterpriseKey, id });
      if (!person) throw new ApiError('person_not_found');
      refuseAdministrator(caller, person);
      return work(manager, person);
    });
  }

  private async changeByEmail(operator: Operator, email: string, work: Work<AuditEntry>): Promise<void> {
    const { enterpriseKey } = await this.require(email);
    await this.audit.record({ ...operator, enterpriseKey }, async (manager) =>
      work(manager, await this.require(email, manager)),
    );
  }

  private async require(email: string, manager?: EntityManager): Promise<Person> {
    const person = await this.find(email, manager);
    if (!person) throw new Error('There is no user with this e-mail address');
    return person;
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
    const taken = await findPerson(manager, { email });
    if (!taken) return;
    const linkExpiresAt = taken.linkExpiresAt ?? 0;
    if (taken.passwordHash !== NO_PASSWORD || linkExpiresAt > Date.now()) throw new ApiError('person_exists');
    if (taken.enterpriseKey === caller.enterpriseKey) refuseAdministrator(caller, taken);
    // the other enterprise may make a new link at the same time
    const unchanged = { ...primaryKeyOf(taken), linkExpiresAt: taken.linkExpiresAt ?? IsNull() };
    const { affected } = await manager.delete(tableOf(taken), unchanged);
    if (affected === 0) throw new ApiError('person_exists');
    if (taken.enterpriseKey === caller.enterpriseKey) return;
    const service = { ...caller, enterpriseKey: taken.enterpriseKey, actor: 'service', address: '' };
    const expired = { expires_at: new Date(linkExpiresAt).toISOString() };
    await this.audit.add(manager, service, auditEntry('administrator.removed', taken, expired));
  }
}

function refuse(subject: string, problem: string | undefined): void {
  if (problem !== undefined) throw new Error(`${subject} ${problem}`);
}

/** Prefers `administrators`, because 1.2.0 may have invited a user with the address of a key manager. */
async function findPerson(manager: EntityManager, where: FindOptionsWhere<Person>): Promise<Person | null> {
  // queries both tables in every case, so that the time does not reveal which one has the user
  const administrator = await manager.findOneBy(Administrator, where);
  const keyManager = await manager.findOneBy(KeyManager, where);
  return administrator ?? keyManager;
}

async function findPeople(manager: EntityManager, where: FindOptionsWhere<Person>): Promise<Person[]> {
  const administrators = await manager.findBy(Administrator, where);
  const keyManagers = await manager.findBy(KeyManager, where);
  return [...administrators, ...keyManagers].sort((one, other) => (one.email < other.email ? -1 : 1));
}

/** Throws if a key manager grants, changes or removes the role of an administrator. */
function refuseAdministrator({ person }: Caller, { role }: Pick<Person, 'role'>): void {
  if (person?.role === 'key_manager' && role === 'admin')
    throw new ApiError('insufficient_role', ADMINISTRATORS_ONLY);
}

function newPerson(enterpriseKey: number, { email, name, role }: NewPerson): Person {
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

/**
 * Throws if the enterprise has the maximum number of users. Two enterprises may add an address at the same time. A unique
 * index refuses the second row in the same table. The UPDATE waits for a concurrent insert into the other table.
 */
async function insert(manager: EntityManager, person: Person): Promise<void> {
  const { enterpriseKey } = person;
  if ((await findPeople(manager, { enterpriseKey })).length >= MAX_PEOPLE)
    throw new ApiError('limit_reached', `An enterprise may have up to ${MAX_PEOPLE} users.`);
  await manager.insert(tableOf(person), person);
  const otherTable = tableOf(person) === KeyManager ? Administrator : KeyManager;
  const { affected } = await manager.update(otherTable, { email: person.email }, { email: person.email });
  if (affected !== 0) throw new ApiError('person_exists');
}

/** Does not count invited users as administrators, because they may never sign in. */
async function refuseLastAdministrator(manager: EntityManager, person: Person): Promise<void> {
  const { enterpriseKey, id, role, passwordHash } = person;
  if (role !== 'admin' || passwordHash === NO_PASSWORD) return;
  const other = { enterpriseKey, id: Not(id), role, passwordHash: Not(NO_PASSWORD) };
  if (!(await manager.existsBy(Administrator, other))) throw new ApiError('last_administrator');
}

/** Reads the row again, because a sign-in may have changed it before the UPDATE of its role locked it. */
async function move(manager: EntityManager, from: Person, to: Person): Promise<void> {
  const current = await manager.findOneByOrFail(tableOf(from), primaryKeyOf(from));
  await manager.delete(tableOf(from), primaryKeyOf(from));
  await manager.insert(tableOf(to), { ...current });
}

async function remove(manager: EntityManager, person: Person): Promise<AuditEntry> {
  await manager.delete(tableOf(person), primaryKeyOf(person));
  await signOut(manager, person);
  await revokeLinks(manager, person);
  return auditEntry('administrator.removed', person);
}

/** Revokes the links of an enterprise when a user loses a role, because this user may know them. */
async function revokeLinks(
  manager: EntityManager,
  { enterpriseKey, role, passwordHash }: Person,
): Promise<void> {
  if (role === 'viewer' || passwordHash === NO_PASSWORD) return;
  const now = Date.now();
  const open = { enterpriseKey, linkExpiresAt: MoreThan(now) };
  for (const people of [Administrator, KeyManager])
    await manager.update(people, open, { linkHash: null, linkExpiresAt: now });
}

async function resetSecondFactor(manager: EntityManager, person: Person): Promise<AuditEntry> {
  await manager.update(tableOf(person), primaryKeyOf(person), NO_SECOND_FACTOR);
  await signOut(manager, person);
  return auditEntry('administrator.second_factor_reset', person);
}

export function auditEntry(
  action: AuditEntry['action'],
  { email, name, role }: Person,
  more: AuditEntry['details'] = {},
): AuditEntry {
  return { action, details: { email, name, role, ...more } };
}

/** Checks and changes an account in one UPDATE. Only one of two concurrent changes succeeds. */
export async function updateIfUnchanged(
  manager: EntityManager,
  person: Person,
  expected: FindOptionsWhere<Person>,
  change: Partial<Person>,
): Promise<boolean> {
  const where = { ...primaryKeyOf(person), role: person.role, ...expected };
  const { affected } = await manager.update(tableOf(person), where, change);
  return affected === 1;
}

export async function signOut(manager: EntityManager, user: Person, keptTokenHash = ''): Promise<void> {
  await manager.delete(PortalSession, { ...userKeyOf(user), tokenHash: Not(keptTokenHash) });
}

/** Also ends the sessions and the password link of the user. Returns false if the account differs from `expected`. */
export async function setPassword(
  manager: EntityManager,
  person: Person,
  passwordHash: string,
  expected: FindOptionsWhere<Person> = {},
  keptTokenHash?: string,
): Promise<boolean> {
  const change = { passwordHash, ...NO_LINK, updatedAt: Date.now() };
  const isDone = await updateIfUnchanged(manager, person, expected, change);
  if (isDone) await signOut(manager, person, keptTokenHash);
  return isDone;
}
