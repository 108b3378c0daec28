import { UntoldRemovals1763780000000 } from './1763780000000-schema-of-1.2.0.js';
import { CodeTries1763785000000 } from './1763785000000-code-tries.js';

/** Migrations in the order of execution. Never edit a merged migration. */
export const MIGRATIONS = [
  UntoldRemovals1763780000000, // creates the schema of 1.2.0
  CodeTries1763785000000,
];
