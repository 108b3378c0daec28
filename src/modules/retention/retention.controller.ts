import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { AdminRoutes } from '../../auth/decorators.js';
import { CurrentEnterprise } from '../../auth/caller.js';
import { Describes } from '../../openapi/decorators.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { RetentionPreviewDto, RetentionPreviewQuery } from './retention.dto.js';
import { RetentionService } from './retention.service.js';

@ApiTags('Settings')
@AdminRoutes()
@Controller('internal/v1/settings/retention-preview')
export class RetentionController {
  constructor(private readonly retention: RetentionService) {}

  @Get()
  @Describes({
    id: 'previewRetention',
    summary: 'What would be removed',
    description:
      'How many records would be removed at once if the enterprise kept so many days. Nothing is changed by asking.',
  })
  @ApiOkResponse({ type: RetentionPreviewDto, description: 'The records that are older.' })
  preview(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() { retention_days }: RetentionPreviewQuery,
  ): Promise<RetentionPreviewDto> {
    return this.retention.preview(enterprise.key, Number(retention_days));
  }
}
