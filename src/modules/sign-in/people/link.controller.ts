import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '../../../auth/access.js';
import { originOf } from '../../../auth/caller.js';
import { AnswersProblems, Describes } from '../../../document/operation.decorators.js';
import { SessionCookie } from '../sessions/session-cookie.js';
import { LinkUseService } from './link-use.service.js';
import { LinkDto, LookAtLinkDto, toLink, UseLinkDto } from './people.dto.js';

/** The other end of the links that administrators hand out. Tokens come in bodies: what stands in an address is kept in logs. */
@ApiTags('Portal')
@Public()
@AnswersProblems(
  'invalid_parameter',
  'invalid_link',
  'cross_site_request',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'unavailable',
)
@Controller('portal/api/link')
export class LinkController {
  constructor(
    private readonly links: LinkUseService,
    private readonly cookie: SessionCookie,
  ) {}

  @Post()
  @HttpCode(200)
  @Describes({
    id: 'lookAtLink',
    summary: 'For whom a link is',
    description: 'Looking uses nothing up.',
  })
  @ApiOkResponse({ type: LinkDto, description: 'For whom the link is.' })
  async look(@Req() request: Request, @Body() { token }: LookAtLinkDto): Promise<LinkDto> {
    this.cookie.refuseCrossSite(request);
    return toLink(await this.links.look(token, originOf(request)));
  }

  @Post('password')
  @HttpCode(204)
  @Describes({
    id: 'useLink',
    summary: 'Choose a password',
    description: 'Uses the link up, and ends the sessions that there are. Signing in comes after it.',
  })
  @ApiNoContentResponse({ description: 'The password is set.' })
  async choosePassword(@Req() request: Request, @Body() { token, password }: UseLinkDto): Promise<void> {
    this.cookie.refuseCrossSite(request);
    await this.links.choosePassword(token, password, originOf(request));
  }
}
