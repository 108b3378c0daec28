import { AbstractLogger, type DataSourceOptions } from 'typeorm';
import type { DatabaseConfig } from '../config/config.js';
import { Change, ErasedDevice, ChangeFloor, Removal } from '../database/change-log.entities.js';
import type { Engine } from '../database/engine/engine.js';
import { Figure } from '../database/figure.entity.js';
import { MIGRATIONS } from '../database/migrate.js';
import { SnakeCaseNames } from '../database/schema/columns.js';
import {
  ApiKey,
  CallCount,
  FailedCall,
  FeedProgress,
  RestrictedApiKey,
} from '../modules/api-keys/api-key.entities.js';
import { AuditEvent, AuditHead, PepperRecord } from '../modules/audit/audit.entity.js';
import { KeyActivity } from '../modules/activity/activity.entity.js';
import { Application } from '../modules/apps/application.entity.js';
import { Device } from '../modules/devices/device.entity.js';
import { Enterprise } from '../modules/enterprises/enterprise.entity.js';
import { Erasure } from '../modules/erasure/erasure.entity.js';
import { Location } from '../modules/locations/location.entity.js';
import { DailyRun, PendingAuditEntry } from '../modules/retention/retention.entities.js';
import { Administrator, KeyManager, PortalSession } from '../modules/sign-in/administrator.entity.js';
import { ScreenTime } from '../modules/screen-time/screen-time.entity.js';
import { DataUsage } from '../modules/data-usage/data-usage.entity.js';

export const ENTITIES = [
  Enterprise,
  Device,
  DataUsage,
  ScreenTime,
  Application,
  Location,
  Change,
  Removal,
  ErasedDevice,
  ChangeFloor,
  Figure,
  ApiKey,
  RestrictedApiKey,
  FeedProgress,
  FailedCall,
  CallCount,
  AuditEvent,
  AuditHead,
  PepperRecord,
  KeyActivity,
  Administrator,
  KeyManager,
  PortalSession,
  DailyRun,
  PendingAuditEntry,
  Erasure,
];

/** The only code that distinguishes the engines (decision 0022). Loads the driver of one of them. */
export async function engineFor(database: DatabaseConfig): Promise<Engine> {
  if (database.engine === 'sqlite')
    return (await import('../database/sqlite/sqlite-engine.js')).sqliteEngine(database.file);
  return (await import('../database/mysql/mysql-engine.js')).mysqlEngine(database.url);
}

/** Discards the log of TypeORM, which contains parameters of queries and messages of drivers. */
class NoLogger extends AbstractLogger {
  protected writeLog(): void {
    // nothing
  }
}

export async function dataSourceOptions(
  database: DatabaseConfig,
  hasQueryTimeout = false,
): Promise<DataSourceOptions> {
  const engine = await engineFor(database);
  const namingStrategy = new SnakeCaseNames();
  const logger = new NoLogger(false);
  const common = { engine, entities: ENTITIES, migrations: MIGRATIONS, namingStrategy, logger };
  return { ...common, ...(await engine.dataSourceOptions(hasQueryTimeout)) };
}
