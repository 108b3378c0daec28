import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { OperatorOnly, Public } from '../../auth/access.js';
import { VERSION } from '../../config/config.js';
import { Metrics, metricsOfAll } from '../../metrics/metrics.js';
import { HealthService } from './health.service.js';

@ApiExcludeController()
@Public()
@Controller('health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get('live')
  live(): { status: 'ok'; version: string } {
    return { status: 'ok', version: VERSION };
  }

  @Get('ready')
  async ready(): Promise<{ status: 'ready' }> {
    await this.health.requireReady();
    return { status: 'ready' };
  }
}

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
