import { Module } from '@nestjs/common';
import { HealthController, MetricsController } from './operations.controller.js';
import { HealthService } from './health.service.js';

@Module({
  controllers: [HealthController, MetricsController],
  providers: [HealthService],
  exports: [HealthService],
})
export class OperationsModule {}
