import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys/api-keys.module.js';
import { HealthController, MetricsController } from './operations.controller.js';
import { HealthService } from './health.service.js';
import { OperatingFigures } from './operating-figures.service.js';

@Module({
  imports: [ApiKeysModule],
  controllers: [HealthController, MetricsController],
  providers: [HealthService, OperatingFigures],
})
export class OperationsModule {}
