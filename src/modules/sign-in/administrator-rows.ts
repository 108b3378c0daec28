import { randomUUID } from 'node:crypto';
import { Not, type EntityManager, type FindOptionsWhere } from 'typeorm';
import { tidyName } from '../../http/validators.js';
import type { AuditEntry } from '../audit/audit.service.js';
import type { Role } from './session.js';
import { PortalSession } from './portal-session.entity.js';
import { Administrator } from './administrator.entity.js';
import { tidyEmail } from './person-rules.js';

/** Of somebody who has been invited and has not chosen one yet. It matches nothing. */
export const NO_PASSWORD = '';

export const NO_LINK = { linkHash: null, linkExpiresAt: null } as const;

export const NO_SECOND_FACTOR = {
  totpSecret: '',
  newTotpSecret: '',
  totpStep: 0,
  recoveryCodes: '',
} as const;

export const hasSecondFactor = ({ totpSecret }: Administrator): boolean => totpSecret !== '';

/** Whom somebody would like to let in. */
export interface NewPerson {
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

export function newAdministrator(enterpriseKey: number, wanted: NewPerson): Administrator {
  const now = Date.now();
  return {
    enterpriseKey,
    id: randomUUID(),
    email: tidyEmail(wanted.email),
    name: tidyName(wanted.name),
    role: wanted.role,
    passwordHash: NO_PASSWORD,
    ...NO_LINK,
    ...NO_SECOND_FACTOR,
    codeTries: 0,
    codeTriesUntil: 0,
    createdAt: now,
    updatedAt: now,
    lastSignInAt: null,
  };
}

/** What the trail says of something done to an administrator. */
export function entryOf(
  action: AuditEntry['action'],
  { email, name, role }: Administrator,
  more: AuditEntry['details'] = {},
): AuditEntry {
  return { action, details: { email, name, role, ...more } };
}

export const rowOf = ({ enterpriseKey, id }: Administrator): Pick<Administrator, 'enterpriseKey' | 'id'> => ({
  enterpriseKey,
  id,
});

/** One UPDATE checks that somebody is as they were found, and changes them: of two that arrive together one changes a row. */
export async function changeAsFound(
  manager: EntityManager,
  person: Administrator,
  asFound: FindOptionsWhere<Administrator>,
  change: Partial<Administrator>,
): Promise<boolean> {
  const { affected } = await manager.update(Administrator, { ...rowOf(person), ...asFound }, change);
  return affected === 1;
}

/** Ends the sessions of a person, all but the one that may be kept, for every instance at once. */
export async function signOut(
  manager: EntityManager,
  { enterpriseKey, email }: Pick<PortalSession, 'enterpriseKey' | 'email'>,
  keptTokenHash?: string,
): Promise<void> {
  const others = keptTokenHash === undefined ? {} : { tokenHash: Not(keptTokenHash) };
  await manager.delete(PortalSession, { enterpriseKey, email, ...others });
}

/** Gives a person another password, which ends a link that there is and the sessions; false where they are not as they were found. */
export async function setPassword(
  manager: EntityManager,
  person: Administrator,
  passwordHash: string,
  { asFound = {}, keptTokenHash }: { asFound?: FindOptionsWhere<Administrator>; keptTokenHash?: string } = {},
): Promise<boolean> {
  const change = { passwordHash, ...NO_LINK, updatedAt: Date.now() };
  const isDone = await changeAsFound(manager, person, asFound, change);
  if (isDone) await signOut(manager, person, keptTokenHash);
  return isDone;
}

/** Takes a second factor away on the word of somebody else, and all sessions with it. */
export async function resetSecondFactor(manager: EntityManager, person: Administrator): Promise<AuditEntry> {
  await manager.update(Administrator, rowOf(person), NO_SECOND_FACTOR);
  await signOut(manager, person);
  return entryOf('administrator.second_factor_reset', person);
}
