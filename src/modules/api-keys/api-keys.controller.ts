import { Body, Controller, Delete, Get, Inject, Param, Patch, Post, Query, Req } from '@nestjs/common';
import {
  ApiBody,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import type { Request } from 'express';
import { AdminRoutes, type Caller, CurrentCaller, CurrentEnterprise } from '../../auth/access.js';
import { CONFIG, type Config } from '../../config/config.js';
import { clientAddress, isAddressUnclear } from '../../http/client-address.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { RespondsWith, RespondsWithProblems, OF_BODIES } from '../../openapi/decorators.js';
import {
  ApiKeyDto,
  ApiKeyWithSecretDto,
  CreateApiKeyDto,
  KeyConditionsDto,
  KeyFeedDto,
  LookupApiKeyDto,
  RegenerateApiKeyDto,
  TakesKeyId,
  toDto,
  UpdateApiKeyDto,
} from './api-key.dto.js';
import { ApiKeysService } from './api-keys.service.js';
import { KeyCallDto, KeyCallPageDto, KeyCallsDto, KeyCallsQuery } from './failed-calls.dto.js';
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
  @ApiOperation({
    summary: 'List API keys',
    description: 'Returns all API keys of the enterprise, without the keys themselves.',
  })
  @RespondsWith(200, 'The API keys, oldest first.', [ApiKeyDto])
  async listApiKeys(@CurrentEnterprise() enterprise: CallerEnterprise): Promise<ApiKeyDto[]> {
    const entries = await this.apiKeys.list(enterprise.key);
    return entries.map((entry) => toDto(entry, enterprise));
  }

  @Get('api-keys/feeds')
  @ApiOperation({
    summary: 'List the feed positions of API keys',
    description: 'Returns the time up to which each API key has read each change feed.',
  })
  @RespondsWith(200, 'The positions by API key and feed.', [KeyFeedDto])
  listKeyFeeds(@CurrentEnterprise() enterprise: CallerEnterprise): Promise<KeyFeedDto[]> {
    return this.feedProgress.list(enterprise);
  }

  @Post('api-keys')
  @ApiOperation({
    summary: 'Create an API key',
    description: 'Returns the key. No other response contains it.',
  })
  @RespondsWith(201, 'The new API key.', ApiKeyWithSecretDto)
  @RespondsWithProblems('application_exists', 'limit_reached', ...OF_BODIES)
  async createApiKey(
    @CurrentCaller() caller: Caller,
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Body() body: CreateApiKeyDto,
  ): Promise<ApiKeyWithSecretDto> {
    const { entry, key } = await this.apiKeys.create(caller, body);
    return { ...toDto(entry, enterprise), key };
  }

  // the key is in the body, because proxies log URLs
  @Post('api-keys/lookup')
  @ApiOperation({
    summary: 'Find the API key of a leaked key',
    description:
      'Returns the API key to which a key belongs. Finds the current key, the old key, and the last key that became invalid. The service does not log the key.',
  })
  @RespondsWith(200, 'The API key.', ApiKeyDto)
  @RespondsWithProblems('api_key_not_found', ...OF_BODIES)
  async lookUpApiKey(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Body() { key }: LookupApiKeyDto,
  ): Promise<ApiKeyDto> {
    return toDto(await this.apiKeys.lookUp(enterprise.key, key), enterprise);
  }

  @Patch('api-keys/:id')
  @ApiOperation({
    summary: 'Change an API key',
    description:
      'Changes the given members. With `unchanged_since`, the request fails if another user has changed the API key since then.',
  })
  @TakesKeyId()
  @RespondsWith(200, 'The changed API key.', ApiKeyDto)
  @RespondsWithProblems('api_key_not_found', 'application_exists', 'api_key_changed', ...OF_BODIES)
  async updateApiKey(
    @CurrentCaller() caller: Caller,
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') id: string,
    @Body() body: UpdateApiKeyDto,
  ): Promise<ApiKeyDto> {
    return toDto(await this.apiKeys.update(caller, id, body), enterprise);
  }

  @Post('api-keys/:id/regenerate')
  @ApiOperation({
    summary: 'Regenerate an API key',
    description:
      'Replaces the key. The old key becomes invalid immediately, or after `overlap_hours`. Both keys share the settings and rate limits. Another regeneration makes the older key invalid.',
  })
  @TakesKeyId()
  @RespondsWith(200, 'The API key with its new key.', ApiKeyWithSecretDto)
  @ApiBody({ type: RegenerateApiKeyDto, required: false })
  @RespondsWithProblems('api_key_not_found', ...OF_BODIES)
  async regenerateApiKey(
    @CurrentCaller() caller: Caller,
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') id: string,
    @Body() { overlap_hours }: RegenerateApiKeyDto,
  ): Promise<ApiKeyWithSecretDto> {
    const { entry, key } = await this.apiKeys.regenerate(caller, id, overlap_hours);
    return { ...toDto(entry, enterprise), key };
  }

  @Delete('api-keys/:id')
  @ApiOperation({ summary: 'Delete an API key', description: 'The key becomes invalid immediately.' })
  @TakesKeyId()
  @RespondsWith(204, 'The API key was deleted.')
  @RespondsWithProblems('api_key_not_found')
  deleteApiKey(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    return this.apiKeys.delete(caller, id);
  }

  @Delete('api-keys/:id/old-key')
  @ApiOperation({
    summary: 'End the overlap of an API key',
    description: 'The old key becomes invalid immediately.',
  })
  @TakesKeyId()
  @RespondsWith(204, 'The old key is invalid.')
  @RespondsWithProblems('api_key_not_found', 'old_key_not_found')
  endOldApiKey(@CurrentCaller() caller: Caller, @Param('id') id: string): Promise<void> {
    return this.apiKeys.endOldKey(caller, id);
  }

  @Get('api-keys/calls')
  @ApiOperation({
    summary: 'List failed calls',
    description:
      'Returns the failed calls of all API keys of the enterprise in the last 7 days, including deleted keys. A call is listed up to two seconds after its response. The service stores the last 200 failed calls of each API key. With `request_id`, the response is an array of the calls with this request ID. Without it, the response is a page.',
  })
  @ApiExtraModels(KeyCallPageDto)
  @ApiOkResponse({
    description: 'The calls, newest first.',
    schema: {
      oneOf: [
        { type: 'array', items: { $ref: getSchemaPath(KeyCallDto) } },
        { $ref: getSchemaPath(KeyCallPageDto) },
      ],
    },
  })
  async findKeyCalls(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() query: KeyCallsQuery,
  ): Promise<KeyCallDto[] | KeyCallPageDto> {
    const page = await this.failedCalls.list(enterprise, query);
    return query.request_id === undefined ? page : page.calls;
  }

  @Get('api-keys/:id/calls')
  @ApiOperation({
    summary: 'List the calls of an API key',
    description:
      'Returns the results of the calls in the last 7 days, and the last failed calls. A call is listed up to two seconds after its response. Calls that load shedding rejects are not included.',
  })
  @TakesKeyId()
  @RespondsWith(200, 'The counts and the failed calls.', KeyCallsDto)
  @RespondsWithProblems('api_key_not_found')
  getKeyCalls(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Param('id') id: string,
  ): Promise<KeyCallsDto> {
    return this.failedCalls.get(enterprise, id);
  }

  @Get('key-conditions')
  @ApiOperation({
    summary: 'Get the limits of API keys',
    description: 'Returns the maximum lifetime of a key and the client address of this request.',
  })
  @RespondsWith(200, 'The limits.', KeyConditionsDto)
  getKeyConditions(@Req() request: Request): KeyConditionsDto {
    return {
      max_key_days: this.config.maxKeyDays ?? null,
      address: clientAddress(request),
      address_unclear: isAddressUnclear(request),
    };
  }
}
