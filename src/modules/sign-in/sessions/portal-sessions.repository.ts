import { Injectable } from '@nestjs/common';
import { LessThanOrEqual, type EntityManager } from 'typeorm';
import { IDLE_MS } from '../../../auth/sessions/session.js';
import { PortalSession } from './portal-session.entity.js';

/** The stored sessions. Every change goes through the manager of the transaction that also writes its audit event. */
@Injectable()
export class PortalSessionsRepository {
  async insert(manager: EntityManager, session: PortalSession): Promise<void> {
    await manager.insert(PortalSession, session);
  }

  /** Says whether there was such a session. */
  async delete(manager: EntityManager, enterpriseKey: number, tokenHash: string): Promise<boolean> {
    const { affected } = await manager.delete(PortalSession, { enterpriseKey, tokenHash });
    return (affected ?? 0) > 0;
  }

  async deleteOf(manager: EntityManager, enterpriseKey: number, email: string): Promise<void> {
    await manager.delete(PortalSession, { enterpriseKey, email });
  }

  async deleteEnded(manager: EntityManager, enterpriseKey: number, now: number): Promise<void> {
    await manager.delete(PortalSession, [
      { enterpriseKey, expiresAt: LessThanOrEqual(now) },
      { enterpriseKey, lastUsedAt: LessThanOrEqual(now - IDLE_MS) },
    ]);
  }
}
