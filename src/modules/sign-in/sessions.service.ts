import { createHmac, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LessThan, LessThanOrEqual, type EntityManager } from 'typeorm';
import type { Origin } from '../../auth/caller.js';
import { keyFor } from '../../auth/crypto.js';
import { CONFIG, type Config, peppersOf } from '../../config/config.js';
import { Transactions } from '../../database/transactions.js';
import { ApiError } from '../../http/api-error.js';
import { AuditService } from '../audit/audit.service.js';
import { PortalSession } from './portal-session.entity.js';
import { PortalSessionsRepository } from './portal-sessions.repository.js';
import { actorOf, IDLE_MS, lastUsed, LONGEST_MS, type Role, type Session } from './session.js';

const TOKEN = /^[\w-]{43}$/; // 256 bits in base64url
/** Use is noted no more often: most requests of a session write nothing. */
const NOTE_EVERY_MS = 60_000;

/** Somebody whose identity is proved. */
export interface Identity {
  readonly enterpriseKey: number;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
}

export type SignInMethod = 'password' | 'second_factor' | 'single_sign_on';

/** In place of an account that does not exist, with an address as long as others'. What was entered is not kept: it may be a password. */
const UNKNOWN_ACCOUNT = { enterpriseKey: 0, email: 'nobody@nowhere.invalid' };
/** So many failures of unknown accounts are kept at most by each process. */
const MOST_OF_UNKNOWN = 500;

/**
 * Begins and ends sessions, and keeps both in the audit trail. Looks them up in the database always: one that was ended is refused
 * by every instance from that moment on.
 */
@Injectable()
export class PortalSessionsService {
  /** Sessions begin under the first. */
  private readonly hashKey: Buffer;
  private failuresOfUnknown = 0;

  constructor(
    private readonly sessions: PortalSessionsRepository,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    @Inject(CONFIG) config: Config,
  ) {
    this.hashKey = keyFor(peppersOf(config)[0], 'portal session');
  }

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
      await manager.delete(PortalSession, [
        { enterpriseKey, expiresAt: LessThanOrEqual(now) },
        { enterpriseKey, lastUsedAt: LessThanOrEqual(now - IDLE_MS) },
      ]);
      await manager.insert(PortalSession, {
        enterpriseKey,
        tokenHash: this.hash(token),
        email,
        name,
        role,
        createdAt: now,
        lastUsedAt: now,
        expiresAt: now + LONGEST_MS,
        address: origin.address,
      });
      return { result: undefined, entry: { action: 'sign_in.succeeded', details: { method, role } } };
    });
    return token;
  }

  /** The session of a token, unless it has ended. Its 30 minutes begin anew. */
  async use(token: string): Promise<Session | undefined> {
    const found = await this.look(token);
    const now = Date.now();
    if (!found || now < found.lastUsedAt + NOTE_EVERY_MS) return found;
    const { enterprise, tokenHash } = found;
    const unlessLater = { enterpriseKey: enterprise.key, tokenHash, lastUsedAt: LessThan(now) };
    await this.transactions.run((manager) => manager.update(PortalSession, unlessLater, { lastUsedAt: now }));
    return lastUsed(found, now);
  }

  /** The same without using it: what a page asks of its own accord keeps no session alive. */
  async look(token = ''): Promise<Session | undefined> {
    return TOKEN.test(token) ? this.find(this.hash(token)) : undefined;
  }

  /** Throws if a session has ended, or is no longer that of an administrator where that is required. */
  async check(
    manager: EntityManager,
    { enterprise, tokenHash }: Session,
    mustBeAdmin: boolean,
  ): Promise<void> {
    const session = await manager.findOneBy(PortalSession, { enterpriseKey: enterprise.key, tokenHash });
    if (!session) throw new ApiError('not_signed_in');
    if (mustBeAdmin && session.role !== 'admin') throw new ApiError('insufficient_role');
  }

  /** Ends the session of a token of which only the hash is known, if it lasts. */
  async endHashed(tokenHash: string, origin: Origin): Promise<void> {
    const session = await this.find(tokenHash);
    if (session) await this.end(session, origin);
  }

  /** Ends a session, for every instance at once. */
  async end({ enterprise, email, tokenHash }: Session, origin: Origin): Promise<void> {
    const caller = { enterpriseKey: enterprise.key, actor: actorOf(email), ...origin };
    await this.audit.recorded(caller, async (manager) => {
      const { affected } = await manager.delete(PortalSession, { enterpriseKey: enterprise.key, tokenHash });
      return { result: undefined, ...(affected && { entry: { action: 'sign_out.succeeded', details: {} } }) };
    });
  }

  /**
   * Keeps in the trail that a sign-in to an account failed. Unknown accounts share a trail that no enterprise has:
   * exactly the same is written, so that no request that comes meanwhile takes another time.
   */
  async noteFailure(
    account: Pick<Identity, 'enterpriseKey' | 'email'> | null,
    method: SignInMethod,
    origin: Origin,
  ): Promise<void> {
    const { enterpriseKey, email } = account ?? UNKNOWN_ACCOUNT;
    await this.audit.recorded({ enterpriseKey, actor: 'anonymous', ...origin }, () =>
      Promise.resolve({ result: undefined, entry: { action: 'sign_in.failed', details: { method, email } } }),
    );
    if (!account && ++this.failuresOfUnknown % MOST_OF_UNKNOWN === 0) await this.audit.forget(enterpriseKey);
  }

  /** What may be stored of a token, under the pepper in use and the one before: a copy of the database opens nothing. */
  private hash(token: string): string {
    return createHmac('sha256', this.hashKey).update(token).digest('hex');
  }

  private async find(tokenHash: string): Promise<Session | undefined> {
    const found = await this.sessions.find(tokenHash);
    return found && Date.now() < found.expiresAt ? found : undefined;
  }
}
