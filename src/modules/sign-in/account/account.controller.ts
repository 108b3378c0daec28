import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { SignedIn } from '../../../auth/access.js';
import { type Caller, CurrentCaller } from '../../../auth/caller.js';
import { AnswersProblems, Describes, NeedsSession } from '../../../document/operation.decorators.js';
import { ZonedTime } from '../../../time/zoned-time.js';
import { hasSecondFactor } from '../administrators/administrator-rows.js';
import { RenameDto } from '../people/people.dto.js';
import { sessionOf } from '../sessions/session.js';
import { countCodes } from '../second-factor/recovery-codes.js';
import { SetUpService } from '../second-factor/set-up.service.js';
import { SessionCookie } from '../sessions/session-cookie.js';
import { AccountDto, ChangePasswordDto, OwnSessionDto } from './account.dto.js';
import { AccountService } from './account.service.js';

/** What people do about themselves: for a session alone, of either role. */
@ApiTags('Account')
@SignedIn()
@NeedsSession()
@AnswersProblems('not_signed_in', 'cross_site_request', 'internal_error', 'unavailable')
@Controller('internal/v1/account')
export class AccountController {
  constructor(
    private readonly account: AccountService,
    private readonly setUp: SetUpService,
    private readonly cookie: SessionCookie,
  ) {}

  @Get()
  @Describes({ id: 'getAccount', summary: 'Who one is', description: 'And what of it is kept here.' })
  @ApiOkResponse({ type: AccountDto, description: 'The account.' })
  async get(@Req() request: Request): Promise<AccountDto> {
    const session = sessionOf(request);
    const person = await this.account.find(session);
    const { email, role } = session;
    return {
      email,
      name: person?.name ?? session.name,
      role,
      has_password: person !== undefined,
      second_factor: person !== undefined && hasSecondFactor(person),
      second_factor_required: person !== undefined && (await this.setUp.isRequired(person)),
      recovery_codes_left: countCodes(person?.recoveryCodes ?? ''),
    };
  }

  @Patch()
  @HttpCode(204)
  @Describes({ id: 'renameAccount', summary: 'Another name', description: 'All sessions show it.' })
  @ApiNoContentResponse({ description: 'The name is changed.' })
  @AnswersProblems('invalid_parameter', 'person_not_found', 'payload_too_large', 'unsupported_media_type')
  rename(
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Body() { name }: RenameDto,
  ): Promise<void> {
    return this.account.rename(caller, sessionOf(request), name);
  }

  @Post('password')
  @HttpCode(204)
  @Describes({
    id: 'changePassword',
    summary: 'Another password',
    description:
      'Needs the present one, tries at which count as failures to sign in. All other sessions of the person end.',
  })
  @ApiNoContentResponse({ description: 'The password is changed.' })
  @AnswersProblems(
    'invalid_parameter',
    'wrong_password',
    'person_not_found',
    'payload_too_large',
    'unsupported_media_type',
    'rate_limited',
  )
  changePassword(
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Body() { present_password: present, new_password: wanted }: ChangePasswordDto,
  ): Promise<void> {
    return this.account.changePassword(caller, sessionOf(request), present, wanted);
  }

  @Get('sessions')
  @Describes({
    id: 'listOwnSessions',
    summary: 'Where one is signed in',
    description: 'Never with what opens a session.',
  })
  @ApiOkResponse({ type: [OwnSessionDto], description: 'The sessions, the one used last first.' })
  async listSessions(@Req() request: Request): Promise<OwnSessionDto[]> {
    const session = sessionOf(request);
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
  @HttpCode(204)
  @Describes({
    id: 'endOwnSessions',
    summary: 'Sign out everywhere',
    description: 'Ends every session of the person on every instance, this one among them.',
  })
  @ApiNoContentResponse({ description: 'The person is signed in nowhere any more.' })
  async endSessions(
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.account.endSessions(caller, sessionOf(request));
    this.cookie.clear(request, response);
  }
}
