import type { EntityManager } from 'typeorm';
import type { AuditEntry } from '../../audit/trail/audit-trail.service.js';
import { PortalSession } from '../sessions/portal-session.entity.js';
import { Administrator } from './administrator.entity.js';
import { entryOf, NO_SECOND_FACTOR, rowOf } from './administrator-rows.js';

/** Takes a second factor away on the word of somebody else, and all sessions with it. */
export async function resetSecondFactor(
  manager: EntityManager,
  administrator: Administrator,
): Promise<AuditEntry> {
  const { enterpriseKey, email } = administrator;
  await manager.update(Administrator, rowOf(administrator), NO_SECOND_FACTOR);
  await manager.delete(PortalSession, { enterpriseKey, email });
  return entryOf('administrator.second_factor_reset', administrator);
}
