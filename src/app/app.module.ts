import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE } from '@nestjs/core';
import type { Logger } from 'pino';
import type { Config } from '../config/config.js';
import { ProblemFilter } from '../http/problem.filter.js';
import { ParametersGuard, StrictValidationPipe } from '../http/request-validation.js';
import { MetricsModule } from '../metrics/metrics.module.js';
import { ActivityModule } from '../modules/activity/activity.module.js';
import { ApiKeysModule } from '../modules/api-keys/api-keys.module.js';
import { ApiKeyGuard } from '../modules/api-keys/api-key.guard.js';
import { AppsModule } from '../modules/apps/apps.module.js';
import { AuditModule } from '../modules/audit/audit.module.js';
import { PortalDataModule } from '../modules/portal-data/portal-data.module.js';
import { DemoModule } from '../modules/demo/demo.module.js';
import { DevicesModule } from '../modules/devices/devices.module.js';
import { DocumentsModule } from '../modules/documents/documents.module.js';
import { EnterpriseSettingsModule } from '../modules/enterprise-settings/enterprise-settings.module.js';
import { LocationsModule } from '../modules/locations/locations.module.js';
import { McpModule } from '../modules/mcp/mcp.module.js';
import { OperationsModule } from '../modules/operations/operations.module.js';
import { PortalPageModule } from '../modules/portal-page/portal-page.module.js';
import { RetentionSchedulerModule } from '../modules/retention/retention.module.js';
import { ScreenTimeModule } from '../modules/screen-time/screen-time.module.js';
import { SummariesModule } from '../modules/summaries/summaries.module.js';
import { AdminGuard } from '../modules/sign-in/admin.guard.js';
import { SignInModule } from '../modules/sign-in/sign-in.module.js';
import { DataUsageModule } from '../modules/data-usage/data-usage.module.js';
import { CoreModule } from './core.module.js';
import { LoadShedder } from './load-shedding.js';

@Module({})
export class AppModule {
  static with(config: Config, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [
        CoreModule.with(config, logger, true),
        MetricsModule,
        DevicesModule,
        DataUsageModule,
        ScreenTimeModule,
        AppsModule,
        LocationsModule,
        SummariesModule,
        ApiKeysModule,
        AuditModule,
        ActivityModule,
        EnterpriseSettingsModule,
        RetentionSchedulerModule,
        OperationsModule,
        DocumentsModule,
        DemoModule,
        SignInModule,
        PortalDataModule,
        ...(config.mcp ? [McpModule] : []),
        PortalPageModule, // last, because its page serves all other portal paths
      ],
      providers: [
        LoadShedder,
        { provide: APP_FILTER, useClass: ProblemFilter },
        // runs authentication before the parameter checks
        { provide: APP_GUARD, useExisting: ApiKeyGuard },
        { provide: APP_GUARD, useExisting: AdminGuard },
        { provide: APP_GUARD, useClass: ParametersGuard },
        { provide: APP_PIPE, useClass: StrictValidationPipe },
      ],
    };
  }
}
