import { Module } from '@nestjs/common';
import { ActivityRecorder } from './activity-recorder.service.js';
import { ActivityController } from './activity.controller.js';
import { ActivityRepository } from './activity.repository.js';
import { ActivityService } from './activity.service.js';

@Module({
  controllers: [ActivityController],
  providers: [ActivityService, ActivityRepository, ActivityRecorder],
})
export class ActivityModule {}
