import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AdminRoutes, CurrentEnterprise } from '../../auth/access.js';
import { RespondsWith } from '../../openapi/decorators.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { RetentionPreviewDto, RetentionPreviewQuery } from './retention.dto.js';
import { RetentionService } from './retention.service.js';

@ApiTags('Settings')
@AdminRoutes()
@Controller('internal/v1/settings/retention-preview')
export class RetentionController {
  constructor(private readonly retention: RetentionService) {}

  @Get()
  @ApiOperation({
    summary: 'Preview a retention period',
    description:
      'Counts the records that the service would purge with this retention period. Changes nothing.',
  })
  @RespondsWith(200, 'The number of records to purge.', RetentionPreviewDto)
  previewRetention(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Query() { retention_days }: RetentionPreviewQuery,
  ): Promise<RetentionPreviewDto> {
    return this.retention.preview(enterprise.key, Number(retention_days));
  }
}
