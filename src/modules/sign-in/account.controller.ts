import { Body, Controller, Delete, Get, Param, Patch, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { SignedIn } from '../../auth/access.js';
import type { ErrorCode } from '../../http/api-error.js';
import { OF_BODIES, RespondsWith, RespondsWithProblems, TakesId } from '../../openapi/decorators.js';
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
import { RenameDto } from './people.dto.js';
import { CurrentSession, SessionsService, type OwnSession } from './sessions.service.js';
import { SignInCookies } from './sign-in-cookies.js';

const PROOF = 'A wrong password or code counts as a failed sign-in. Ends your other sessions.';

const ChangesAccount = (...problems: readonly ErrorCode[]): MethodDecorator =>
  RespondsWithProblems('invalid_parameter', 'person_not_found', ...OF_BODIES, ...problems);

const ChangesSecondFactor = (...problems: readonly ErrorCode[]): MethodDecorator =>
  ChangesAccount('wrong_code', 'rate_limited', ...problems);

@ApiTags('Account')
@SignedIn()
@RespondsWithProblems('cross_site_request', 'internal_error')
@Controller('internal/v1/account')
export class AccountController {
  constructor(
    private readonly account: AccountService,
    private readonly sessions: SessionsService,
    private readonly cookies: SignInCookies,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Get your account', description: 'The signed-in user.' })
  @RespondsWith(200, 'The account.', AccountDto)
  getAccount(@CurrentSession() session: OwnSession): Promise<AccountDto> {
    return this.account.describe(session);
  }

  @Patch()
  @ApiOperation({ summary: 'Change your name', description: 'All your sessions show it.' })
  @RespondsWith(204, 'The name was changed.')
  @ChangesAccount()
  renameAccount(@CurrentSession() session: OwnSession, @Body() { name }: RenameDto): Promise<void> {
    return this.account.rename(session, name);
  }

  @Post('password')
  @ApiOperation({ summary: 'Change your password', description: PROOF })
  @RespondsWith(204, 'The password was changed.')
  @ChangesAccount('weak_password', 'wrong_password', 'rate_limited')
  changePassword(@CurrentSession() session: OwnSession, @Body() body: ChangePasswordDto): Promise<void> {
    return this.account.changePassword(session, body.present_password, body.new_password);
  }

  @Get('sessions')
  @ApiOperation({ summary: 'List your sessions', description: 'Without their tokens.' })
  @RespondsWith(200, 'The sessions. The last used one comes first.', [OwnSessionDto])
  listOwnSessions(@CurrentSession() session: OwnSession): Promise<OwnSessionDto[]> {
    return this.sessions.list(session);
  }

  @Delete('sessions')
  @ApiOperation({ summary: 'Sign out everywhere', description: 'Ends this session too.' })
  @RespondsWith(204, 'All sessions have ended.')
  async endOwnSessions(
    @CurrentSession() session: OwnSession,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.sessions.endAll(session);
    this.cookies.session.clear(response);
  }

  @Delete('sessions/:id')
  @ApiOperation({ summary: 'End one of your sessions', description: 'Signs a browser out.' })
  @TakesId('Session ID.', '9f86d081884c7d659a2feaa0c55ad015')
  @RespondsWith(204, 'The session has ended.')
  @RespondsWithProblems('not_found')
  endOwnSession(@CurrentSession() session: OwnSession, @Param('id') id: string): Promise<void> {
    return this.sessions.endOne(session, id);
  }

  @Post('second-factor')
  @ApiOperation({
    summary: 'Start to set up a second factor',
    description:
      'A wrong password or code counts as a failed sign-in. A current second factor stays valid until you confirm the new one.',
  })
  @RespondsWith(200, 'The secret. Only this response contains it.', NewSecondFactorDto)
  @ChangesSecondFactor('wrong_password')
  async startSecondFactor(@CurrentSession() session: OwnSession, @Body() { proof }: ProofDto) {
    return this.account.startSecondFactor(await this.account.prove(session, proof));
  }

  @Post('second-factor/confirmation')
  @ApiOperation({
    summary: 'Turn on your second factor',
    description: 'Requires a code for the new secret. Ends your other sessions.',
  })
  @RespondsWith(200, 'The recovery codes.', RecoveryCodesDto)
  @ChangesSecondFactor()
  async confirmSecondFactor(@CurrentSession() session: OwnSession, @Body() { code }: CodeDto) {
    const person = await this.account.require(session);
    const caller = { ...session.caller, browser: session.tokenHash };
    return this.account.confirmSecondFactor(caller, person, code, session.tokenHash);
  }

  @Post('second-factor/recovery-codes')
  @ApiOperation({ summary: 'Replace your recovery codes', description: PROOF })
  @RespondsWith(200, 'The new codes. The old ones are revoked.', RecoveryCodesDto)
  @ChangesSecondFactor('wrong_password', 'second_factor_missing')
  renewRecoveryCodes(@CurrentSession() session: OwnSession, @Body() { proof }: ProofDto) {
    return this.account.renewRecoveryCodes(session, proof);
  }

  @Post('second-factor/off')
  @ApiOperation({ summary: 'Turn off your second factor', description: PROOF })
  @RespondsWith(204, 'You have no second factor.')
  @ChangesSecondFactor('wrong_password', 'second_factor_missing', 'second_factor_required')
  turnSecondFactorOff(@CurrentSession() session: OwnSession, @Body() { proof }: ProofDto): Promise<void> {
    return this.account.turnSecondFactorOff(session, proof);
  }
}
