import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AdminRoutes } from '../../auth/admin-routes.decorator.js';
import { CurrentEnterprise } from '../../auth/caller.js';
import { Answers, Describes } from '../../document/operation.decorators.js';
import type { CallerEnterprise } from '../../http/request/request-context.js';
import { DeniedCalls } from './denied-calls.js';
import { AuditEventDto, AuditEventsQuery, AuditFiltersDto } from './audit.dto.js';
import { AuditEventsService } from './audit-events.service.js';
import { TrailVerificationDto, TrailVerificationQuery } from './audit-verification.dto.js';
import { AuditVerifier } from './audit-verifier.js';

@ApiTags('Audit')
@AdminRoutes()
@Controller('internal/v1/audit-events')
export class AuditEventsController {
  constructor(
    private readonly events: AuditEventsService,
    private readonly verifier: AuditVerifier,
    private readonly deniedCalls: DeniedCalls,
  ) {}

  @Get()
  @Describes({
    id: 'listAuditEvents',
    summary: 'Audit trail',
    description:
      'Who did what to which key, when and from where, the newest first, a page at a time: a `Link` with `rel="next"` leads to the page that follows, and the last has none. Calls that were refused are among the events: every change that an administrator was refused, many of the same in a minute counted together, and what others tried.',
  })
  @ApiOkResponse({
    type: [AuditEventDto],
    description: 'A page of the events of the enterprise.',
    headers: {
      Link: {
        description: 'The next page, with `rel="next"`, as long as there is one.',
        schema: { type: 'string' },
        example: '</internal/v1/audit-events?limit=100&cursor=WzEyMCxudWxsXQ>; rel="next"',
      },
      'X-Searched-Events': {
        description: 'How many events were looked at for this page.',
        schema: { type: 'integer' },
        example: 100,
      },
    },
  })
  async list(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() query: AuditEventsQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AuditEventDto[]> {
    await this.deniedCalls.settled();
    const { events, searched, cursor } = await this.events.list(enterprise, query);
    response.setHeader('X-Searched-Events', searched);
    if (cursor !== undefined) response.setHeader('Link', `<${withCursor(request, cursor)}>; rel="next"`);
    return events;
  }

  @Get('filters')
  @Describes({
    id: 'listAuditFilters',
    summary: 'Who and what is in the audit trail',
    description:
      'Everybody who acted and every key to which something was done: what the trail can be filtered by.',
  })
  @Answers(200, 'The people and the keys.', AuditFiltersDto)
  async filters(@CurrentEnterprise() enterprise: CallerEnterprise): Promise<AuditFiltersDto> {
    await this.deniedCalls.settled();
    return this.events.filters(enterprise);
  }

  @Get('verification')
  @Describes({
    id: 'verifyAuditTrail',
    summary: 'Check of the audit trail',
    description:
      'Reads the events of the enterprise and says which were removed or altered. A long trail is checked in pieces, each by a call of its own with `after` as the answer before says in `next`, until that is null: the trail is intact when every piece is.',
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

/** The request's own address, with all that its query says, going on elsewhere. */
function withCursor({ originalUrl }: Request, cursor: string): string {
  const [path = '', query = ''] = originalUrl.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', cursor);
  return `${path}?${parameters.toString()}`;
}
