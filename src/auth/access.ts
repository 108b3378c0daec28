import { applyDecorators, createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { ApiExtension, ApiSecurity } from '@nestjs/swagger';
import type { Request } from 'express';
import type { EntityManager } from 'typeorm';
import { ApiError, invalidParameter, type ErrorCode } from '../http/api-error.js';
import { clientAddress } from '../http/client-address.js';
import type { CallerEnterprise, CallerKey, CallerPerson } from '../http/request-context.js';
import { TakesAnyQuery } from '../http/request-validation.js';
import { SECURITY_SCHEMES } from '../openapi/components.js';
import { RespondsWithProblems } from '../openapi/decorators.js';
import type { Scope } from './scopes.js';

export interface ScopeAccess {
  readonly kind: 'scope';
  readonly scope: Scope;
  /** If true, requests count against the bulk limit too. */
  readonly bulk: boolean;
  /** If true, responses have an ETag, and a 304 does not count as a bulk request. */
  readonly tagged: boolean;
}

/** Any valid key of the enterprise, whatever its scopes. */
export interface KeyAccess {
  readonly kind: 'key';
  /** If true, the route accepts only keys with `mcp`, and does not require `x-enterprise-id`. */
  readonly mcp: boolean;
}

export type Access =
  | ScopeAccess
  | KeyAccess
  /** `data`: the route shows data of devices. */
  | { readonly kind: 'admin'; readonly data: boolean }
  | { readonly kind: 'operator' }
  | { readonly kind: 'session'; readonly keepAlive: boolean }
  | { readonly kind: 'public' };

export const ACCESS = Symbol('access');

/** Returns the access rule of a route. Throws a 404 if the route has none. */
export function accessOf(reflector: Reflector, context: ExecutionContext): Access {
  const marks = [context.getHandler(), context.getClass()];
  const access = reflector.getAllAndOverride<Access | undefined>(ACCESS, marks);
  if (!access) throw new ApiError('not_found');
  return access;
}

const opensTo = (access: Access) => SetMetadata(ACCESS, access);

/**
 * A feed counts against the bulk limit too, and takes a sync token. A bulk route that returns no `TaggedResponse` needs
 * `tagged: false`. `app/load-shedding.ts` has the paths of bulk routes.
 */
export const Scopes = (
  scope: Scope,
  { feed = false, bulk = feed, tagged = bulk }: { feed?: boolean; bulk?: boolean; tagged?: boolean } = {},
): MethodDecorator =>
  applyDecorators(
    opensTo({ kind: 'scope', scope, bulk, tagged }),
    ApiExtension('x-required-scope', scope),
    TakesKey(...(feed ? (['invalid_sync_token', 'sync_token_expired'] as const) : []), 'insufficient_scope'),
  );

export const AnyKey = ({ mcp = false } = {}): MethodDecorator =>
  applyDecorators(opensTo({ kind: 'key', mcp }), TakesKey());

const TakesKey = (...codes: readonly ErrorCode[]): MethodDecorator =>
  RespondsWithProblems(
    'missing_credentials',
    'invalid_key',
    'missing_enterprise',
    'invalid_parameter',
    'address_not_allowed',
    'enterprise_mismatch',
    ...codes,
    'not_acceptable',
    'rate_limited',
    'internal_error',
    'unavailable',
  );

export const AdminRoutes = ({ data = false } = {}): ClassDecorator =>
  applyDecorators(
    opensTo({ kind: 'admin', data }),
    ApiSecurity({ [SECURITY_SCHEMES.admin]: [], [SECURITY_SCHEMES.enterprise]: [] }),
    ApiSecurity({ [SECURITY_SCHEMES.session]: [] }),
    RespondsWithProblems(
      ...(data ? (['data_pages_off'] as const) : []),
      'invalid_parameter',
      'missing_credentials',
      'invalid_key',
      'not_signed_in',
      'missing_enterprise',
      'enterprise_mismatch',
      'insufficient_role',
      'cross_site_request',
      'enterprise_not_found',
      'not_acceptable',
      'rate_limited',
      'internal_error',
      'unavailable',
    ),
  );

/** `keepAlive: false` is for requests that pages poll, which must not extend the session. */
export const SignedIn = ({ keepAlive = true } = {}): MethodDecorator & ClassDecorator =>
  applyDecorators(
    opensTo({ kind: 'session', keepAlive }),
    ApiSecurity({ [SECURITY_SCHEMES.session]: [] }),
    RespondsWithProblems('not_signed_in', 'unavailable'),
  );

/** Accepts the metrics token or an admin token, without an enterprise. */
export const OperatorOnly = (): MethodDecorator & ClassDecorator =>
  applyDecorators(opensTo({ kind: 'operator' }), TakesAnyQuery());

export const Public = (): MethodDecorator & ClassDecorator =>
  applyDecorators(opensTo({ kind: 'public' }), TakesAnyQuery());

export interface Origin {
  readonly address: string;
  readonly requestId: string;
  readonly userAgent?: string | undefined;
  readonly isAbandoned?: () => boolean;
}

export interface Caller extends Origin {
  readonly enterpriseKey: number;
  readonly actor: string;
  /** Undefined for admin tokens and the command line. */
  readonly person?: CallerPerson | undefined;
  /** Throws if the session has expired or lost its role. Undefined for admin tokens and the command line. */
  readonly checkAgain?: (manager: EntityManager) => Promise<void>;
}

export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller =>
  currentCaller(context.switchToHttp().getRequest()),
);

/** Handlers must not read the enterprise from a header. */
export const CurrentEnterprise = createParamDecorator(
  (_data: unknown, context: ExecutionContext): CallerEnterprise => {
    const { enterprise } = context.switchToHttp().getRequest<Request>().context;
    if (!enterprise) throw new Error('The route has no enterprise');
    return enterprise;
  },
);

export const CurrentKey = createParamDecorator((_data: unknown, context: ExecutionContext): CallerKey => {
  const { key } = context.switchToHttp().getRequest<Request>().context;
  if (!key) throw new Error('The route has no API key');
  return key;
});

export function currentCaller(request: Request): Caller {
  const { enterprise, actor, person, checkAgain } = request.context;
  if (!enterprise || actor === undefined) throw new Error('The route has no caller');
  return { enterpriseKey: enterprise.key, actor, person, checkAgain, ...originOf(request) };
}

export function originOf(request: Request): Origin {
  return {
    address: clientAddress(request),
    requestId: request.context.requestId,
    userAgent: request.headers['user-agent'],
    isAbandoned: () => request.context.error?.reason === 'answer_too_late',
  };
}

export const isChange = ({ method }: Request): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);

export function bearerToken(request: Request, missing: () => Error): string {
  if (isAuthorizedTwice(request)) throw invalidParameter('Authorization', 'must be sent once');
  const token = shownToken(request);
  if (token === undefined) throw missing();
  return token;
}

export function shownToken({ headers }: Request): string | undefined {
  const match = /^bearer(?: +(.*))?$/i.exec(headers.authorization ?? '');
  return match ? (match[1] ?? '') : undefined;
}

/** Node keeps only the first header, but a proxy may have checked another one. */
function isAuthorizedTwice({ rawHeaders }: Request): boolean {
  const isName = (text: string, at: number): boolean =>
    at % 2 === 0 && text.length === 13 && text.toLowerCase() === 'authorization';
  return rawHeaders.filter(isName).length > 1;
}

/** Decodes the header as Latin-1 and as UTF-8, because clients send non-ASCII text in both ways. */
export function namedEnterprise(request: Request): readonly string[] {
  const value = request.headers['x-enterprise-id'];
  if (typeof value !== 'string' || value === '') throw new ApiError('missing_enterprise');
  const isAscii = /^[\x20-\x7e]*$/.test(value);
  return isAscii ? [value] : [value, Buffer.from(value, 'latin1').toString('utf8')];
}
