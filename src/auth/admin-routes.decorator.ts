import { applyDecorators } from '@nestjs/common';
import { AnswersProblems, NeedsAdminAndEnterprise } from '../document/operation.decorators.js';
import { AdminOnly } from './access.js';

/** Opens the routes of a controller to administrators, and says so in the document. */
export const AdminRoutes = (): ClassDecorator =>
  applyDecorators(
    AdminOnly(),
    NeedsAdminAndEnterprise(),
    AnswersProblems(
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
