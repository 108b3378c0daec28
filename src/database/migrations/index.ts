import { InitialSchema1763640000000 } from './1763640000000-initial-schema.js';
import { KeyActivity1763650000000 } from './1763650000000-key-activity.js';
import { Administrators1763660000000 } from './1763660000000-administrators.js';
import { AuditFilters1763670000000 } from './1763670000000-audit-filters.js';
import { AuditPages1763684000000 } from './1763684000000-audit-pages.js';
import { PepperRecord1763690000000 } from './1763690000000-pepper-record.js';
import { ChangeLedger1763695000000 } from './1763695000000-change-ledger.js';
import { RetentionDays1763700000000 } from './1763700000000-retention-days.js';
import { ChangeFloors1763701000000 } from './1763701000000-change-floors.js';
import { Erasures1763702000000 } from './1763702000000-erasures.js';
import { KeyFeeds1763702500000 } from './1763702500000-key-feeds.js';
import { DailyRuns1763703000000 } from './1763703000000-daily-runs.js';
import { KeyTerms1763705000000 } from './1763705000000-key-terms.js';
import { People1763715000000 } from './1763715000000-people.js';
import { KeyCalls1763725000000 } from './1763725000000-key-calls.js';
import { SecondFactor1763730000000 } from './1763730000000-second-factor.js';
import { EndedKeys1763735000000 } from './1763735000000-ended-keys.js';
import { UntoldRemovals1763780000000 } from './1763780000000-untold-removals.js';
import { CodeTries1763785000000 } from './1763785000000-code-tries.js';

/** In the order in which they run. A merged migration is never edited. */
export const MIGRATIONS = [
  InitialSchema1763640000000,
  KeyActivity1763650000000,
  Administrators1763660000000,
  AuditFilters1763670000000,
  AuditPages1763684000000,
  PepperRecord1763690000000,
  ChangeLedger1763695000000,
  RetentionDays1763700000000,
  ChangeFloors1763701000000,
  Erasures1763702000000,
  KeyFeeds1763702500000,
  DailyRuns1763703000000,
  KeyTerms1763705000000,
  People1763715000000,
  KeyCalls1763725000000,
  SecondFactor1763730000000,
  EndedKeys1763735000000,
  UntoldRemovals1763780000000,
  CodeTries1763785000000,
];
