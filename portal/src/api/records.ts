/** The portal's names for the types of the API. */
import type {
  Activity,
  ApiKey,
  AuditEvent,
  PortalSettings,
  Session,
  Settings as EnterpriseSettings,
  UpdateApiKey,
} from './schemas.js';

export { SCOPES } from './schemas.js';
export type {
  Account,
  ApiKey,
  ApiKeyWithSecret as IssuedKey,
  Application,
  AuditEvent,
  AuditFilters,
  AuditFlaw,
  CreateApiKey as Wanted,
  DataUsage,
  DeviceDetail,
  DeviceListItem as Device,
  DeviceLocation,
  InvitePerson as Invitation,
  KeyConditions,
  KeyCall,
  KeyCallCount,
  KeyCallPage,
  KeyCalls,
  KeyFeed,
  LastPosition,
  Link as LinkFor,
  NewSecondFactor,
  OwnSession,
  Person,
  PersonWithLink as LinkedPerson,
  ProviderSignOut,
  RetentionPreview,
  Scope,
  ScreenTime,
  Session,
  SignInOptions,
  UpdateSettings as SettingsChange,
} from './schemas.js';

export type Settings = EnterpriseSettings & PortalSettings;

/** A kind of data that an API key does not see. */
export type HiddenData = ApiKey['hidden_data'][number];
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

/** A filter for events of the audit log. Omitted fields match all events. */
export interface AuditFilter {
  actor?: string;
  action?: string;
  api_key_id?: string;
  outcome?: string;
  startdate?: string;
  enddate?: string;
}

/** A filter for failed calls. Omitted fields match all calls. */
export interface CallFilter {
  api_key_id?: string;
  status?: string;
  code?: string;
}

/** A page of the audit log. */
export interface AuditPage {
  events: AuditEvent[];
  /** True if a text search stopped before the oldest event. */
  isSearchLimited: boolean;
  /** The cursor of the next page, if there is one. */
  cursor: string | undefined;
}

/** A range of days as `YYYY-MM-DD` in the enterprise's time zone, inclusive. */
export interface DayRange {
  startdate: string;
  enddate: string;
}
