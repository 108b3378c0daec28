import { InitialSchema1763640000000 } from './1763640000000-initial-schema.js';
import { KeyActivity1763650000000 } from './1763650000000-key-activity.js';
import { Administrators1763660000000 } from './1763660000000-administrators.js';
import { AuditFilters1763670000000 } from './1763670000000-audit-filters.js';
import { AuditPages1763684000000 } from './1763684000000-audit-pages.js';
import { PepperRecord1763690000000 } from './1763690000000-pepper-record.js';

/** In the order in which they run. A merged migration is never edited. */
export const MIGRATIONS = [
  InitialSchema1763640000000,
  KeyActivity1763650000000,
  Administrators1763660000000,
  AuditFilters1763670000000,
  AuditPages1763684000000,
  PepperRecord1763690000000,
];
