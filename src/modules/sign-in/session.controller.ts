import { Body, Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public, SignedIn } from '../../auth/access.js';
import { originOf } from '../../auth/caller.js';
import { SessionCookie } from './sessions/session-cookie.js';
import { AnswersProblems, Describes, NeedsSession } from '../../document/operation.decorators.js';
import { ApiError } from '../../http/errors/api-error.js';
import { KnownBrowsers } from './limits/known-browsers.js';
import { PasswordSignInService } from './password-sign-in.service.js';
import { PortalSessionsService } from './sessions/portal-sessions.service.js';
import { SecondStepCookie } from './second-factor/second-step-cookie.js';
import { SessionDto, SignInDto } from './sessions/session.dto.js';
import { sessionOf } from './sessions/session.js';
import { SessionStart } from './sessions/session-start.js';

/** Signing in and out, and who is signed in. */
@ApiTags('Portal')
@Controller('portal/api/session')
export class SessionController {
  constructor(
    private readonly signIns: PasswordSignInService,
    private readonly sessions: PortalSessionsService,
    private readonly starts: SessionStart,
    private readonly cookie: SessionCookie,
    private readonly secondStep: SecondStepCookie,
    private readonly browsers: KnownBrowsers,
  ) {}

  @Post()
  @HttpCode(200)
  @Public()
  @Describes({
    id: 'signIn',
    summary: 'Sign in',
    description:
      'Begins a session, which the cookie in the answer carries. A session that the request came with ends. Where a second factor is needed, or has yet to be set up, there is none before it: the cookie of that answer opens the second step alone, for ten minutes.',
  })
  @ApiOkResponse({ type: SessionDto, description: 'The session.' })
  @AnswersProblems(
    'invalid_parameter',
    'sign_in_failed',
    'second_factor_needed',
    'second_factor_missing',
    'cross_site_request',
    'payload_too_large',
    'unsupported_media_type',
    'rate_limited',
    'unavailable',
  )
  async signIn(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Body() { email, password }: SignInDto,
  ): Promise<SessionDto> {
    this.cookie.refuseCrossSite(request);
    const browser = this.browsers.find(request, email);
    const outcome = await this.signIns.signIn(email, password, originOf(request), browser);
    if (typeof outcome === 'string') return this.starts.begin(request, response, email, outcome);
    this.secondStep.set(request, response, outcome.person);
    throw new ApiError(outcome.next);
  }

  @Get()
  @SignedIn()
  @NeedsSession()
  @Describes({ id: 'getSession', summary: 'Who is signed in', description: 'Asking for it is using it.' })
  @ApiOkResponse({ type: SessionDto, description: 'The session.' })
  @AnswersProblems('not_signed_in', 'unavailable')
  get(@Req() request: Request): Promise<SessionDto> {
    return this.starts.describe(sessionOf(request));
  }

  @Get('look')
  @SignedIn({ keepAlive: false })
  @NeedsSession()
  @Describes({
    id: 'lookAtSession',
    summary: 'Who is signed in, without using the session',
    description:
      'What a page asks of its own accord, such as whether another window still uses the session: asking keeps nobody signed in.',
  })
  @ApiOkResponse({ type: SessionDto, description: 'The session.' })
  @AnswersProblems('not_signed_in', 'unavailable')
  look(@Req() request: Request): Promise<SessionDto> {
    return this.get(request);
  }

  @Delete()
  @HttpCode(204)
  @Public()
  @Describes({
    id: 'signOut',
    summary: 'Sign out',
    description: 'Ends the session on every instance at once. One that has ended already is no error.',
  })
  @ApiNoContentResponse({ description: 'Nobody is signed in any more.' })
  @AnswersProblems('cross_site_request', 'unavailable')
  async signOut(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    this.cookie.refuseCrossSite(request);
    const session = await this.sessions.look(this.cookie.read(request));
    if (session) await this.sessions.end(session, originOf(request));
    this.cookie.clear(request, response);
  }
}
