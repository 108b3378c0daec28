import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { AdminRoutes } from '../../auth/admin-routes.decorator.js';
import { type Caller, CurrentCaller, CurrentEnterprise } from '../../auth/caller.js';
import { Answers, AnswersProblems, Describes, OF_BODIES } from '../../openapi/decorators.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { CreateApiKeyDto, RegenerateApiKeyDto, UpdateApiKeyDto } from './api-key-changes.dto.js';
import { ApiKeyDto, ApiKeyWithSecretDto, TakesKeyId, toDto } from './api-key.dto.js';
import { ApiKeysService } from './api-keys.service.js';
import { KeyFeedDto } from './key-feed.dto.js';
import { KeyFeedsService } from './key-feeds.service.js';

@ApiTags('API keys')
@AdminRoutes()
@Controller('internal/v1/api-keys')
export class ApiKeysController {
  constructor(
    private readonly apiKeys: ApiKeysService,
    private readonly keyFeeds: KeyFeedsService,
  ) {}

  @Get()
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

  @Get('feeds')
  @Describes({
    id: 'listKeyFeeds',
    summary: 'How far keys have read',
    description: 'For each key that follows feeds, how far it has come in each.',
  })
  @Answers(200, 'By key and feed; what no key follows is left out.', [KeyFeedDto])
  feeds(@CurrentEnterprise() enterprise: CallerEnterprise): Promise<KeyFeedDto[]> {
    return this.keyFeeds.list(enterprise);
  }

  @Post()
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

  @Patch(':id')
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

  @Post(':id/regenerate')
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

  @Delete(':id')
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

  @Delete(':id/old-key')
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
}
