import { Body, Controller, Delete, Get, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { SignedIn } from '../../auth/access.js';
import { type Caller, CurrentCaller } from '../../auth/caller.js';
import { Answers, AnswersProblems, Describes, OF_BODIES } from '../../openapi/decorators.js';
import { ZonedTime } from '../../time/zoned-time.js';
import { hasSecondFactor } from './administrator-rows.js';
import { RenameDto } from './people.dto.js';
import { CurrentSession, type Session } from './session.js';
import { countCodes } from './recovery-codes.js';
import { SetUpService } from './set-up.service.js';
import { SessionCookie } from './session-cookie.js';
import { AccountDto, ChangePasswordDto, OwnSessionDto } from './account.dto.js';
import { AccountService } from './account.service.js';

/** What people do about themselves: for a session alone, of either role. */
@ApiTags('Account')
@SignedIn()
@AnswersProblems('cross_site_request', 'internal_error')
@Controller('internal/v1/account')
export class AccountController {
  constructor(
    private readonly account: AccountService,
    private readonly setUp: SetUpService,
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
      second_factor_required: person !== null && (await this.setUp.isRequired(person)),
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
}
