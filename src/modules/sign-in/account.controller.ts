import { applyDecorators, Body, Controller, Delete, Get, Patch, Post, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { SignedIn } from '../../auth/access.js';
import { RespondsWith, RespondsWithProblems, Describes, OF_BODIES } from '../../openapi/decorators.js';
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
import { hasSecondFactor } from './administrators.service.js';
import { RenameDto } from './people.dto.js';
import { CurrentSession, type OwnSession } from './sessions.service.js';
import { SessionCookie } from './sign-in-cookies.js';
import { countCodes } from './totp.service.js';

const PROOF = 'A wrong password or code counts as a failed sign-in. Ends your other sessions.';

const ChangesAccount = (): MethodDecorator =>
  RespondsWithProblems('invalid_parameter', 'person_not_found', ...OF_BODIES);

const ChangesSecondFactor = (): MethodDecorator =>
  applyDecorators(ChangesAccount(), RespondsWithProblems('wrong_code', 'rate_limited'));

@ApiTags('Account')
@SignedIn()
@RespondsWithProblems('cross_site_request', 'internal_error')
@Controller('internal/v1/account')
export class AccountController {
  constructor(
    private readonly account: AccountService,
    private readonly cookie: SessionCookie,
  ) {}

  @Get()
  @Describes({ id: 'getAccount', summary: 'Get your account', description: 'The signed-in user.' })
  @RespondsWith(200, 'The account.', AccountDto)
  async get(@CurrentSession() session: OwnSession): Promise<AccountDto> {
    const person = await this.account.find(session);
    const { email, role } = session;
    return {
      email,
      name: person?.name ?? session.name,
      role,
      has_password: person !== null,
      second_factor: person !== null && hasSecondFactor(person),
      second_factor_required: person !== null && (await this.account.isSecondFactorRequired(person)),
      recovery_codes_left: countCodes(person?.recoveryCodes ?? ''),
    };
  }

  @Patch()
  @Describes({ id: 'renameAccount', summary: 'Change your name', description: 'All your sessions show it.' })
  @RespondsWith(204, 'The name was changed.')
  @ChangesAccount()
  rename(@CurrentSession() session: OwnSession, @Body() { name }: RenameDto): Promise<void> {
    return this.account.rename(session, name);
  }

  @Post('password')
  @Describes({ id: 'changePassword', summary: 'Change your password', description: PROOF })
  @RespondsWith(204, 'The password was changed.')
  @ChangesAccount()
  @RespondsWithProblems('wrong_password', 'rate_limited')
  changePassword(
    @CurrentSession() session: OwnSession,
    @Body() { present_password: current, new_password: wanted }: ChangePasswordDto,
  ): Promise<void> {
    return this.account.changePassword(session, current, wanted);
  }

  @Get('sessions')
  @Describes({ id: 'listOwnSessions', summary: 'List your sessions', description: 'Without their tokens.' })
  @RespondsWith(200, 'The sessions. The last used one comes first.', [OwnSessionDto])
  async listSessions(@CurrentSession() session: OwnSession): Promise<OwnSessionDto[]> {
    const time = ZonedTime.of(session.enterprise.timeZone);
    const sessions = await this.account.listSessions(session);
    return sessions.map(({ tokenHash, address, createdAt, lastUsedAt }) => ({
      is_this: tokenHash === session.tokenHash,
      address,
      began_at: time.format(createdAt),
      last_used_at: time.format(lastUsedAt),
    }));
  }

  @Delete('sessions')
  @Describes({ id: 'endOwnSessions', summary: 'Sign out everywhere', description: 'Ends this session too.' })
  @RespondsWith(204, 'All sessions have ended.')
  async endSessions(
    @CurrentSession() session: OwnSession,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.account.endSessions(session);
    this.cookie.clear(response);
  }

  @Post('second-factor')
  @Describes({
    id: 'startSecondFactor',
    summary: 'Start to set up a second factor',
    description:
      'A wrong password or code counts as a failed sign-in. A current second factor stays valid until you confirm the new one.',
  })
  @RespondsWith(200, 'The secret. Only this response contains it.', NewSecondFactorDto)
  @RespondsWithProblems('wrong_password')
  @ChangesSecondFactor()
  async startSecondFactor(
    @CurrentSession() session: OwnSession,
    @Body() { proof }: ProofDto,
  ): Promise<NewSecondFactorDto> {
    return this.account.startSecondFactor(await this.account.prove(session, proof));
  }

  @Post('second-factor/confirmation')
  @Describes({
    id: 'confirmSecondFactor',
    summary: 'Turn on your second factor',
    description: 'Requires a code for the new secret. Ends your other sessions.',
  })
  @RespondsWith(200, 'The recovery codes.', RecoveryCodesDto)
  @ChangesSecondFactor()
  async confirmSecondFactor(
    @CurrentSession() session: OwnSession,
    @Body() { code }: CodeDto,
  ): Promise<RecoveryCodesDto> {
    const person = await this.account.require(session);
    const codes = await this.account.confirmSecondFactor(session.caller, person, code, session.tokenHash);
    return { recovery_codes: codes };
  }

  @Post('second-factor/recovery-codes')
  @Describes({ id: 'renewRecoveryCodes', summary: 'Replace your recovery codes', description: PROOF })
  @RespondsWith(200, 'The new codes. The old ones are revoked.', RecoveryCodesDto)
  @RespondsWithProblems('wrong_password', 'second_factor_missing')
  @ChangesSecondFactor()
  async renewRecoveryCodes(
    @CurrentSession() session: OwnSession,
    @Body() { proof }: ProofDto,
  ): Promise<RecoveryCodesDto> {
    return { recovery_codes: await this.account.renewRecoveryCodes(session, proof) };
  }

  @Post('second-factor/off')
  @Describes({ id: 'turnSecondFactorOff', summary: 'Turn off your second factor', description: PROOF })
  @RespondsWith(204, 'You have no second factor.')
  @RespondsWithProblems('wrong_password', 'second_factor_missing', 'second_factor_required')
  @ChangesSecondFactor()
  turnSecondFactorOff(@CurrentSession() session: OwnSession, @Body() { proof }: ProofDto): Promise<void> {
    return this.account.turnSecondFactorOff(session, proof);
  }
}
