import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Enterprise } from './enterprise.entity.js';
import { EnterprisesRepository } from './enterprises.repository.js';
import { EnterprisesService } from './enterprises.service.js';
import { SettingsController } from './settings.controller.js';

@Module({
  imports: [TypeOrmModule.forFeature([Enterprise])],
  controllers: [SettingsController],
  providers: [EnterprisesService, EnterprisesRepository],
  exports: [EnterprisesService],
})
export class EnterprisesModule {}
