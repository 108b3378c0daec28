import { applyDecorators, Body, Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public, SignedIn } from '../../auth/decorators.js';
import { callerOf, originOf } from '../../auth/caller.js';
import { ApiError } from '../../http/api-error.js';
import { Answers, AnswersProblems, Describes, OF_BODIES } from '../../openapi/decorators.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { CodeDto, NewSecondFactorDto, RecoveryCodesDto } from './account.dto.js';
import { actorOf, type Administrator } from './administrators.service.js';
import { PasswordLinksService } from './password-links.service.js';
import { PasswordSignInService } from './password-sign-in.service.js';
import { LinkDto, LookAtLinkDto, toLink, UseLinkDto } from './people.dto.js';
import { SessionDto, SignInDto } from './session.dto.js';
import { CurrentSession, SessionsService, type Session } from './sessions.service.js';
import { KnownBrowsers, SecondStepCookie, SessionCookie } from './sign-in-cookies.js';
import { TotpEnrolmentService } from './totp-enrolment.service.js';

const SecondStep = (): MethodDecorator =>
  applyDecorators(
    Public(),
    AnswersProblems(
      'invalid_parameter',
      'wrong_code',
      'sign_in_expired',
      'cross_site_request',
      ...OF_BODIES,
      'rate_limited',
      'unavailable',
    ),
  );

const PasswordLink = (): MethodDecorator =>
  applyDecorators(
    Public(),
    AnswersProblems(
      'invalid_parameter',
      'invalid_link',
      'cross_site_request',
      ...OF_BODIES,
      'rate_limited',
      'unavailable',
    ),
  );

@ApiTags('Portal')
@Controller('portal/api')
export class SessionController {
  constructor(
    private readonly signIns: PasswordSignInService,
    private readonly sessions: SessionsService,
    private readonly enrolment: TotpEnrolmentService,
    private readonly links: PasswordLinksService,
    private readonly enterprises: EnterprisesService,
    private readonly cookie: SessionCookie,
    private readonly secondStep: SecondStepCookie,
    private readonly browsers: KnownBrowsers,
  ) {}

  @Post('session')
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
    if (typeof outcome === 'string') return this.begin(request, response, email, outcome);
    this.secondStep.set(request, response, outcome.person);
    throw new ApiError(outcome.next);
  }

  @Get('session')
  @SignedIn()
  @Describes({ id: 'getSession', summary: 'Who is signed in', description: 'Asking for it is using it.' })
  @Answers(200, 'The session.', SessionDto)
  get(@CurrentSession() session: Session): Promise<SessionDto> {
    return this.describe(session);
  }

  @Get('session/look')
  @SignedIn({ keepAlive: false })
  @Describes({
    id: 'lookAtSession',
    summary: 'Who is signed in, without using the session',
    description:
      'What a page asks of its own accord, such as whether another window still uses the session: asking keeps nobody signed in.',
  })
  @Answers(200, 'The session.', SessionDto)
  look(@CurrentSession() session: Session): Promise<SessionDto> {
    return this.describe(session);
  }

  @Delete('session')
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
    await this.endCurrent(request);
    this.cookie.clear(request, response);
    response.setHeader('Clear-Site-Data', '"cache"');
  }

  @Post('session/second-factor')
  @SecondStep()
  @Describes({
    id: 'signInWithCode',
    summary: 'The second step of signing in',
    description:
      'After the password, within ten minutes. Takes a code or a recovery code, each once; wrong ones count as failures to sign in.',
  })
  @Answers(200, 'The session.', SessionDto)
  async signInWithCode(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Body() { code }: CodeDto,
  ): Promise<SessionDto> {
    const person = await this.person(request);
    const browser = await this.browsers.find(request, person.email);
    const token = await this.signIns.finish(person, code, originOf(request), browser);
    this.secondStep.clear(request, response);
    return this.begin(request, response, person.email, token);
  }

  @Post('session/second-factor/set-up')
  @SecondStep()
  @Describes({
    id: 'startRequiredSecondFactor',
    summary: 'Set up the second factor that is required',
    description: 'After the password, for who has none yet.',
  })
  @Answers(200, 'The secret, which this answer alone shows.', NewSecondFactorDto)
  async startEnrolment(@Req() request: Request): Promise<NewSecondFactorDto> {
    return this.enrolment.start(await this.personToEnrol(request));
  }

  @Post('session/second-factor/confirmation')
  @SecondStep()
  @Describes({
    id: 'confirmRequiredSecondFactor',
    summary: 'Turn it on and sign in',
    description: 'Begins the session, which the cookie in the answer carries.',
  })
  @Answers(200, 'The recovery codes.', RecoveryCodesDto)
  async confirmEnrolment(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Body() { code }: CodeDto,
  ): Promise<RecoveryCodesDto> {
    const person = await this.personToEnrol(request);
    const caller = callerOf(request, person.enterpriseKey, actorOf(person.email));
    const codes = await this.enrolment.confirm(caller, person, code);
    const token = await this.signIns.begin(await this.person(request), originOf(request));
    this.secondStep.clear(request, response);
    await this.begin(request, response, person.email, token);
    return { recovery_codes: codes };
  }

  // tokens are in bodies, because proxies log URLs
  @Post('link')
  @PasswordLink()
  @Describes({ id: 'lookAtLink', summary: 'For whom a link is', description: 'Looking uses nothing up.' })
  @Answers(200, 'For whom the link is.', LinkDto)
  async lookAtLink(@Req() request: Request, @Body() { token }: LookAtLinkDto): Promise<LinkDto> {
    this.cookie.refuseCrossSite(request);
    return toLink(await this.links.require(token, originOf(request)));
  }

  @Post('link/password')
  @PasswordLink()
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

  private async begin(
    request: Request,
    response: Response,
    email: string,
    token: string,
  ): Promise<SessionDto> {
    await this.endCurrent(request);
    this.cookie.set(request, response, token);
    await this.browsers.remember(request, response, email);
    const session = await this.sessions.find(token);
    if (!session) throw new Error('The new session is over already');
    request.context.enterprise = session.enterprise;
    return this.describe(session);
  }

  private async endCurrent(request: Request): Promise<void> {
    const session = await this.sessions.find(this.cookie.read(request));
    if (session) await this.sessions.end(session, originOf(request));
  }

  private async describe({ email, name, role, enterprise, ...ends }: Session): Promise<SessionDto> {
    const settings = this.enterprises.describe(await this.enterprises.get(enterprise.key));
    const time = ZonedTime.of(enterprise.timeZone);
    const expires_at = time.format(ends.expiresAt);
    return { email, name, role, ...settings, expires_at, ends_at: time.format(ends.endsAt) };
  }

  private person(request: Request): Promise<Administrator> {
    this.cookie.refuseCrossSite(request);
    return this.secondStep.require(request);
  }

  /** Refuses users who have a second factor: the password alone must not replace it. */
  private async personToEnrol(request: Request): Promise<Administrator> {
    const person = await this.person(request);
    if ((await this.signIns.nextStep(person)) !== 'second_factor_missing')
      throw new ApiError('sign_in_expired');
    return person;
  }
}
