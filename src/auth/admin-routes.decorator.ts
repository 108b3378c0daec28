import { applyDecorators } from '@nestjs/common';
import { AnswersProblems, NeedsAdminAndEnterprise } from '../openapi/decorators.js';
import { opensTo } from './access.js';

/** Opens the routes of a controller to administrators, by the admin token or a session of the portal, and says so in the document. */
export const AdminRoutes = (): ClassDecorator =>
  applyDecorators(
    opensTo({ kind: 'admin' }),
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
