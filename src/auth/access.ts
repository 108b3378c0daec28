import { applyDecorators, SetMetadata, type CustomDecorator, type ExecutionContext } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import { AnswersProblems, NeedsSession } from '../openapi/decorators.js';
import { notFound } from '../http/api-error.js';
import { TakesAnyQuery } from '../http/parameters/parameters.guard.js';
import type { Scope } from './scopes.js';

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

export const opensTo = (access: Access): CustomDecorator<symbol> => SetMetadata(ACCESS, access);

/** For a session of the portal, as the document says too. What pages poll of their own accord does not keep it alive. */
export const SignedIn = ({ keepAlive = true } = {}): MethodDecorator & ClassDecorator =>
  applyDecorators(
    opensTo({ kind: 'session', keepAlive }),
    NeedsSession(),
    AnswersProblems('not_signed_in', 'unavailable'),
  );

/** For the operator's monitoring: the metrics token or an admin token, for no enterprise. */
export const OperatorOnly = (): MethodDecorator & ClassDecorator =>
  applyDecorators(opensTo({ kind: 'operator' }), TakesAnyQuery());

/** Without credentials: pages, documents, probes. */
export const Public = (): MethodDecorator & ClassDecorator =>
  applyDecorators(opensTo({ kind: 'public' }), TakesAnyQuery());
