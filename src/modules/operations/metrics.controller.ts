import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { OperatorOnly } from '../../auth/decorators.js';
import { Metrics } from '../../metrics/metrics.js';
import { metricsOfAll } from '../../metrics/worker-metrics.js';

/** For Prometheus, which sends the metrics token or an admin token. */
@ApiExcludeController()
@OperatorOnly()
@Controller('internal/metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  async get(@Res() response: Response): Promise<void> {
    const { registry } = this.metrics;
    response.setHeader('Content-Type', registry.contentType);
    response.end(await metricsOfAll(registry));
  }
}
