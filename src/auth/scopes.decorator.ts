import { applyDecorators } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import {
  AnswersProblems,
  CountedAnswersProblems,
  NeedsKeyAndEnterprise,
} from '../document/operation.decorators.js';
import { scopeAccess } from './access.js';
import type { Scope } from './keys/scopes.js';

/**
 * Opens a route to keys with this scope. What the guard checks and what the document says of it come from here alike:
 * the two headers and the answers to a request that may not pass.
 */
export const Scopes = (scope: Scope, { bulk = false } = {}): MethodDecorator =>
  applyDecorators(
    scopeAccess(scope, bulk),
    NeedsKeyAndEnterprise(),
    ApiExtension('x-required-scope', scope),
    AnswersProblems('missing_credentials', 'invalid_key', 'missing_enterprise'),
    CountedAnswersProblems(
      'invalid_parameter',
      'enterprise_mismatch',
      'insufficient_scope',
      'not_acceptable',
      'rate_limited',
      'internal_error',
      'unavailable',
    ),
  );
