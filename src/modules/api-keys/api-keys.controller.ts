import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { AdminRoutes } from '../../auth/decorators.js';
import { type Caller, CurrentCaller, CurrentEnterprise } from '../../auth/caller.js';
import { CONFIG, type Config } from '../../config/config.js';
import { clientAddress, isAddressUnclear, type CallerEnterprise } from '../../http/request-context.js';
import {
  Answers,
  AnswersProblems,
  Describes,
  OF_BODIES,
  ViewsArrayOf,
  ViewsOne,
} from '../../openapi/decorators.js';
import {
  ApiKeyDto,
  ApiKeyWithSecretDto,
  CreateApiKeyDto,
  KeyConditionsDto,
  KeyFeedDto,
  RegenerateApiKeyDto,
  TakesKeyId,
  UpdateApiKeyDto,
} from './api-key.dto.js';
import { toDto } from './api-key.mapper.js';
import { ApiKeysService } from './api-keys.service.js';
import { KeyCallDto, KeyCallsDto, KeyCallsQuery } from './failed-calls.dto.js';
import { FailedCallsService } from './failed-calls.service.js';
import { FeedProgressService } from './feed-progress.service.js';

@ApiTags('API keys')
@AdminRoutes()
@Controller('internal/v1')
export class ApiKeysController {
  constructor(
    private readonly apiKeys: ApiKeysService,
    private readonly feedProgress: FeedProgressService,
    private readonly failedCalls: FailedCallsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('api-keys')
  @Describes({
    id: 'listApiKeys',
    summary: 'All entries',
    description: 'The entries of the enterprise, never a key.',
  })
  @Answers(200, 'Every entry, the oldest first.', [ApiKeyDto])
  async list(@CurrentEnterprise() enterprise: CallerEnterprise): Promise<ApiKeyDto[]> {
    const entries = await this.apiKeys.list(enterprise.key);
    return entries.map((entry) => toDto(entry, enterprise));
  }

  @Get('api-keys/feeds')
  @Describes({
    id: 'listKeyFeeds',
    summary: 'How far keys have read',
    description: 'For each key that follows feeds, how far it has come in each.',
  })
  @Answers(200, 'By key and feed; what no key follows is left out.', [KeyFeedDto])
  feeds(@CurrentEnterprise() enterprise: CallerEnterprise): Promise<KeyFeedDto[]> {
    return this.feedProgress.list(enterprise);
  }

  @Post('api-keys')
  @Describes({
    id: 'createApiKey',
    summary: 'Create a key',
    description: 'The answer is the only place where the key is shown.',
  })
  @Answers(201, 'The entry and its key.', ApiKeyWithSecretDto)
  @AnswersProblems('application_exists', 'limit_reached', ...OF_BODIES)
  async create(
    @CurrentCaller() caller: Caller,
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Body() body: CreateApiKeyDto,
  ): Promise<ApiKeyWithSecretDto> {
    const { entry, key } = await this.apiKeys.create(caller, body);
    return { ...toDto(entry, enterprise), key };
  }

  @Patch('api-keys/:id')
  @Describes({
    id: 'updateApiKey',
    summary: 'Change an entry',
    description:
      'What is left out stays as it is. With `unchanged_since`, nothing that somebody else changed meanwhile is undone.',
  })
  @TakesKeyId()
  @Answers(200, 'The changed entry.', ApiKeyDto)
  @AnswersProblems('api_key_not_found', 'application_exists', 'api_key_changed', ...OF_BODIES)
  async update(
    @CurrentCaller() caller: Caller,
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') id: string,
    @Body() body: UpdateApiKeyDto,
  ): Promise<ApiKeyDto> {
    return toDto(await this.apiKeys.update(caller, id, body), enterprise);
  }

  @Post('api-keys/:id/regenerate')
  @Describes({
    id: 'regenerateApiKey',
    summary: 'Replace the key',
    description:
      'The old key is dead from the answer on; with `overlap_hours` it works for so long beside the new one, under the same rules and budget. There is one old key at most: regenerating again ends it.',
  })
  @TakesKeyId()
  @Answers(200, 'The entry and its new key.', ApiKeyWithSecretDto)
  @ApiBody({ type: RegenerateApiKeyDto, required: false })
  @AnswersProblems('api_key_not_found', ...OF_BODIES)
  async regenerate(
    @CurrentCaller() caller: Caller,
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') id: string,
    @Body() { overlap_hours }: RegenerateApiKeyDto,
  ): Promise<ApiKeyWithSecretDto> {
    const { entry, key } = await this.apiKeys.regenerate(caller, id, overlap_hours);
    return { ...toDto(entry, enterprise), key };
  }

  @Delete('api-keys/:id')
  @Describes({
    id: 'deleteApiKey',
    summary: 'Delete an entry',
    description: 'Its key is dead from the answer on.',
  })
  @TakesKeyId()
  @Answers(204, 'The entry is gone.')
  @AnswersProblems('api_key_not_found')
  delete(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    return this.apiKeys.delete(caller, id);
  }

  @Delete('api-keys/:id/old-key')
  @Describes({
    id: 'endOldApiKey',
    summary: 'End the old key',
    description: 'The key before the current one, which an overlap lets work, is dead from the answer on.',
  })
  @TakesKeyId()
  @Answers(204, 'Only the current key works.')
  @AnswersProblems('api_key_not_found', 'old_key_not_found')
  endOldKey(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    return this.apiKeys.endOldKey(caller, id);
  }

  @Get('api-keys/calls')
  @Describes({
    id: 'findKeyCalls',
    summary: 'Why a request failed',
    description:
      'The calls with this request id that were refused or failed, with whatever key of the enterprise, in the last 7 days: two seconds after the answer at the latest. Of each key the last 200 are kept.',
  })
  @ViewsArrayOf(KeyCallDto, 'The calls, the newest first; none where none is known.')
  findCalls(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() { request_id }: KeyCallsQuery,
  ): Promise<KeyCallDto[]> {
    return this.failedCalls.find(enterprise, request_id);
  }

  @Get('api-keys/:id/calls')
  @Describes({
    id: 'getKeyCalls',
    summary: 'The calls with a key',
    description:
      'How the calls of the last 7 days ended, and the last of them that were refused or failed: two seconds after the answer at the latest. Calls that are refused because too much is going on are not among them.',
  })
  @TakesKeyId()
  @ViewsOne(KeyCallsDto, 'The counts and the calls.')
  @AnswersProblems('api_key_not_found')
  listCalls(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') id: string,
  ): Promise<KeyCallsDto> {
    return this.failedCalls.get(enterprise, id);
  }

  @Get('key-conditions')
  @Describes({
    id: 'getKeyConditions',
    summary: 'What keys may carry here',
    description: 'How long a key may last, and from which address this request comes.',
  })
  @ViewsOne(KeyConditionsDto, 'The conditions.')
  getConditions(@Req() request: Request): KeyConditionsDto {
    return {
      max_key_days: this.config.maxKeyDays ?? null,
      address: clientAddress(request),
      address_unclear: isAddressUnclear(request),
    };
  }
}
