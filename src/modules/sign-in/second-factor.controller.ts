import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SignedIn } from '../../auth/access.js';
import { type Caller, CurrentCaller } from '../../auth/caller.js';
import { Answers, AnswersProblems, Describes, OF_BODIES } from '../../openapi/decorators.js';
import { AccountService } from './account.service.js';
import { CurrentSession, type Session } from './session.js';
import { CodeDto, NewSecondFactorDto, ProofDto, RecoveryCodesDto } from './second-factor.dto.js';
import { type Person, SetUpService } from './set-up.service.js';

const PROOF =
  'Needs the present password or a code, tries at which count as failures to sign in. All other sessions of the person end.';

/** One's own second factor, for a session alone, of either role. */
@ApiTags('Account')
@SignedIn()
@AnswersProblems(
  'invalid_parameter',
  'cross_site_request',
  'person_not_found',
  'wrong_code',
  ...OF_BODIES,
  'rate_limited',
  'internal_error',
)
@Controller('internal/v1/account/second-factor')
export class SecondFactorController {
  constructor(
    private readonly account: AccountService,
    private readonly setUp: SetUpService,
  ) {}

  @Post()
  @Describes({
    id: 'startSecondFactor',
    summary: 'Begin to set up a second factor',
    description:
      'Needs the present password or a code, tries at which count as failures to sign in. Nothing counts before it is confirmed, and a second factor that there is goes on until then.',
  })
  @Answers(200, 'The secret, which this answer alone shows.', NewSecondFactorDto)
  @AnswersProblems('wrong_password')
  async start(
    @CurrentCaller() { address }: Caller,
    @CurrentSession() session: Session,
    @Body() { proof }: ProofDto,
  ): Promise<NewSecondFactorDto> {
    return this.setUp.start(await this.proven(session, proof, address));
  }

  @Post('confirmation')
  @Describes({
    id: 'confirmSecondFactor',
    summary: 'Turn the second factor on',
    description: 'A code shows that the app has the secret. All other sessions of the person end.',
  })
  @Answers(200, 'The recovery codes.', RecoveryCodesDto)
  async confirm(
    @CurrentCaller() caller: Caller,
    @CurrentSession() session: Session,
    @Body() { code }: CodeDto,
  ): Promise<RecoveryCodesDto> {
    const person = await this.account.require(session);
    return { recovery_codes: await this.setUp.confirm(caller, person, code, session.tokenHash) };
  }

  @Post('recovery-codes')
  @Describes({ id: 'renewRecoveryCodes', summary: 'Other recovery codes', description: PROOF })
  @Answers(200, 'The codes; those before are dead.', RecoveryCodesDto)
  @AnswersProblems('wrong_password', 'second_factor_missing')
  async renewCodes(
    @CurrentCaller() caller: Caller,
    @CurrentSession() session: Session,
    @Body() { proof }: ProofDto,
  ): Promise<RecoveryCodesDto> {
    const person = await this.proven(session, proof, caller.address);
    return { recovery_codes: await this.setUp.renewCodes(caller, person, session.tokenHash) };
  }

  @Post('off')
  @Describes({ id: 'turnSecondFactorOff', summary: 'Turn the second factor off', description: PROOF })
  @Answers(204, 'There is none any more.')
  @AnswersProblems('wrong_password', 'second_factor_missing', 'second_factor_required')
  async turnOff(
    @CurrentCaller() caller: Caller,
    @CurrentSession() session: Session,
    @Body() { proof }: ProofDto,
  ): Promise<void> {
    const person = await this.proven(session, proof, caller.address);
    await this.setUp.turnOff(caller, person, session.tokenHash);
  }

  private async proven(session: Session, proof: string, address: string): Promise<Person> {
    const person = await this.account.require(session);
    await this.setUp.prove(person, proof, address);
    return person;
  }
}
