import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../auth/access.js';
import { callerOf, originOf } from '../../auth/caller.js';
import { Answers, AnswersProblems, Describes, OF_BODIES } from '../../openapi/decorators.js';
import { ApiError } from '../../http/api-error.js';
import { KnownBrowsers } from './known-browsers.js';
import { PasswordSignInService } from './password-sign-in.service.js';
import { actorOf } from './session.js';
import { SessionCookie } from './session-cookie.js';
import { SessionDto } from './session.dto.js';
import { SessionStart } from './session-start.js';
import { CodeDto, NewSecondFactorDto, RecoveryCodesDto } from './second-factor.dto.js';
import { SecondStepCookie } from './second-step-cookie.js';
import { type Person, SetUpService } from './set-up.service.js';

/** What is between the right password and the session: a code, or the set-up where the enterprise requires what one has not. */
@ApiTags('Portal')
@Public()
@AnswersProblems(
  'invalid_parameter',
  'wrong_code',
  'sign_in_expired',
  'cross_site_request',
  ...OF_BODIES,
  'rate_limited',
  'unavailable',
)
@Controller('portal/api/session/second-factor')
export class SecondStepController {
  constructor(
    private readonly signIns: PasswordSignInService,
    private readonly setUp: SetUpService,
    private readonly cookie: SecondStepCookie,
    private readonly sessionCookie: SessionCookie,
    private readonly starts: SessionStart,
    private readonly browsers: KnownBrowsers,
  ) {}

  @Post()
  @Describes({
    id: 'signInWithCode',
    summary: 'The second step of signing in',
    description:
      'After the password, within ten minutes. Takes a code or a recovery code, each once; wrong ones count as failures to sign in.',
  })
  @Answers(200, 'The session.', SessionDto)
  async signIn(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Body() { code }: CodeDto,
  ): Promise<SessionDto> {
    const person = await this.person(request);
    const browser = await this.browsers.find(request, person.email);
    const token = await this.signIns.finish(person, code, originOf(request), browser);
    this.cookie.clear(request, response);
    return this.starts.begin(request, response, person.email, token);
  }

  @Post('set-up')
  @Describes({
    id: 'startRequiredSecondFactor',
    summary: 'Set up the second factor that is required',
    description: 'After the password, for who has none yet.',
  })
  @Answers(200, 'The secret, which this answer alone shows.', NewSecondFactorDto)
  async start(@Req() request: Request): Promise<NewSecondFactorDto> {
    return this.setUp.start(await this.personWithout(request));
  }

  @Post('confirmation')
  @Describes({
    id: 'confirmRequiredSecondFactor',
    summary: 'Turn it on and sign in',
    description: 'Begins the session, which the cookie in the answer carries.',
  })
  @Answers(200, 'The recovery codes.', RecoveryCodesDto)
  async confirm(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Body() { code }: CodeDto,
  ): Promise<RecoveryCodesDto> {
    const person = await this.personWithout(request);
    const caller = callerOf(request, person.enterpriseKey, actorOf(person.email));
    const codes = await this.setUp.confirm(caller, person, code);
    const token = await this.signIns.begin(await this.person(request), originOf(request));
    this.cookie.clear(request, response);
    await this.starts.begin(request, response, person.email, token);
    return { recovery_codes: codes };
  }

  private person(request: Request): Promise<Person> {
    this.sessionCookie.refuseCrossSite(request);
    return this.cookie.require(request);
  }

  /** Whoever has one may not come by another: the password alone would do then. */
  private async personWithout(request: Request): Promise<Person> {
    const person = await this.person(request);
    if ((await this.signIns.nextStep(person)) !== 'second_factor_missing')
      throw new ApiError('sign_in_expired');
    return person;
  }
}
