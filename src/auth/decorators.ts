import { posix } from 'node:path';
import { applyDecorators, SetMetadata, type ExecutionContext, type Type } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants';
import { MetadataScanner, type ModulesContainer, type Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import { notFound, type ErrorCode } from '../http/api-error.js';
import { TakesAnyQuery } from '../http/request-validation.js';
import {
  RespondsWithProblems,
  CountedProblems,
  NeedsAdminAndEnterprise,
  NeedsKeyAndEnterprise,
  NeedsSession,
  RefusesUnknown,
} from '../openapi/decorators.js';
import type { Scope } from './scopes.js';

export interface ScopeAccess {
  readonly kind: 'scope';
  readonly scope: Scope;
  /** If true, requests count against the bulk limit too. `since` counts only requests with that parameter. */
  readonly bulk: boolean | 'since';
  /** If true, responses have an ETag, and a 304 does not count as a bulk request. */
  readonly tagged: boolean;
}

/** Any valid key of the enterprise, whatever its scopes. */
export interface KeyAccess {
  readonly kind: 'key';
}

export type Access =
  | ScopeAccess
  | KeyAccess
  | { readonly kind: 'admin' }
  | { readonly kind: 'operator' }
  | { readonly kind: 'session'; readonly keepAlive: boolean }
  | { readonly kind: 'public' };

export const ACCESS = Symbol('access');

/** Returns the access rule of a route. Throws a 404 if the route has none. */
export function accessOf(reflector: Reflector, context: ExecutionContext): Access {
  const marks = [context.getHandler(), context.getClass()];
  const access = reflector.getAllAndOverride<Access | undefined>(ACCESS, marks);
  if (!access) throw notFound();
  return access;
}

const opensTo = (access: Access) => SetMetadata(ACCESS, access);

export const Scopes = (
  scope: Scope,
  { bulk = false, tagged = bulk !== false }: Partial<Pick<ScopeAccess, 'bulk' | 'tagged'>> = {},
): MethodDecorator =>
  applyDecorators(
    opensTo({ kind: 'scope', scope, bulk, tagged }),
    ApiExtension('x-required-scope', scope),
    TakesKey(
      ...(tagged ? (['invalid_sync_token', 'sync_token_expired'] as const) : []),
      'insufficient_scope',
    ),
  );

/** Opens a route to every valid key of the enterprise. */
export const AnyKey = (): MethodDecorator => applyDecorators(opensTo({ kind: 'key' }), TakesKey());

const TakesKey = (...codes: readonly ErrorCode[]): MethodDecorator =>
  applyDecorators(
    NeedsKeyAndEnterprise(),
    RefusesUnknown('missing_credentials', 'invalid_key', 'missing_enterprise'),
    CountedProblems(
      'invalid_parameter',
      'address_not_allowed',
      'enterprise_mismatch',
      ...codes,
      'not_acceptable',
      'rate_limited',
      'internal_error',
      'unavailable',
    ),
  );

export const AdminRoutes = (): ClassDecorator =>
  applyDecorators(
    opensTo({ kind: 'admin' }),
    NeedsAdminAndEnterprise(),
    RespondsWithProblems(
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
    NeedsSession(),
    RespondsWithProblems('not_signed_in', 'unavailable'),
  );

/** Accepts the metrics token or an admin token, without an enterprise. */
export const OperatorOnly = (): MethodDecorator & ClassDecorator =>
  applyDecorators(opensTo({ kind: 'operator' }), TakesAnyQuery());

export const Public = (): MethodDecorator & ClassDecorator =>
  applyDecorators(opensTo({ kind: 'public' }), TakesAnyQuery());

/** Load shedding needs the paths of bulk routes before the router runs. */
export function bulkPaths(modules: ModulesContainer): ReadonlySet<string> {
  const controllers = [...modules.values()].flatMap((module) => [...module.controllers.values()]);
  return new Set(controllers.flatMap(({ metatype }) => bulkPathsOf(metatype as Type)));
}

function bulkPathsOf(controller: Type): string[] {
  const prototype = controller.prototype as Record<string, object>;
  const handlers = new MetadataScanner().getAllMethodNames(prototype).map((name) => prototype[name] ?? {});
  const bulk = handlers.filter((handler) => {
    const access = Reflect.getMetadata(ACCESS, handler) as Access | undefined;
    return access?.kind === 'scope' && access.bulk === true;
  });
  const paths = bulk.flatMap(pathsOf);
  return pathsOf(controller).flatMap((base) => paths.map((path) => posix.join('/', base, path)));
}

const pathsOf = (target: object): string[] =>
  [Reflect.getMetadata(PATH_METADATA, target) as string | string[]].flat();
