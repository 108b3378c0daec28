import { randomUUID } from 'node:crypto';
import { tidyName } from '../../../http/parameters/visible-text.js';
import type { AuditEntry } from '../../audit/trail/audit-trail.service.js';
import type { Role } from '../sessions/session.js';
import type { Administrator } from './administrator.entity.js';

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

export function newAdministrator(
  enterpriseKey: number,
  wanted: { readonly email: string; readonly name: string; readonly role: Role },
): Administrator {
  const now = Date.now();
  return {
    enterpriseKey,
    id: randomUUID(),
    email: wanted.email.toLowerCase(),
    name: tidyName(wanted.name),
    role: wanted.role,
    passwordHash: NO_PASSWORD,
    ...NO_LINK,
    ...NO_SECOND_FACTOR,
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
  return { action, apiKeyId: '', application: '', details: { email, name, role, ...more } };
}

export const rowOf = ({ enterpriseKey, id }: Administrator): Pick<Administrator, 'enterpriseKey' | 'id'> => ({
  enterpriseKey,
  id,
});
