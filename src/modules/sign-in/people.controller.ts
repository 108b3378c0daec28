import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { AdminRoutes } from '../../auth/decorators.js';
import { type Caller, CurrentCaller, CurrentEnterprise } from '../../auth/caller.js';
import { Answers, AnswersProblems, Describes, OF_BODIES } from '../../openapi/decorators.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { ChangeRoleDto, InvitePersonDto, PersonDto, PersonWithLinkDto, toPerson } from './people.dto.js';
import { PeopleService, type LinkedPerson } from './people.service.js';

const TakesPersonId = (): MethodDecorator =>
  ApiParam({
    name: 'id',
    description: 'Identifier of the person.',
    schema: { type: 'string', example: '7f0c2a9e-4b53-4c0e-9a43-0d2b8f6a1c11' },
  });

@ApiTags('People')
@AdminRoutes()
@Controller('internal/v1/people')
export class PeopleController {
  constructor(private readonly people: PeopleService) {}

  @Get()
  @Describes({
    id: 'listPeople',
    summary: 'Everybody with a password',
    description: 'And who was invited to choose one. Who comes by single sign-on is not among them.',
  })
  @Answers(200, 'The people of the enterprise, by e-mail address.', [PersonDto])
  async list(@CurrentEnterprise() { key, timeZone }: CallerEnterprise): Promise<PersonDto[]> {
    return (await this.people.list(key)).map((person) => toPerson(person, timeZone));
  }

  @Post()
  @Describes({
    id: 'invitePerson',
    summary: 'Invite somebody',
    description:
      'The answer is the only place where the link is shown. It works once, within 72 hours; nobody is sent an e-mail.',
  })
  @Answers(201, 'The person and the link for them.', PersonWithLinkDto)
  @AnswersProblems('person_exists', 'limit_reached', ...OF_BODIES)
  async invite(
    @CurrentCaller() caller: Caller,
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Body() body: InvitePersonDto,
  ): Promise<PersonWithLinkDto> {
    return withLink(await this.people.invite(caller, body), enterprise);
  }

  @Post(':id/link')
  @Describes({
    id: 'makePersonLink',
    summary: 'Another link',
    description:
      'For who forgot the password, or let an invitation expire. A link that was made before is dead from the answer on; the present password works until the new one is chosen.',
  })
  @TakesPersonId()
  @Answers(200, 'The person and the link for them.', PersonWithLinkDto)
  @AnswersProblems('person_not_found', 'own_link')
  async makeLink(
    @CurrentCaller() caller: Caller,
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') id: string,
  ): Promise<PersonWithLinkDto> {
    return withLink(await this.people.makeLink(caller, id), enterprise);
  }

  @Patch(':id')
  @Describes({
    id: 'changeRole',
    summary: 'Another role',
    description: 'Ends the sessions of the person, who signs in anew with the other role.',
  })
  @TakesPersonId()
  @Answers(200, 'The person.', PersonDto)
  @AnswersProblems('person_not_found', 'last_administrator', ...OF_BODIES)
  async changeRole(
    @CurrentCaller() caller: Caller,
    @CurrentEnterprise() { timeZone }: CallerEnterprise,
    @Param('id') id: string,
    @Body() { role }: ChangeRoleDto,
  ): Promise<PersonDto> {
    return toPerson(await this.people.changeRole(caller, id, role), timeZone);
  }

  @Delete(':id/second-factor')
  @Describes({
    id: 'resetSecondFactor',
    summary: 'Reset the second factor of somebody else',
    description:
      'For who has lost it: signing in takes the password alone, until they set up another one. Their sessions end.',
  })
  @TakesPersonId()
  @Answers(204, 'They have none.')
  @AnswersProblems('person_not_found', 'own_second_factor')
  resetSecondFactor(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    return this.people.resetSecondFactor(caller, id);
  }

  @Delete(':id')
  @Describes({
    id: 'removePerson',
    summary: 'Remove somebody',
    description: 'Their sessions and their link are dead from the answer on.',
  })
  @TakesPersonId()
  @Answers(204, 'The person is gone.')
  @AnswersProblems('person_not_found', 'last_administrator')
  remove(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    return this.people.remove(caller, id);
  }
}

const withLink = ({ person, url }: LinkedPerson, { timeZone }: CallerEnterprise): PersonWithLinkDto => ({
  ...toPerson(person, timeZone),
  link: url,
});
