import { applyDecorators, Body, Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { originOf, Public, SignedIn } from '../../auth/access.js';
import { ApiError, type ErrorCode } from '../../http/api-error.js';
import { RespondsWith, RespondsWithProblems, OF_BODIES } from '../../openapi/decorators.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { EnterprisesService } from '../enterprises/enterprises.service.js';
import { CodeDto, NewSecondFactorDto, RecoveryCodesDto, SessionDto, SignInDto } from './account.dto.js';
import { AccountService } from './account.service.js';
import { PasswordSignInService } from './password-sign-in.service.js';
import { LinkDto, LookAtLinkDto, toLink, UseLinkDto } from './people.dto.js';
import { PeopleService, type Person } from './people.service.js';
import { callerFor, CurrentSession, SessionsService, type Session } from './sessions.service.js';
import { SignInCookies } from './sign-in-cookies.js';

const PROBLEMS = ['cross_site_request', ...OF_BODIES, 'rate_limited', 'unavailable'] as const;

const SignInStep = (...problems: readonly ErrorCode[]): MethodDecorator =>
  applyDecorators(Public(), RespondsWithProblems('invalid_parameter', ...problems, ...PROBLEMS));

const SecondStep = (): MethodDecorator => SignInStep('wrong_code', 'sign_in_expired');

@ApiTags('Portal')
@Controller('portal/api')
export class SessionController {
  constructor(
    private readonly signIns: PasswordSignInService,
    private readonly sessions: SessionsService,
    private readonly account: AccountService,
    private readonly people: PeopleService,
    private readonly enterprises: EnterprisesService,
    private readonly cookies: SignInCookies,
  ) {}

  @Post('session')
  @SignInStep('sign_in_failed', 'second_factor_needed', 'second_factor_missing')
  @ApiOperation({
    summary: 'Sign in with a password',
    description:
      'Sets the session cookie and ends the previous session of the browser. If a second factor is needed, sets a cookie for the second step instead. It is valid for 10 minutes.',
  })
  @RespondsWith(200, 'The session.', SessionDto)
  async signIn(@Res({ passthrough: true }) response: Response, @Body() { email, password }: SignInDto) {
    const browser = await this.cookies.findKnownBrowser(response.req, email);
    const origin = { ...originOf(response.req), browser };
    const { person, nextStep } = await this.signIns.checkPassword(email, password, origin);
    if (!nextStep) return this.begin(response, person, await this.signIns.begin(person, origin));
    this.cookies.beginSecondStep(response, person);
    throw new ApiError(nextStep);
  }

  @Get('session')
  @SignedIn()
  @ApiOperation({ summary: 'Get the session', description: 'Extends the session.' })
  @RespondsWith(200, 'The session.', SessionDto)
  getSession(@CurrentSession() session: Session): SessionDto {
    return this.describe(session);
  }

  @Get('session/look')
  @SignedIn({ keepAlive: false })
  @ApiOperation({ summary: 'Check the session', description: 'Does not extend it.' })
  @RespondsWith(200, 'The session.', SessionDto)
  lookAtSession(@CurrentSession() session: Session): SessionDto {
    return this.describe(session);
  }

  @Delete('session')
  @Public()
  @ApiOperation({ summary: 'Sign out', description: 'Succeeds without a session too.' })
  @RespondsWith(204, 'The session has ended.')
  @RespondsWithProblems('cross_site_request', 'unavailable')
  async signOut(@Res({ passthrough: true }) response: Response): Promise<void> {
    await this.endCurrent(response.req);
    this.cookies.session.clear(response);
    response.setHeader('Clear-Site-Data', '"cache"');
  }

  @Post('session/second-factor')
  @SecondStep()
  @ApiOperation({
    summary: 'Sign in with a code (second step)',
    description:
      'Within 10 minutes of the password. Accepts a code or a recovery code, each once. Wrong ones count as failed sign-ins.',
  })
  @RespondsWith(200, 'The session.', SessionDto)
  async signInWithCode(@Res({ passthrough: true }) response: Response, @Body() { code }: CodeDto) {
    const { req: request } = response;
    const person = await this.cookies.requireSecondStep(request);
    const browser = await this.cookies.findKnownBrowser(request, person.email);
    await this.signIns.checkCode(person, code, { ...originOf(request), browser });
    return this.completeSecondStep(response, person);
  }

  @Post('session/second-factor/set-up')
  @SecondStep()
  @ApiOperation({
    summary: 'Start to set up a required second factor',
    description: 'After the password, for users without a second factor.',
  })
  @RespondsWith(200, 'The secret. Only this response contains it.', NewSecondFactorDto)
  async startRequiredSecondFactor(@Req() request: Request): Promise<NewSecondFactorDto> {
    return this.account.startSecondFactor(await this.personWithoutFactor(request));
  }

  @Post('session/second-factor/confirmation')
  @SecondStep()
  @ApiOperation({
    summary: 'Turn on a required second factor and sign in',
    description: 'Requires a code for the new secret. Sets the session cookie.',
  })
  @RespondsWith(200, 'The recovery codes.', RecoveryCodesDto)
  async confirmRequiredSecondFactor(
    @Res({ passthrough: true }) response: Response,
    @Body() { code }: CodeDto,
  ) {
    const { req: request } = response;
    const person = await this.personWithoutFactor(request);
    const browser = await this.cookies.findKnownBrowser(request, person.email);
    const caller = { ...callerFor(person, originOf(request)), browser };
    const codes = await this.account.confirmSecondFactor(caller, person, code);
    await this.completeSecondStep(response, await this.cookies.requireSecondStep(request));
    return codes;
  }

  // tokens are in bodies, because proxies log URLs
  @Post('link')
  @SignInStep('invalid_link')
  @ApiOperation({ summary: 'Get the user of a link', description: 'Does not use the link up.' })
  @RespondsWith(200, 'The user of the link.', LinkDto)
  async lookAtLink(@Req() request: Request, @Body() { token }: LookAtLinkDto): Promise<LinkDto> {
    return toLink(await this.people.requireByLink(token, originOf(request)));
  }

  @Post('link/password')
  @SignInStep('invalid_link', 'weak_password')
  @ApiOperation({
    summary: 'Set a password with a link',
    description: 'Uses the link up and ends the sessions of the user. Does not sign in.',
  })
  @RespondsWith(204, 'The password was set.')
  useLink(@Req() request: Request, @Body() { token, password }: UseLinkDto): Promise<void> {
    return this.people.choosePassword(token, password, originOf(request));
  }

  private async completeSecondStep(response: Response, person: Person): Promise<SessionDto> {
    const token = await this.signIns.begin(person, originOf(response.req));
    this.cookies.secondStep.clear(response);
    return this.begin(response, person, token);
  }

  private async begin(response: Response, person: Person, token: string): Promise<SessionDto> {
    const { req: request } = response;
    await this.endCurrent(request);
    this.cookies.session.set(response, token);
    this.cookies.rememberBrowser(response, person);
    const session = await this.sessions.find(token);
    if (!session) throw new Error('The new session has already ended');
    request.context.enterprise = session.enterprise;
    return this.describe(session);
  }

  private async endCurrent(request: Request): Promise<void> {
    const session = await this.sessions.find(this.cookies.session.read(request));
    if (session) await this.sessions.end(session, originOf(request));
  }

  private describe({ email, name, role, enterprise, ...ends }: Session): SessionDto {
    const settings = this.enterprises.describe(enterprise);
    const time = ZonedTime.of(enterprise.timeZone);
    const expires_at = time.format(ends.expiresAt);
    return { email, name, role, ...settings, expires_at, ends_at: time.format(ends.endsAt) };
  }

  /** Refuses users who have a second factor: the password alone must not replace it. */
  private async personWithoutFactor(request: Request): Promise<Person> {
    const person = await this.cookies.requireSecondStep(request);
    const nextStep = await this.signIns.nextStep(person);
    if (nextStep !== 'second_factor_missing') throw new ApiError('sign_in_expired');
    return person;
  }
}
