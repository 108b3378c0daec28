import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { CountedAnswersProblems, NeedsKeyAndEnterprise, RefusesUnknown } from '../openapi/decorators.js';
import { opensTo, type ScopeAccess } from './access.js';
import type { Scope } from './scopes.js';

/** What only answers that can be followed say: those that count as bulk, or may. */
const FOLLOWED = ['invalid_sync_token', 'sync_token_expired'] as const;

/**
 * Opens a route to keys with this scope. What the guard checks and what the document says of it come from here alike:
 * the two headers and the answers to a request that may not pass.
 */
export const Scopes = (
  scope: Scope,
  { bulk = false }: Partial<Pick<ScopeAccess, 'bulk'>> = {},
): MethodDecorator =>
  applyDecorators(
    opensTo({ kind: 'scope', scope, bulk }),
    NeedsKeyAndEnterprise(),
    ApiExtension('x-required-scope', scope),
    RefusesUnknown('missing_credentials', 'invalid_key', 'missing_enterprise'),
    CountedAnswersProblems(
      'invalid_parameter',
      ...(bulk === false ? [] : FOLLOWED),
      'address_not_allowed',
      'enterprise_mismatch',
      'insufficient_scope',
      'not_acceptable',
      'rate_limited',
      'internal_error',
      'unavailable',
    ),
  );
