import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivityRecorder } from './activity-recorder.js';
import { ActivityController } from './activity.controller.js';
import { ActivityRepository } from './activity.repository.js';
import { ActivityService } from './activity.service.js';
import { KeyActivity } from './key-activity.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([KeyActivity])],
  controllers: [ActivityController],
  providers: [ActivityService, ActivityRepository, ActivityRecorder],
})
export class ActivityModule {}
