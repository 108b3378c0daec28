import { Body, Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public, SignedIn } from '../../auth/access.js';
import { originOf } from '../../auth/caller.js';
import type { Session } from './sessions/session.js';
import { SessionCookie } from './sessions/session-cookie.js';
import { AnswersProblems, Describes, NeedsSession } from '../../document/operation.decorators.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { KnownBrowsers } from './limits/known-browsers.js';
import { PasswordSignInService } from './password-sign-in.service.js';
import { PortalSessionsService } from './sessions/portal-sessions.service.js';
import { SessionDto, SignInDto } from './sessions/session.dto.js';

/** Signing in and out, and who is signed in. */
@ApiTags('Portal')
@Controller('portal/api/session')
export class SessionController {
  constructor(
    private readonly signIns: PasswordSignInService,
    private readonly sessions: PortalSessionsService,
    private readonly enterprises: EnterprisesService,
    private readonly cookie: SessionCookie,
    private readonly browsers: KnownBrowsers,
  ) {}

  @Post()
  @HttpCode(200)
  @Public()
  @Describes({
    id: 'signIn',
    summary: 'Sign in',
    description:
      'Begins a session, which the cookie in the answer carries. A session that the request came with ends.',
  })
  @ApiOkResponse({ type: SessionDto, description: 'The session.' })
  @AnswersProblems(
    'invalid_parameter',
    'sign_in_failed',
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
    const token = await this.signIns.signIn(email, password, originOf(request), browser);
    const before = await this.sessions.look(this.cookie.read(request));
    if (before) await this.sessions.end(before, originOf(request));
    this.cookie.set(request, response, token);
    this.browsers.remember(request, response, email);
    const session = await this.sessions.look(token);
    if (!session) throw new Error('The new session is over already');
    request.context.enterprise = session.enterprise;
    return this.describe(session);
  }

  @Get()
  @SignedIn()
  @NeedsSession()
  @Describes({ id: 'getSession', summary: 'Who is signed in', description: 'Asking for it is using it.' })
  @ApiOkResponse({ type: SessionDto, description: 'The session.' })
  @AnswersProblems('not_signed_in', 'unavailable')
  get(@Req() { context }: Request): Promise<SessionDto> {
    if (!context.session) throw new Error('The route has no session');
    return this.describe(context.session);
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

  private async describe({ email, name, role, enterprise, ...ends }: Session): Promise<SessionDto> {
    const settings = this.enterprises.describe(await this.enterprises.get(enterprise.key));
    const time = ZonedTime.of(enterprise.timeZone);
    const expires_at = time.format(ends.expiresAt);
    return { email, name, role, ...settings, expires_at, ends_at: time.format(ends.endsAt) };
  }
}
