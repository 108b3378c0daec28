import { UntoldRemovals1763780000000 } from './1763780000000-schema-of-1.2.0.js';
import { CodeTries1763785000000 } from './1763785000000-code-tries.js';

/** In the order in which they run. A merged migration is never edited. */
export const MIGRATIONS = [
  UntoldRemovals1763780000000, // creates the schema of 1.2.0
  CodeTries1763785000000,
];
