import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { OperatorOnly, Public } from '../../auth/decorators.js';
import { Metrics } from '../../metrics/metrics.js';
import { metricsOfAll } from '../../metrics/worker-metrics.js';
import { HealthService } from './health.service.js';

/** For load balancers and orchestrators. */
@ApiExcludeController()
@Public()
@Controller('health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** Succeeds while the process runs. */
  @Get('live')
  live(): { status: 'live' } {
    return { status: 'live' };
  }

  /** Succeeds while the database is available and the service is not stopping. */
  @Get('ready')
  async ready(): Promise<{ status: 'ready' }> {
    await this.health.requireReady();
    return { status: 'ready' };
  }
}

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
