import { Body, Controller, Delete, Get, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { SignedIn } from '../../auth/decorators.js';
import { type Caller, CurrentCaller } from '../../auth/caller.js';
import { Answers, AnswersProblems, Describes, OF_BODIES } from '../../openapi/decorators.js';
import { ZonedTime } from '../../time/zoned-time.js';
import {
  AccountDto,
  ChangePasswordDto,
  CodeDto,
  NewSecondFactorDto,
  OwnSessionDto,
  ProofDto,
  RecoveryCodesDto,
} from './account.dto.js';
import { AccountService } from './account.service.js';
import { hasSecondFactor, type Administrator } from './administrators.service.js';
import { RenameDto } from './people.dto.js';
import { CurrentSession, type Session } from './sessions.service.js';
import { SessionCookie } from './sign-in-cookies.js';
import { TotpEnrolmentService } from './totp-enrolment.service.js';
import { countCodes } from './totp.js';

const PROOF =
  'Needs the present password or a code, tries at which count as failures to sign in. All other sessions of the person end.';

const SecondFactorProblems = (): MethodDecorator =>
  AnswersProblems(
    'invalid_parameter',
    'cross_site_request',
    'person_not_found',
    'wrong_code',
    ...OF_BODIES,
    'rate_limited',
  );

@ApiTags('Account')
@SignedIn()
@AnswersProblems('cross_site_request', 'internal_error')
@Controller('internal/v1/account')
export class AccountController {
  constructor(
    private readonly account: AccountService,
    private readonly enrolment: TotpEnrolmentService,
    private readonly cookie: SessionCookie,
  ) {}

  @Get()
  @Describes({ id: 'getAccount', summary: 'Who one is', description: 'And what of it is kept here.' })
  @Answers(200, 'The account.', AccountDto)
  async get(@CurrentSession() session: Session): Promise<AccountDto> {
    const person = await this.account.find(session);
    const { email, role } = session;
    return {
      email,
      name: person?.name ?? session.name,
      role,
      has_password: person !== null,
      second_factor: person !== null && hasSecondFactor(person),
      second_factor_required: person !== null && (await this.enrolment.isRequired(person)),
      recovery_codes_left: countCodes(person?.recoveryCodes ?? ''),
    };
  }

  @Patch()
  @Describes({ id: 'renameAccount', summary: 'Another name', description: 'All sessions show it.' })
  @Answers(204, 'The name is changed.')
  @AnswersProblems('invalid_parameter', 'person_not_found', ...OF_BODIES)
  rename(
    @CurrentCaller() caller: Caller,
    @CurrentSession() session: Session,
    @Body() { name }: RenameDto,
  ): Promise<void> {
    return this.account.rename(caller, session, name);
  }

  @Post('password')
  @Describes({
    id: 'changePassword',
    summary: 'Another password',
    description:
      'Needs the present one, tries at which count as failures to sign in. All other sessions of the person end.',
  })
  @Answers(204, 'The password is changed.')
  @AnswersProblems('invalid_parameter', 'wrong_password', 'person_not_found', ...OF_BODIES, 'rate_limited')
  changePassword(
    @CurrentCaller() caller: Caller,
    @CurrentSession() session: Session,
    @Body() { present_password: present, new_password: wanted }: ChangePasswordDto,
  ): Promise<void> {
    return this.account.changePassword(caller, session, present, wanted);
  }

  @Get('sessions')
  @Describes({
    id: 'listOwnSessions',
    summary: 'Where one is signed in',
    description: 'Never with what opens a session.',
  })
  @Answers(200, 'The sessions, the one used last first.', [OwnSessionDto])
  async listSessions(@CurrentSession() session: Session): Promise<OwnSessionDto[]> {
    const time = ZonedTime.of(session.enterprise.timeZone);
    return (await this.account.listSessions(session)).map(
      ({ tokenHash, address, createdAt, lastUsedAt }) => ({
        is_this: tokenHash === session.tokenHash,
        address,
        began_at: time.format(createdAt),
        last_used_at: time.format(lastUsedAt),
      }),
    );
  }

  @Delete('sessions')
  @Describes({
    id: 'endOwnSessions',
    summary: 'Sign out everywhere',
    description: 'Ends every session of the person on every instance, this one among them.',
  })
  @Answers(204, 'The person is signed in nowhere any more.')
  async endSessions(
    @CurrentCaller() caller: Caller,
    @CurrentSession() session: Session,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.account.endSessions(caller, session);
    this.cookie.clear(request, response);
  }

  @Post('second-factor')
  @Describes({
    id: 'startSecondFactor',
    summary: 'Begin to set up a second factor',
    description:
      'Needs the present password or a code, tries at which count as failures to sign in. Nothing counts before it is confirmed, and a second factor that there is goes on until then.',
  })
  @Answers(200, 'The secret, which this answer alone shows.', NewSecondFactorDto)
  @AnswersProblems('wrong_password')
  @SecondFactorProblems()
  async startEnrolment(
    @CurrentCaller() { address }: Caller,
    @CurrentSession() session: Session,
    @Body() { proof }: ProofDto,
  ): Promise<NewSecondFactorDto> {
    return this.enrolment.start(await this.proven(session, proof, address));
  }

  @Post('second-factor/confirmation')
  @Describes({
    id: 'confirmSecondFactor',
    summary: 'Turn the second factor on',
    description: 'A code shows that the app has the secret. All other sessions of the person end.',
  })
  @Answers(200, 'The recovery codes.', RecoveryCodesDto)
  @SecondFactorProblems()
  async confirmEnrolment(
    @CurrentCaller() caller: Caller,
    @CurrentSession() session: Session,
    @Body() { code }: CodeDto,
  ): Promise<RecoveryCodesDto> {
    const person = await this.account.require(session);
    return { recovery_codes: await this.enrolment.confirm(caller, person, code, session.tokenHash) };
  }

  @Post('second-factor/recovery-codes')
  @Describes({ id: 'renewRecoveryCodes', summary: 'Other recovery codes', description: PROOF })
  @Answers(200, 'The codes; those before are dead.', RecoveryCodesDto)
  @AnswersProblems('wrong_password', 'second_factor_missing')
  @SecondFactorProblems()
  async renewCodes(
    @CurrentCaller() caller: Caller,
    @CurrentSession() session: Session,
    @Body() { proof }: ProofDto,
  ): Promise<RecoveryCodesDto> {
    const person = await this.proven(session, proof, caller.address);
    return { recovery_codes: await this.enrolment.renewCodes(caller, person, session.tokenHash) };
  }

  @Post('second-factor/off')
  @Describes({ id: 'turnSecondFactorOff', summary: 'Turn the second factor off', description: PROOF })
  @Answers(204, 'There is none any more.')
  @AnswersProblems('wrong_password', 'second_factor_missing', 'second_factor_required')
  @SecondFactorProblems()
  async turnSecondFactorOff(
    @CurrentCaller() caller: Caller,
    @CurrentSession() session: Session,
    @Body() { proof }: ProofDto,
  ): Promise<void> {
    const person = await this.proven(session, proof, caller.address);
    await this.enrolment.turnOff(caller, person, session.tokenHash);
  }

  private async proven(session: Session, proof: string, address: string): Promise<Administrator> {
    const person = await this.account.require(session);
    await this.enrolment.prove(person, proof, address);
    return person;
  }
}
