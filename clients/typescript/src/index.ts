export { ApiError, type Problem } from './api-error.js';
export { Client, type FollowOptions } from './client.js';
export type {
  Change,
  ChangeField,
  Field,
  Item,
  Kind,
  ListQuery,
  Page,
  Summary,
  SummaryKind,
  SummaryQuery,
} from './kinds.js';
export type { ClientOptions } from './requests.js';
export { SqliteStore, type SqliteFields, type SqliteHandle } from './sqlite-store.js';
export type { Store } from './store.js';
export type { components, operations, paths } from './schemas.js';
