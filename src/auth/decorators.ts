import { posix } from 'node:path';
import { applyDecorators, SetMetadata, type ExecutionContext, type Type } from '@nestjs/common';
import { PATH_METADATA } from '@nestjs/common/constants';
import { MetadataScanner, type ModulesContainer, type Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import { notFound } from '../http/api-error.js';
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
  /** If true, requests count against the bulk limit too. */
  readonly bulk: boolean;
}

export type Access =
  | ScopeAccess
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

/** A feed counts against the bulk limit too, and takes a sync token. */
export const Scopes = (
  scope: Scope,
  { feed = false, bulk = feed }: { readonly feed?: boolean; readonly bulk?: boolean } = {},
): MethodDecorator =>
  applyDecorators(
    opensTo({ kind: 'scope', scope, bulk }),
    NeedsKeyAndEnterprise(),
    ApiExtension('x-required-scope', scope),
    RefusesUnknown('missing_credentials', 'invalid_key', 'missing_enterprise'),
    CountedProblems(
      'invalid_parameter',
      ...(feed ? (['invalid_sync_token', 'sync_token_expired'] as const) : []),
      'address_not_allowed',
      'enterprise_mismatch',
      'insufficient_scope',
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
    return access?.kind === 'scope' && access.bulk;
  });
  const paths = bulk.flatMap(pathsOf);
  return pathsOf(controller).flatMap((base) => paths.map((path) => posix.join('/', base, path)));
}

const pathsOf = (target: object): string[] =>
  [Reflect.getMetadata(PATH_METADATA, target) as string | string[]].flat();
