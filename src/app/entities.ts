import { ApiKey } from '../modules/api-keys/api-key.entity.js';
import { AuditEvent } from '../modules/audit/trail/audit-event.entity.js';
import { AuditHead } from '../modules/audit/trail/audit-head.entity.js';
import { PepperRecord } from '../modules/audit/pepper/pepper-record.entity.js';
import { KeyActivity } from '../modules/activity/key-activity.entity.js';
import { Application } from '../modules/apps/application.entity.js';
import { Device } from '../modules/devices/device.entity.js';
import { Enterprise } from '../modules/enterprises/enterprise.entity.js';
import { Location } from '../modules/locations/location.entity.js';
import { Administrator } from '../modules/sign-in/administrators/administrator.entity.js';
import { PortalSession } from '../modules/sign-in/sessions/portal-session.entity.js';
import { ScreenTime } from '../modules/screen-time/screen-time.entity.js';
import { DataUsage } from '../modules/usage/data-usage.entity.js';

/** Every table, for the one data source: the application, the TypeORM CLI and the tests share it. */
export const ENTITIES = [
  Enterprise,
  Device,
  DataUsage,
  ScreenTime,
  Application,
  Location,
  ApiKey,
  AuditEvent,
  AuditHead,
  PepperRecord,
  KeyActivity,
  Administrator,
  PortalSession,
];
