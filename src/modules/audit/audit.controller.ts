import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AdminRoutes } from '../../auth/decorators.js';
import { CurrentEnterprise } from '../../auth/caller.js';
import { Answers, Describes } from '../../openapi/decorators.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { AuditVerifier } from './audit-verifier.js';
import {
  AuditEventDto,
  AuditEventsQuery,
  AuditFiltersDto,
  AuditSearchDto,
  TrailVerificationDto,
  TrailVerificationQuery,
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
  @Describes({
    id: 'listAuditEvents',
    summary: 'Audit log',
    description:
      'What users did to which API key, when and from where, the newest first. A `Link` with `rel="next"` leads to the next page. The log contains refused calls: every change that an administrator was refused, with repetitions in a minute counted together, and attempts of others. A text search covers the newest 10,000 events that match the other parameters; `search_limited` says that there are older ones.',
  })
  @ApiExtraModels(AuditSearchDto)
  @ApiOkResponse({
    description: 'A page of events. With `search` it is an object.',
    schema: {
      oneOf: [
        { type: 'array', items: { $ref: getSchemaPath(AuditEventDto) } },
        { $ref: getSchemaPath(AuditSearchDto) },
      ],
    },
    headers: {
      Link: {
        description: 'The next page, with `rel="next"`, if there is one.',
        schema: { type: 'string' },
        example: '</internal/v1/audit-events?limit=100&cursor=120-0>; rel="next"',
      },
    },
  })
  async list(
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
  @Describes({
    id: 'listAuditFilters',
    summary: 'Actors and API keys in the audit log',
    description: 'All actors and API keys that the audit log can be filtered by.',
  })
  @Answers(200, 'The actors and the API keys.', AuditFiltersDto)
  async filters(@CurrentEnterprise() enterprise: CallerEnterprise): Promise<AuditFiltersDto> {
    await this.deniedCalls.settled();
    return this.audit.filters(enterprise);
  }

  @Get('verification')
  @Describes({
    id: 'verifyAuditTrail',
    summary: 'Verification of the audit log',
    description:
      'Reads events of the enterprise and reports which were removed or altered. One call checks up to 10,000 events. Call again with `after` set to `next` until `next` is null. The log is intact if every part is.',
  })
  @Answers(200, 'What the check found.', TrailVerificationDto)
  async verify(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() { after = '0' }: TrailVerificationQuery,
  ): Promise<TrailVerificationDto> {
    await this.deniedCalls.settled();
    return this.verifier.verify(enterprise.key, Number(after));
  }
}

function withCursor({ originalUrl }: Request, cursor: string): string {
  const [path = '', query = ''] = originalUrl.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', cursor);
  return `${path}?${parameters.toString()}`;
}
