import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { actorOf, LONGEST_MS, type Role, type Session } from '../../../auth/sessions/session.js';
import { Sessions } from '../../../auth/sessions/sessions.js';
import { AuditTrail, type AuditEntry } from '../../audit/trail/audit-trail.service.js';
import { PortalSessionsRepository } from './portal-sessions.repository.js';

/** Where a request comes from. */
export interface Origin {
  readonly address: string;
  readonly requestId: string;
}

/** Somebody whose identity is proved. */
export interface Identity {
  readonly enterpriseKey: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

export type SignInMethod = 'password' | 'single_sign_on';

/** Whoever is no administrator, with an address as long as others'. What they entered is not kept: it may be a password. */
const NOBODY = { enterpriseKey: 0, email: 'nobody@nowhere.invalid' };
/** So many failures of nobody are kept at most by each process. */
const MOST_OF_NOBODY = 500;

/** Begins and ends sessions, and keeps both in the audit trail. */
@Injectable()
export class PortalSessionsService {
  private failuresOfNobody = 0;

  constructor(
    private readonly repository: PortalSessionsRepository,
    private readonly sessions: Sessions,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Begins a session under a token that nobody knew before. `confirm` has a last look at the identity inside the transaction:
   * an account that was removed meanwhile must not leave a session behind.
   */
  async begin(
    identity: Identity,
    method: SignInMethod,
    origin: Origin,
    confirm: (manager: EntityManager) => Promise<void> = () => Promise.resolve(),
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const { enterpriseKey, email, name, role } = identity;
    const caller = { enterpriseKey, actor: actorOf(email), ...origin };
    await this.audit.recorded(caller, async (manager) => {
      await confirm(manager);
      const now = Date.now();
      await this.repository.deleteEnded(manager, enterpriseKey, now);
      await this.repository.insert(manager, {
        enterpriseKey,
        tokenHash: this.sessions.hash(token),
        email,
        name,
        role,
        createdAt: now,
        lastUsedAt: now,
        expiresAt: now + LONGEST_MS,
      });
      return { result: undefined, entry: entryOf('sign_in.succeeded', { method, role }) };
    });
    return token;
  }

  /** The session of a token, if it lasts. */
  async find(token: string | undefined): Promise<Session | undefined> {
    return token === undefined ? undefined : this.sessions.look(token);
  }

  /** Ends the session of a token of which only the hash is known, if it lasts. */
  async endHashed(tokenHash: string, origin: Origin): Promise<void> {
    const session = await this.sessions.lookHashed(tokenHash);
    if (session) await this.end(session, origin);
  }

  /** Ends a session, for every instance at once. */
  async end({ enterprise, email, tokenHash }: Session, origin: Origin): Promise<void> {
    const caller = { enterpriseKey: enterprise.key, actor: actorOf(email), ...origin };
    await this.audit.recorded(caller, async (manager) => {
      const wasThere = await this.repository.delete(manager, enterprise.key, tokenHash);
      return { result: undefined, ...(wasThere && { entry: entryOf('sign_out.succeeded', {}) }) };
    });
  }

  /**
   * Keeps in the trail that somebody failed to sign in as an administrator of an enterprise. Who is none has a trail of nobody's:
   * exactly the same is written, so that no request that comes meanwhile takes another time.
   */
  async noteFailure(
    account: Pick<Identity, 'enterpriseKey' | 'email'> | undefined,
    method: SignInMethod,
    origin: Origin,
  ): Promise<void> {
    const { enterpriseKey, email } = account ?? NOBODY;
    await this.audit.recorded({ enterpriseKey, actor: 'anonymous', ...origin }, () =>
      Promise.resolve({ result: undefined, entry: entryOf('sign_in.failed', { method, email }) }),
    );
    if (!account && ++this.failuresOfNobody % MOST_OF_NOBODY === 0) await this.audit.forget(enterpriseKey);
  }
}

const entryOf = (action: AuditEntry['action'], details: AuditEntry['details']): AuditEntry => ({
  action,
  apiKeyId: '',
  application: '',
  details,
});
