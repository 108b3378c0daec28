import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../../auth/decorators.js';
import { HealthService } from './health.service.js';

/** For load balancers and orchestrators. */
@ApiExcludeController()
@Public()
@Controller('health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  /** The process runs. */
  @Get('live')
  live(): { status: 'live' } {
    return { status: 'live' };
  }

  /** The service takes requests: its database answers and it is not about to stop. */
  @Get('ready')
  async ready(): Promise<{ status: 'ready' }> {
    await this.health.requireReady();
    return { status: 'ready' };
  }
}
