/** The types of requests and responses, and the types that the portal adds. */
import type {
  Activity,
  AuditEvent,
  HiddenData,
  operations,
  PortalSettings,
  Scope,
  Session,
  Settings as EnterpriseSettings,
  UpdateApiKey,
} from '../../openapi.js';

export type * from '../../openapi.js';

export type Settings = EnterpriseSettings & PortalSettings;

/** The path of a call that each scope allows. */
export const SCOPE_PATHS: Readonly<Record<Scope, string>> = {
  'device:GetList': '/api/v1/device/',
  'device:GetDetail': '/api/v1/device/id/DEVICE_ID',
  'device:GetDataUsage': '/api/v1/device/datausage/id/DEVICE_ID',
  'device:GetScreenTime': '/api/v1/device/screentime/id/DEVICE_ID',
  'device:GetApplication': '/api/v1/device/app/id/DEVICE_ID',
  'device:GetLocation': '/api/v1/device-location/id/DEVICE_ID',
};
export const SCOPES = Object.keys(SCOPE_PATHS) as readonly Scope[];

/** The kinds of data that an API key may not see. */
export const HIDDEN_DATA: readonly HiddenData[] = ['credentials', 'identifiers', 'exact_location'];

/** The roles of users, with the most permissions first. */
export type Role = Session['role'];
export const ROLES: readonly Role[] = ['admin', 'key_manager', 'viewer'];

/** An hour with at least one request. The service returns no other hours. */
export interface ActivityHour extends Activity {
  hour: string;
}

/** Omitted fields keep their values, so that concurrent changes to them survive. */
export type KeyChange = UpdateApiKey & { unchanged_since: string };

type QueryOf<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;

/** A filter for events of the audit log. Omitted fields match all events. */
export type AuditFilter = Omit<
  QueryOf<'listAuditEvents'>,
  'after' | 'before' | 'cursor' | 'limit' | 'search'
>;

/** A filter for failed calls. Omitted fields match all calls. */
export type CallFilter = Pick<QueryOf<'findKeyCalls'>, 'api_key_id' | 'status' | 'code'>;

/** A range of days as `YYYY-MM-DD` in the enterprise's time zone, inclusive. */
export type DayRange = QueryOf<'listActivity'>;

/** A page of the audit log. */
export interface AuditPage {
  events: AuditEvent[];
  /** True if a text search stopped before the oldest event. */
  isSearchLimited: boolean;
  /** The cursor of the next page, if there is one. */
  cursor: string | undefined;
}
