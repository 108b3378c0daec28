import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivityController } from './activity.controller.js';
import { KeyActivity } from './activity.entity.js';
import { ActivityService } from './activity.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([KeyActivity])],
  controllers: [ActivityController],
  providers: [ActivityService],
})
export class ActivityModule {}
