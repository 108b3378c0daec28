import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdminRoutes } from '../../../auth/admin-routes.decorator.js';
import { CurrentEnterprise } from '../../../auth/caller.js';
import { Describes } from '../../../document/operation.decorators.js';
import type { CallerEnterprise } from '../../../http/request/request-context.js';
import { KeyFeedDto } from './key-feed.dto.js';
import { KeyFeedsService } from './key-feeds.service.js';

@ApiTags('API keys')
@AdminRoutes()
@Controller('internal/v1/api-keys/feeds')
export class KeyFeedsController {
  constructor(private readonly feeds: KeyFeedsService) {}

  @Get()
  @Describes({
    id: 'listKeyFeeds',
    summary: 'How far keys have read',
    description: 'For each key that follows feeds, how far it has come in each.',
  })
  @ApiOkResponse({ type: [KeyFeedDto], description: 'By key and feed; what no key follows is left out.' })
  list(@CurrentEnterprise() enterprise: CallerEnterprise): Promise<KeyFeedDto[]> {
    return this.feeds.list(enterprise);
  }
}
