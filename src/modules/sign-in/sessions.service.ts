import { createHmac, hash, randomBytes } from 'node:crypto';
import { createParamDecorator, Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Request } from 'express';
import { LessThan, LessThanOrEqual, MoreThan, Repository, type EntityManager } from 'typeorm';
import { type Caller, currentCaller, type Origin } from '../../auth/access.js';
import { keyFor } from '../../auth/crypto.js';
import { CONFIG, type Config, peppersOf } from '../../config/config.js';
import { Transactions } from '../../database/transactions.js';
import { ApiError } from '../../http/api-error.js';
import { NOTHING_HIDDEN } from '../../http/hidden-data.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { AuditService } from '../audit/audit.service.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import type { OwnSessionDto } from './account.dto.js';
import {
  type Account,
  actorOf,
  isRole,
  PortalSession,
  type UserKey,
  userKeyOf,
} from './administrator.entity.js';
import { describeUserAgent } from '../../http/user-agent.js';

const IDLE_TIMEOUT_MS = 30 * 60_000;
const MAX_LIFETIME_MS = 12 * 3_600_000;
/** Minimum time between two updates of `last_used_at`, so that most requests write nothing. */
const UPDATE_INTERVAL_MS = 60_000;
const TOKEN = /^[\w-]{43}$/;
/** Unknown accounts in the audit log. The entered address may be a password, so it is not stored. */
const UNKNOWN_ACCOUNT = { enterpriseKey: 0, email: 'nobody@nowhere.invalid' };
/** Each process purges the log of unknown accounts after this number of failures. */
const MAX_UNKNOWN_FAILURES = 500;

export interface Session extends Account {
  readonly tokenHash: string;
  readonly enterprise: CallerEnterprise & Readonly<{ name: string; dataPages: boolean }>;
  readonly lastUsedAt: number;
  /** Computed from the stored `lastUsedAt`, so that no instance ends the session earlier. */
  readonly expiresAt: number;
  readonly endsAt: number;
}

declare module '../../http/request-context.js' {
  interface RequestContext {
    session?: Session;
  }
}

/** The session of a request. `caller` is for the audit log. */
export type OwnSession = Session & { readonly caller: Caller };

export const CurrentSession = createParamDecorator(
  (_data: unknown, context: ExecutionContext): OwnSession => {
    const request = context.switchToHttp().getRequest<Request>();
    const { session } = request.context;
    if (!session) throw new Error('The route has no session');
    return { ...session, caller: currentCaller(request) };
  },
);

export function callerFor({ enterpriseKey, email }: Omit<UserKey, 'role'>, origin: Origin): Caller {
  return { enterpriseKey, actor: actorOf(email), ...origin };
}

export type SignInMethod = 'password' | 'second_factor' | 'single_sign_on';

/** Reads the database for every lookup, so that all instances refuse an ended session. */
@Injectable()
export class SessionsService {
  private readonly hashKey = keyFor(peppersOf(this.config)[0], 'portal session');
  private unknownFailures = 0;

  constructor(
    @InjectRepository(PortalSession) private readonly portalSessions: Repository<PortalSession>,
    private readonly enterprises: EnterprisesService,
    private readonly transactions: Transactions,
    private readonly audit: AuditService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Runs `confirm` in the same transaction, to check that the account has not changed. */
  async begin(
    account: Account,
    method: SignInMethod,
    origin: Origin,
    confirm?: (manager: EntityManager) => Promise<void>,
  ): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const { enterpriseKey, role } = account;
    await this.audit.record(callerFor(account, origin), async (manager) => {
      await confirm?.(manager);
      const now = Date.now();
      await manager.delete(PortalSession, [
        { enterpriseKey, expiresAt: LessThanOrEqual(now) },
        { enterpriseKey, lastUsedAt: LessThanOrEqual(now - IDLE_TIMEOUT_MS) },
      ]);
      await manager.insert(PortalSession, {
        ...account,
        tokenHash: this.hash(token),
        createdAt: now,
        lastUsedAt: now,
        expiresAt: now + MAX_LIFETIME_MS,
        address: origin.address,
        ...describeUserAgent(origin.userAgent),
      });
      return { action: 'sign_in.succeeded', details: { method, role } };
    });
    return token;
  }

  /** Restarts the idle timeout. */
  async use(token?: string): Promise<Session | undefined> {
    const session = await this.find(token);
    const now = Date.now();
    if (!session || now < session.lastUsedAt + UPDATE_INTERVAL_MS) return session;
    const { enterpriseKey, tokenHash } = session;
    const ifEarlier = { enterpriseKey, tokenHash, lastUsedAt: LessThan(now) };
    await this.transactions.run((manager) => manager.update(PortalSession, ifEarlier, { lastUsedAt: now }));
    return { ...session, ...expirationOf(session.endsAt, now) };
  }

  async find(token = ''): Promise<Session | undefined> {
    return TOKEN.test(token) ? this.findByHash(this.hash(token)) : undefined;
  }

  async findByHash(tokenHash: string): Promise<Session | undefined> {
    const session = await this.portalSessions.findOneBy({ tokenHash });
    const found = session && (await this.enterprises.findByKey(session.enterpriseKey));
    if (!found) return undefined;
    const { enterpriseKey, email, name, role } = session;
    const expiration = expirationOf(session.expiresAt, session.lastUsedAt);
    if (!isRole(role) || Date.now() >= expiration.expiresAt) return undefined;
    const enterprise = { ...found, hiddenData: NOTHING_HIDDEN };
    return { enterpriseKey, email, name, role, tokenHash, enterprise, ...expiration };
  }

  async check(manager: EntityManager, { enterpriseKey, tokenHash, role }: Session, mustKeepRole: boolean) {
    const session = await manager.findOneBy(PortalSession, { enterpriseKey, tokenHash });
    if (!session) throw new ApiError('not_signed_in');
    if (mustKeepRole && session.role !== role) throw new ApiError('insufficient_role');
  }

  /** Returns the valid sessions of the user, the last used one first. */
  async list(own: Session): Promise<OwnSessionDto[]> {
    const time = ZonedTime.of(own.enterprise.timeZone);
    const now = Date.now();
    const isValid = { expiresAt: MoreThan(now), lastUsedAt: MoreThan(now - IDLE_TIMEOUT_MS) };
    const sessions = await this.portalSessions.find({
      where: { ...userKeyOf(own), ...isValid },
      order: { lastUsedAt: 'DESC', createdAt: 'DESC' },
    });
    return sessions.map((session) => ({
      id: idOf(session),
      is_this: session.tokenHash === own.tokenHash,
      address: session.address,
      browser: session.browser,
      system: session.system,
      began_at: time.format(session.createdAt),
      last_used_at: time.format(session.lastUsedAt),
    }));
  }

  async endOne(own: OwnSession, id: string): Promise<void> {
    const found = (await this.portalSessions.findBy(userKeyOf(own))).find((session) => idOf(session) === id);
    if (!found) throw new ApiError('not_found', 'You have no session with this identifier.');
    await this.end(found, own.caller);
  }

  async endAll(own: OwnSession): Promise<void> {
    await this.audit.record(own.caller, async (manager) => {
      await manager.delete(PortalSession, userKeyOf(own));
      return { action: 'sign_out.everywhere', details: {} };
    });
  }

  async end({ enterpriseKey, email, tokenHash }: PortalSession | Session, origin: Origin): Promise<void> {
    await this.audit.record(callerFor({ enterpriseKey, email }, origin), async (manager) => {
      const { affected } = await manager.delete(PortalSession, { enterpriseKey, tokenHash });
      return affected ? { action: 'sign_out.succeeded', details: {} } : undefined;
    });
  }

  /**
   * Records failures of unknown accounts in a log that belongs to no enterprise. The time of other requests must not
   * reveal which accounts exist.
   */
  async noteFailure(
    account: Omit<UserKey, 'role'> | null,
    method: SignInMethod,
    origin: Origin,
  ): Promise<void> {
    const { enterpriseKey, email } = account ?? UNKNOWN_ACCOUNT;
    const entry = { action: 'sign_in.failed', details: { method, email } } as const;
    await this.audit.record({ enterpriseKey, actor: 'anonymous', ...origin }, () => Promise.resolve(entry));
    if (!account && ++this.unknownFailures % MAX_UNKNOWN_FAILURES === 0)
      await this.audit.deleteEvents(enterpriseKey);
  }

  private hash(token: string): string {
    return createHmac('sha256', this.hashKey).update(token).digest('hex');
  }
}

/** Identifies a session to its user without its stored hash. */
const idOf = ({ tokenHash }: PortalSession): string => hash('sha256', tokenHash).slice(0, 32);

const expirationOf = (endsAt: number, lastUsedAt: number) => ({
  endsAt,
  lastUsedAt,
  expiresAt: Math.min(endsAt, lastUsedAt + IDLE_TIMEOUT_MS),
});
