import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { EnterprisesModule } from '../enterprises/enterprises.module.js';
import { SettingsController } from './settings.controller.js';
import { SettingsService } from './settings.service.js';

@Module({
  imports: [AuditModule, EnterprisesModule],
  controllers: [SettingsController],
  providers: [SettingsService],
})
export class EnterpriseSettingsModule {}
