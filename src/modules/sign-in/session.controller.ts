import { Body, Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public, SignedIn } from '../../auth/access.js';
import { originOf } from '../../auth/caller.js';
import { SessionCookie } from './session-cookie.js';
import { Answers, AnswersProblems, Describes, OF_BODIES } from '../../openapi/decorators.js';
import { ApiError } from '../../http/api-error.js';
import { KnownBrowsers } from './known-browsers.js';
import { PasswordSignInService } from './password-sign-in.service.js';
import { PortalSessionsService } from './portal-sessions.service.js';
import { SecondStepCookie } from './second-step-cookie.js';
import { SessionDto, SignInDto } from './session.dto.js';
import { CurrentSession, type Session } from './session.js';
import { SessionStart } from './session-start.js';

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
  @Public()
  @Describes({
    id: 'signIn',
    summary: 'Sign in',
    description:
      'Begins a session, which the cookie in the answer carries. A session that the request came with ends. Where a second factor is needed, or has yet to be set up, there is none before it: the cookie of that answer opens the second step alone, for ten minutes.',
  })
  @Answers(200, 'The session.', SessionDto)
  @AnswersProblems(
    'invalid_parameter',
    'sign_in_failed',
    'second_factor_needed',
    'second_factor_missing',
    'cross_site_request',
    ...OF_BODIES,
    'rate_limited',
    'unavailable',
  )
  async signIn(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Body() { email, password }: SignInDto,
  ): Promise<SessionDto> {
    this.cookie.refuseCrossSite(request);
    const browser = await this.browsers.find(request, email);
    const outcome = await this.signIns.signIn(email, password, originOf(request), browser);
    if (typeof outcome === 'string') return this.starts.begin(request, response, email, outcome);
    this.secondStep.set(request, response, outcome.person);
    throw new ApiError(outcome.next);
  }

  @Get()
  @SignedIn()
  @Describes({ id: 'getSession', summary: 'Who is signed in', description: 'Asking for it is using it.' })
  @Answers(200, 'The session.', SessionDto)
  get(@CurrentSession() session: Session): Promise<SessionDto> {
    return this.starts.describe(session);
  }

  @Get('look')
  @SignedIn({ keepAlive: false })
  @Describes({
    id: 'lookAtSession',
    summary: 'Who is signed in, without using the session',
    description:
      'What a page asks of its own accord, such as whether another window still uses the session: asking keeps nobody signed in.',
  })
  @Answers(200, 'The session.', SessionDto)
  look(@CurrentSession() session: Session): Promise<SessionDto> {
    return this.starts.describe(session);
  }

  @Delete()
  @Public()
  @Describes({
    id: 'signOut',
    summary: 'Sign out',
    description: 'Ends the session on every instance at once. One that has ended already is no error.',
  })
  @Answers(204, 'Nobody is signed in any more.')
  @AnswersProblems('cross_site_request', 'unavailable')
  async signOut(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    this.cookie.refuseCrossSite(request);
    const session = await this.sessions.look(this.cookie.read(request));
    if (session) await this.sessions.end(session, originOf(request));
    this.cookie.clear(request, response);
    response.setHeader('Clear-Site-Data', '"cache"');
  }
}
