import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { SignedIn } from '../../../auth/access.js';
import { type Caller, CurrentCaller } from '../../../auth/caller.js';
import { AnswersProblems, Describes, NeedsSession } from '../../../document/operation.decorators.js';
import { AccountService } from './account.service.js';
import { type Session, sessionOf } from '../sessions/session.js';
import {
  CodeDto,
  NewSecondFactorDto,
  ProofDto,
  RecoveryCodesDto,
} from '../second-factor/second-factor.dto.js';
import { type Person, SetUpService } from '../second-factor/set-up.service.js';

const PROOF =
  'Needs the present password or a code, tries at which count as failures to sign in. All other sessions of the person end.';

/** One's own second factor, for a session alone, of either role. */
@ApiTags('Account')
@SignedIn()
@NeedsSession()
@AnswersProblems(
  'invalid_parameter',
  'not_signed_in',
  'cross_site_request',
  'person_not_found',
  'wrong_code',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'unavailable',
)
@Controller('internal/v1/account/second-factor')
export class SecondFactorController {
  constructor(
    private readonly account: AccountService,
    private readonly setUp: SetUpService,
  ) {}

  @Post()
  @HttpCode(200)
  @Describes({
    id: 'startSecondFactor',
    summary: 'Begin to set up a second factor',
    description:
      'Needs the present password or a code, tries at which count as failures to sign in. Nothing counts before it is confirmed, and a second factor that there is goes on until then.',
  })
  @ApiOkResponse({ type: NewSecondFactorDto, description: 'The secret, which this answer alone shows.' })
  @AnswersProblems('wrong_password')
  async start(
    @CurrentCaller() { address }: Caller,
    @Req() request: Request,
    @Body() { proof }: ProofDto,
  ): Promise<NewSecondFactorDto> {
    return this.setUp.start(await this.proven(sessionOf(request), proof, address));
  }

  @Post('confirmation')
  @HttpCode(200)
  @Describes({
    id: 'confirmSecondFactor',
    summary: 'Turn the second factor on',
    description: 'A code shows that the app has the secret. All other sessions of the person end.',
  })
  @ApiOkResponse({ type: RecoveryCodesDto, description: 'The recovery codes.' })
  async confirm(
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Body() { code }: CodeDto,
  ): Promise<RecoveryCodesDto> {
    const session = sessionOf(request);
    const person = await this.account.require(session);
    return { recovery_codes: await this.setUp.confirm(caller, person, code, session.tokenHash) };
  }

  @Post('recovery-codes')
  @HttpCode(200)
  @Describes({ id: 'renewRecoveryCodes', summary: 'Other recovery codes', description: PROOF })
  @ApiOkResponse({ type: RecoveryCodesDto, description: 'The codes; those before are dead.' })
  @AnswersProblems('wrong_password', 'second_factor_missing')
  async renewCodes(
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Body() { proof }: ProofDto,
  ): Promise<RecoveryCodesDto> {
    const session = sessionOf(request);
    const person = await this.proven(session, proof, caller.address);
    return { recovery_codes: await this.setUp.renewCodes(caller, person, session.tokenHash) };
  }

  @Post('off')
  @HttpCode(204)
  @Describes({ id: 'turnSecondFactorOff', summary: 'Turn the second factor off', description: PROOF })
  @ApiNoContentResponse({ description: 'There is none any more.' })
  @AnswersProblems('wrong_password', 'second_factor_missing', 'second_factor_required')
  async turnOff(
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Body() { proof }: ProofDto,
  ): Promise<void> {
    const session = sessionOf(request);
    const person = await this.proven(session, proof, caller.address);
    await this.setUp.turnOff(caller, person, session.tokenHash);
  }

  private async proven(session: Session, proof: string, address: string): Promise<Person> {
    const person = await this.account.require(session);
    await this.setUp.prove(person, proof, address);
    return person;
  }
}
