import { applyDecorators, SetMetadata, type CustomDecorator, type ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { notFound } from '../http/errors/api-error.js';
import { TakesAnyQuery } from '../http/parameters/parameters.guard.js';
import type { Scope } from './keys/scopes.js';

export interface ScopeAccess {
  readonly kind: 'scope';
  readonly scope: Scope;
  /** Whether the second limit of a key counts: that of requests for the data of all devices, or of those alone that follow changes. */
  readonly bulk: boolean | 'since';
}

/** What opens a route. Each has exactly one; a route without is refused. */
export type Access =
  | ScopeAccess
  | { readonly kind: 'admin' }
  | { readonly kind: 'operator' }
  | { readonly kind: 'session'; readonly keepAlive: boolean }
  | { readonly kind: 'public' };

export const ACCESS = Symbol('access');

/** What opens the route of a request. A route without a mark is closed by every guard. */
export function accessOf(reflector: Reflector, context: ExecutionContext): Access {
  const marks = [context.getHandler(), context.getClass()];
  const access = reflector.getAllAndOverride<Access | undefined>(ACCESS, marks);
  if (!access) throw notFound();
  return access;
}

const access = (value: Access): CustomDecorator<symbol> => SetMetadata(ACCESS, value);

/** For administrators: the admin token, or a session of the portal. */
export const AdminOnly = (): MethodDecorator & ClassDecorator => applyDecorators(access({ kind: 'admin' }));

/** For a session of the portal. What pages poll of their own accord does not keep it alive. */
export const SignedIn = ({ keepAlive = true } = {}): MethodDecorator & ClassDecorator =>
  access({ kind: 'session', keepAlive });

/** For the operator's monitoring: the metrics token or an admin token, for no enterprise. */
export const OperatorOnly = (): MethodDecorator & ClassDecorator =>
  applyDecorators(access({ kind: 'operator' }), TakesAnyQuery());

/** Without credentials: pages, documents, probes. */
export const Public = (): MethodDecorator & ClassDecorator =>
  applyDecorators(access({ kind: 'public' }), TakesAnyQuery());

export const scopeAccess = (scope: Scope, bulk: ScopeAccess['bulk']): CustomDecorator<symbol> =>
  access({ kind: 'scope', scope, bulk });
