import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { CallerEnterprise } from '../../http/request-context.js';

/** What a signed-in administrator may do: everything, or look at everything. */
export const ROLES = ['admin', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export const isRole = (text: string): text is Role => ROLES.some((role) => role === text);
/** Of what is stored: whatever is none may change nothing. */
export const roleOf = (text: string): Role => (isRole(text) ? text : 'viewer');

const MINUTE_MS = 60_000;
/** Idle timeout. */
export const IDLE_MS = 30 * MINUTE_MS;
/** No session lives longer, however much it is used. */
export const LONGEST_MS = 12 * 60 * MINUTE_MS;

/** Somebody signed in at the portal. */
export interface Session {
  readonly tokenHash: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly enterprise: CallerEnterprise;
  /** At most a minute behind. */
  readonly lastUsedAt: number;
  /** When it ends unless it is used before. */
  readonly expiresAt: number;
  /** When it ends however much it is used. */
  readonly endsAt: number;
}

declare module '../../http/request-context.js' {
  interface RequestContext {
    session?: Session;
  }
}

/** By what is stored, not by the request at hand: it is the end on every instance, and no session ends before it. */
export const lastUsed = (
  session: Omit<Session, 'lastUsedAt' | 'expiresAt'>,
  lastUsedAt: number,
): Session => ({ ...session, lastUsedAt, expiresAt: Math.min(session.endsAt, lastUsedAt + IDLE_MS) });

/** The session that the guard let the request through with. */
export const CurrentSession = createParamDecorator((_data: unknown, context: ExecutionContext): Session => {
  const { session } = context.switchToHttp().getRequest<Request>().context;
  if (!session) throw new Error('The route has no session');
  return session;
});

/** How logs and the audit trail name an administrator. */
export const actorOf = (email: string): string => `admin:${email}`;
