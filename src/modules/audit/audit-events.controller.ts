import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdminRoutes } from '../../auth/admin-routes.decorator.js';
import { CurrentEnterprise } from '../../auth/current-enterprise.js';
import { Describes } from '../../document/operation.decorators.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { AuditEventDto } from './audit-event.dto.js';
import { AuditFiltersDto } from './audit-filters.dto.js';
import { CheckedQuery, TakesQuery } from '../../http/parameters.guard.js';
import { AuditEventsQuery } from './audit-events.query.js';
import { AuditEventsService } from './audit-events.service.js';
import { AuditVerification } from './audit-verification.service.js';
import { TrailVerificationDto } from './trail-verification.dto.js';

@ApiTags('Audit')
@AdminRoutes()
@Controller('internal/v1/audit-events')
export class AuditEventsController {
  constructor(
    private readonly events: AuditEventsService,
    private readonly verification: AuditVerification,
  ) {}

  @Get()
  @TakesQuery(AuditEventsQuery)
  @Describes({
    id: 'listAuditEvents',
    summary: 'Audit trail',
    description:
      'Who did what to which key, when and from where, the newest first. Calls that were refused are among them: every change that an administrator was refused, and what others tried.',
  })
  @ApiOkResponse({
    type: [AuditEventDto],
    description: 'The events of the enterprise, all of them unless the query says less.',
  })
  list(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @CheckedQuery() query: AuditEventsQuery,
  ): Promise<AuditEventDto[]> {
    return this.events.list(enterprise, query);
  }

  @Get('filters')
  @Describes({
    id: 'listAuditFilters',
    summary: 'Who and what is in the audit trail',
    description:
      'Everybody who acted and every key to which something was done: what the trail can be filtered by.',
  })
  @ApiOkResponse({ type: AuditFiltersDto, description: 'The people and the keys.' })
  filters(@CurrentEnterprise() enterprise: CallerEnterprise): Promise<AuditFiltersDto> {
    return this.events.filters(enterprise);
  }

  @Get('verification')
  @Describes({
    id: 'verifyAuditTrail',
    summary: 'Check of the audit trail',
    description: 'Reads every event of the enterprise and says which were removed or altered.',
  })
  @ApiOkResponse({ type: TrailVerificationDto, description: 'What the check found.' })
  verify(@CurrentEnterprise() enterprise: CallerEnterprise): Promise<TrailVerificationDto> {
    return this.verification.verify(enterprise.key);
  }
}
