import { applyDecorators, Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminRoutes, type Caller, CurrentCaller, CurrentEnterprise } from '../../auth/access.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { OF_BODIES, RespondsWith, RespondsWithProblems, TakesId } from '../../openapi/decorators.js';
import { ChangeRoleDto, EXAMPLE_ID, InvitePersonDto, PersonDto, PersonWithLinkDto } from './people.dto.js';
import { PeopleService } from './people.service.js';

const TakesPersonId = (): MethodDecorator =>
  applyDecorators(RespondsWithProblems('person_not_found'), TakesId('User ID.', EXAMPLE_ID));

@ApiTags('People')
@AdminRoutes()
@Controller('internal/v1/people')
export class PeopleController {
  constructor(private readonly people: PeopleService) {}

  @Get()
  @ApiOperation({ summary: 'List users', description: 'SSO users are not included.' })
  @RespondsWith(200, 'The users of the enterprise, by e-mail address.', [PersonDto])
  listPeople(@CurrentEnterprise() enterprise: CallerEnterprise): Promise<PersonDto[]> {
    return this.people.list(enterprise);
  }

  @Post()
  @ApiOperation({
    summary: 'Invite a user',
    description:
      'Returns a link that sets the first password. It works once, for 72 hours. The service sends no e-mail.',
  })
  @RespondsWith(201, 'The user and the link.', PersonWithLinkDto)
  @RespondsWithProblems('person_exists', 'limit_reached', ...OF_BODIES)
  invitePerson(
    @CurrentCaller() caller: Caller,
    @CurrentEnterprise() { timeZone }: CallerEnterprise,
    @Body() body: InvitePersonDto,
  ): Promise<PersonWithLinkDto> {
    return this.people.invite(caller, body, timeZone);
  }

  @Post(':id/link')
  @ApiOperation({
    summary: 'Create a password link',
    description:
      'Revokes earlier links of the user. The current password works until the user sets a new one with the link.',
  })
  @TakesPersonId()
  @RespondsWith(200, 'The user and the link.', PersonWithLinkDto)
  @RespondsWithProblems('own_link')
  makePersonLink(
    @CurrentCaller() caller: Caller,
    @CurrentEnterprise() { timeZone }: CallerEnterprise,
    @Param('id') id: string,
  ): Promise<PersonWithLinkDto> {
    return this.people.makeLink(caller, id, timeZone);
  }

  @Patch(':id')
  @ApiOperation({
    summary: 'Change the role of a user',
    description:
      'Ends their sessions. The role `admin` also revokes their link. A lower role revokes all links, as a removal does.',
  })
  @TakesPersonId()
  @RespondsWith(200, 'The user.', PersonDto)
  @RespondsWithProblems('last_administrator', ...OF_BODIES)
  changeRole(
    @CurrentCaller() caller: Caller,
    @CurrentEnterprise() { timeZone }: CallerEnterprise,
    @Param('id') id: string,
    @Body() { role }: ChangeRoleDto,
  ): Promise<PersonDto> {
    return this.people.changeRole(caller, id, role, timeZone);
  }

  @Delete(':id/second-factor')
  @ApiOperation({
    summary: 'Reset the second factor of another user',
    description:
      'The user signs in with the password alone until they set up another one. Ends their sessions.',
  })
  @TakesPersonId()
  @RespondsWith(204, 'The user has no second factor.')
  @RespondsWithProblems('own_second_factor')
  resetSecondFactor(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    return this.people.resetSecondFactor(caller, id);
  }

  @Delete(':id')
  @ApiOperation({
    summary: 'Remove a user',
    description: 'Ends their sessions. Revokes all links of the enterprise, unless the user is a viewer.',
  })
  @TakesPersonId()
  @RespondsWith(204, 'The user was removed.')
  @RespondsWithProblems('last_administrator')
  removePerson(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    return this.people.remove(caller, id);
  }
}
