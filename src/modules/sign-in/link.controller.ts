import { Body, Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '../../auth/access.js';
import { originOf } from '../../auth/caller.js';
import { Answers, AnswersProblems, Describes, OF_BODIES } from '../../openapi/decorators.js';
import { SessionCookie } from './session-cookie.js';
import { PasswordLinksService } from './password-links.service.js';
import { LinkDto, LookAtLinkDto, toLink, UseLinkDto } from './people.dto.js';

/** The other end of the links that administrators hand out. Tokens come in bodies: what stands in an address is kept in logs. */
@ApiTags('Portal')
@Public()
@AnswersProblems(
  'invalid_parameter',
  'invalid_link',
  'cross_site_request',
  ...OF_BODIES,
  'rate_limited',
  'unavailable',
)
@Controller('portal/api/link')
export class LinkController {
  constructor(
    private readonly links: PasswordLinksService,
    private readonly cookie: SessionCookie,
  ) {}

  @Post()
  @Describes({
    id: 'lookAtLink',
    summary: 'For whom a link is',
    description: 'Looking uses nothing up.',
  })
  @Answers(200, 'For whom the link is.', LinkDto)
  async look(@Req() request: Request, @Body() { token }: LookAtLinkDto): Promise<LinkDto> {
    this.cookie.refuseCrossSite(request);
    return toLink(await this.links.look(token, originOf(request)));
  }

  @Post('password')
  @Describes({
    id: 'useLink',
    summary: 'Choose a password',
    description: 'Uses the link up, and ends the sessions that there are. Signing in comes after it.',
  })
  @Answers(204, 'The password is set.')
  async choosePassword(@Req() request: Request, @Body() { token, password }: UseLinkDto): Promise<void> {
    this.cookie.refuseCrossSite(request);
    await this.links.choosePassword(token, password, originOf(request));
  }
}
