import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AnswersModule } from '../../answers/answers.module.js';
import { ActivityRecorder } from './activity-recorder.js';
import { ActivityController } from './activity.controller.js';
import { ActivityService } from './activity.service.js';
import { KeyActivity } from './key-activity.entity.js';

@Module({
  imports: [TypeOrmModule.forFeature([KeyActivity]), AnswersModule],
  controllers: [ActivityController],
  providers: [ActivityService, ActivityRecorder],
})
export class ActivityModule {}
