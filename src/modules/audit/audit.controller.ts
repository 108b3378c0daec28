import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AdminRoutes, CurrentEnterprise } from '../../auth/access.js';
import { RespondsWith } from '../../openapi/decorators.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { AuditVerifier } from './audit-chain.js';
import {
  AuditEventDto,
  AuditEventsQuery,
  AuditFiltersDto,
  AuditSearchDto,
  AuditVerificationDto,
  AuditVerificationQuery,
} from './audit.dto.js';
import { AuditService } from './audit.service.js';
import { DeniedCalls } from './denied-calls.js';

@ApiTags('Audit')
@AdminRoutes()
@Controller('internal/v1/audit-events')
export class AuditController {
  constructor(
    private readonly audit: AuditService,
    private readonly verifier: AuditVerifier,
    private readonly deniedCalls: DeniedCalls,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List audit events',
    description:
      'Returns the actions of users, newest first. `Link` with `rel="next"` is the URL of the next page. The log includes the refused changes of administrators and the refused calls of other callers. After 30 refused changes in a minute, an administrator has one event per route and reason, with the number of calls. A text search covers the newest 10,000 events that match the other parameters. `search_limited` is true if there are older ones.',
  })
  @ApiExtraModels(AuditSearchDto)
  @ApiOkResponse({
    description: 'A page of events. With `search`, an object.',
    schema: {
      oneOf: [
        { type: 'array', items: { $ref: getSchemaPath(AuditEventDto) } },
        { $ref: getSchemaPath(AuditSearchDto) },
      ],
    },
    headers: {
      Link: {
        description: 'URL of the next page, with `rel="next"`.',
        schema: { type: 'string' },
        example: '</internal/v1/audit-events?limit=100&cursor=120-0>; rel="next"',
      },
    },
  })
  async listAuditEvents(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() query: AuditEventsQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AuditEventDto[] | AuditSearchDto> {
    await this.deniedCalls.settled();
    const { events, cursor, isSearchLimited } = await this.audit.list(enterprise, query);
    if (cursor !== undefined) response.setHeader('Link', `<${withCursor(request, cursor)}>; rel="next"`);
    return query.search === undefined ? events : { events, search_limited: isSearchLimited };
  }

  @Get('filters')
  @ApiOperation({
    summary: 'List the filters of the audit log',
    description: 'Returns all actors and API keys in the audit log.',
  })
  @RespondsWith(200, 'The actors and the API keys.', AuditFiltersDto)
  async listAuditFilters(@CurrentEnterprise() enterprise: CallerEnterprise): Promise<AuditFiltersDto> {
    await this.deniedCalls.settled();
    return this.audit.filters(enterprise);
  }

  @Get('verification')
  @ApiOperation({
    summary: 'Verify the audit log',
    description:
      'Finds removed and altered events. One request checks up to 10,000 events. Repeat it with `after` set to `next` until `next` is null. The log is intact if every response has `intact: true`.',
  })
  @RespondsWith(200, 'The result.', AuditVerificationDto)
  async verifyAuditLog(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() { after = '0' }: AuditVerificationQuery,
  ): Promise<AuditVerificationDto> {
    await this.deniedCalls.settled();
    return this.verifier.verify(enterprise.key, Number(after));
  }
}

function withCursor({ originalUrl }: Request, cursor: string): string {
  const [path = '', ...query] = originalUrl.split('?');
  const parameters = new URLSearchParams(query.join('?'));
  parameters.set('cursor', cursor);
  return `${path}?${parameters.toString()}`;
}
