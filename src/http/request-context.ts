import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { EntityManager } from 'typeorm';
import type { ChangeKind } from '../database/change-log.js';
import type { ApiError } from './api-error.js';
import type { HiddenData } from './hidden-data.js';
import type { FormatName } from './request-validation.js';

export interface CallerEnterprise {
  readonly key: number;
  readonly id: string;
  readonly timeZone: string;
  /** Hidden from the caller, in alphabetical order. Empty for all callers but API keys. */
  readonly hiddenData: readonly HiddenData[];
}

export interface CallerKey {
  readonly id: string;
  readonly application: string;
  readonly scopes: readonly string[];
  /** The enterprise of the key, even if the request names another one. */
  readonly enterprise: CallerEnterprise;
  /** Expiration, or end of the overlap of an old key. Null if the key never expires. */
  readonly endsAt: number | null;
}

export interface CallerPerson {
  readonly email: string;
  readonly role: string;
}

export interface RequestContext {
  readonly requestId: string;
  /** By `performance.now()`. */
  readonly startedAt: number;
  /** Error of a malformed path or body, sent after authentication. */
  messageFault?: Error;
  enterprise?: CallerEnterprise;
  actor?: string;
  person?: CallerPerson;
  /** Checks the session again inside the transaction of a change. */
  checkAgain?: (manager: EntityManager) => Promise<void>;
  key?: CallerKey;
  /** Scope of the route. For `/mcp` a name that begins with `mcp`. */
  scope?: string;
  /** The tool that an agent calls. Always a name of `tool-names.ts`, never text of a request. */
  tool?: string;
  bulk?: boolean;
  /** Counts the request against the bulk limit. Not called if the response is 304. */
  countAsBulk?: () => Promise<(() => Promise<void>) | undefined>;
  /** Returns the bulk unit of a request that fails with 400. */
  refundBulk?: (() => Promise<void>) | undefined;
  /**
   * `readUntil` is the time up to which the client has all changes, or null until it has read the
   * whole table.
   */
  feed?: { readonly kind: ChangeKind; readonly readUntil?: number | null };
  format?: FormatName;
  waitsForSlot?: boolean;
  rows?: number;
  bytes?: number;
  error?: ApiError;
}

declare module 'express-serve-static-core' {
  interface Request {
    context: RequestContext;
  }
}

export const SANE_ID = /^[\w.:~-]{1,128}$/;

export function requestIdOf({ headers }: IncomingMessage): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && SANE_ID.test(given) ? given : randomUUID();
}
