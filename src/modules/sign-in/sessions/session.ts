import type { Request } from 'express';
import type { CallerEnterprise } from '../../../http/request/request-context.js';

/** What a signed-in administrator may do: everything, or look at everything. */
export const ROLES = ['admin', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

export const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

const MINUTE_MS = 60_000;
/** A session that nobody used for so long is over. */
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
  /** When it ends unless it is used before. */
  readonly expiresAt: number;
  /** When it ends however much it is used. */
  readonly endsAt: number;
}

declare module '../../../http/request/request-context.js' {
  interface RequestContext {
    session?: Session;
  }
}

/** The session of a request that the guard let through with one. */
export function sessionOf({ context }: Request): Session {
  if (!context.session) throw new Error('The route has no session');
  return context.session;
}

/** How logs and the audit trail name an administrator. */
export const actorOf = (email: string): string => `admin:${email}`;
